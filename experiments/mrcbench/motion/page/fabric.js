// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// The fabric on its canvas: links by load, queues, pauses, faults, and the selection.

const LEAST_QUEUE = 0.02; // smallest queue with a bar, as a part of the deepest queue
const BUNDLE = 16; // curves of one stroke: a path with many curves that cross takes long to draw

// Signs of the picture and of the legend, around their centers
const SIGNS = {
  cross: "M-6-6l12 12m0-12l-12 12",
  triangle: "M0-11l11 19h-22zM0-4v5m0 3v1.5",
  pause: "M-5-2.5h10m-10 5h10",
  ring: "M5 0a5 5 0 1 0-10 0a5 5 0 1 0 10 0",
  disc: "M11 0a11 11 0 1 0-22 0a11 11 0 1 0 22 0",
  arrow: "M9 0l-16 5.5v-11z",
};
const SIGN_PATHS = Object.fromEntries(Object.entries(SIGNS).map(([name, path]) => [name, new Path2D(path)]));

/** The label of a box: for several switches, the first and the last. */
function labelOf(node) {
  return node.name.replace(/ \(.*/, "").split(" to ").map((name) => name.replace(/^p\d+-t\d+-/, "")).join("–");
}

/**
 * @param run the data of the page with its numbers unpacked
 * @param canvas the element
 * @return an object that draws: resize(planes), draw(moment), geometry
 */
function makeFabric(run, canvas) {
  const brush = canvas.getContext("2d");
  const { nodes, links } = run.fabric;
  const { sent, queue: queues, paused } = run.load;
  const directions = d3.range(2 * links.length);
  const tiers = directions.map((direction) => nodes[links[direction >> 1].a].tier); // of the lower end
  const longest = d3.nest().key((node) => node.tier)
    .rollup((tier) => d3.max(tier, (node) => labelOf(node).length)).object(nodes);
  let geometry = null;
  let view = d3.zoomIdentity;
  let colors = null;
  let ramp = [];

  function refreshColors() {
    colors = readColors();
    ramp = d3.range(LEVELS).map((level) => loadColor(level / (LEVELS - 1)));
  }

  function resize(planes) {
    const { width, height } = fit(canvas, canvas.parentElement.getBoundingClientRect());
    geometry = makeGeometry(run.fabric, planes, width, height);
  }

  /** The level of the load of a direction; interpolated between two samples while time runs. */
  function levelOf(direction, { column, blend }) {
    const now = sent.cell(direction, column);
    const before = blend < 1 && column > 0 ? sent.cell(direction, column - 1) : 0;
    const load = (blend < 1 ? before + (now - before) * blend : now) / links[direction >> 1].rate;
    return Math.round(Math.min(1, load) * (LEVELS - 1));
  }

  function stroke(curves, color, width, dashes = []) {
    brush.strokeStyle = color;
    brush.lineWidth = width;
    brush.setLineDash(dashes);
    brush.beginPath();
    curves.forEach(([x0, y0, x1, y1, x2, y2, x3, y3]) => {
      brush.moveTo(x0, y0);
      brush.bezierCurveTo(x1, y1, x2, y2, x3, y3);
    });
    brush.stroke();
    brush.setLineDash([]);
  }

  /** A sign, filled and stroked. */
  function sign(name, [x, y], color, width, paper = null, angle = 0) {
    brush.save();
    brush.translate(x, y);
    brush.rotate(angle);
    Object.assign(brush, { strokeStyle: color, lineWidth: width, fillStyle: paper });
    paper && brush.fill(SIGN_PATHS[name]);
    width && brush.stroke(SIGN_PATHS[name]);
    brush.restore();
  }

  function write(text, x, y, { color = colors.muted, align = "center", weight = 400, size: px = 14 } = {}) {
    const font = `${weight} ${px}px system-ui, "Segoe UI", "DejaVu Sans", sans-serif`;
    Object.assign(brush, { font, fillStyle: color, textAlign: align, textBaseline: "middle" });
    brush.fillText(text, x, y);
  }

  function drawLoads(moment) {
    const levels = d3.range(TIERS * LEVELS).map(() => []);
    geometry.curves.forEach((curve, direction) => {
      if (!moment.broken.links.has(direction >> 1)) {
        levels[tiers[direction] * LEVELS + levelOf(direction, moment)].push(curve);
      }
    });
    levels.forEach((level, i) => {
      const step = i % LEVELS;
      const width = loadWidth(step / (LEVELS - 1)) * geometry.scales[Math.floor(i / LEVELS)];
      for (let first = 0; first < level.length; first += BUNDLE) {
        stroke(level.slice(first, first + BUNDLE), step ? ramp[step] : colors.grid, width);
      }
    });
  }

  /** A part of a curve as a bar: a queue grows from its port. */
  function drawQueues({ column }) {
    brush.strokeStyle = colors.queue;
    geometry.curves.forEach((curve, direction) => {
      const part = queues.cell(direction, column) / run.load.deepest;
      if (part > LEAST_QUEUE) {
        brush.lineWidth = Math.max(2, 5.5 * geometry.scales[tiers[direction]]);
        brush.beginPath();
        d3.range(5).forEach((i) => brush.lineTo(...along(curve, 0.06 + (0.42 * part * i) / 4)));
        brush.stroke();
      }
    });
  }

  /** Two short bars across the line, near the paused port. */
  function drawPauses({ column }) {
    geometry.curves.forEach((curve, direction) =>
      paused.cell(direction, column) > 0 && sign("pause", along(curve, 0.165), colors.pause, 2.5));
  }

  /** A dashed line with a cross for a link that is down; a triangle for a degraded one. */
  function drawBroken({ broken }) {
    broken.links.forEach((link) => {
      const curve = geometry.curves[2 * link];
      if (curve) {
        stroke([curve], colors.fault, 3, [9, 5]);
        sign("disc", along(curve, 0.5), null, 0, colors.card);
        sign("cross", along(curve, 0.5), colors.fault, 4);
      }
    });
    broken.degraded.forEach((link) => {
      const curve = geometry.curves[2 * link];
      curve && !broken.links.has(link) && sign("triangle", along(curve, 0.5), colors.fault, 2.5, colors.card);
    });
  }

  function drawNode({ id, x, y, wide, high }, moment) {
    const node = nodes[id];
    const state = moment.broken.nodes.get(id);
    const chosen = moment.marked.nodes.has(id);
    brush.beginPath();
    brush.rect(x - wide / 2, y - high / 2, wide, high);
    brush.fillStyle = chosen ? colors.ink : node.tier ? colors.card : colors.muted;
    brush.fill();
    if (state || node.tier) {
      Object.assign(brush, { strokeStyle: state ? colors.fault : colors.ink, lineWidth: state ? 3 : 1.3 });
      brush.setLineDash(state ? [4, 3] : []);
      brush.stroke();
      brush.setLineDash([]);
    }
    if (state) {
      sign(state === "silent" ? "ring" : "cross", [x, y], colors.fault, 3.5);
    } else if (node.tier && longest[node.tier] * 8 < wide - 2) {
      write(labelOf(node), x, y + 0.5, { color: chosen ? colors.card : colors.ink, size: 13 });
    }
  }

  /** Names of the plane, of its tiers, and of as many hosts as fit. */
  function drawLabels(panel, boxes) {
    if (run.fabric.planes > 1) {
      const look = { color: colors.ink, align: "left", weight: 600, size: 15 };
      write(`Plane ${panel.plane}`, panel.x + MARGIN.left, panel.y + 10, look);
    }
    const named = new Set();
    let last = -Infinity;
    boxes.filter(() => !run.fabric.ring).forEach(({ id, x, y }) => {
      const node = nodes[id];
      if (!named.has(node.tier)) {
        named.add(node.tier);
        write(node.tier ? `T${node.tier - 1}` : "hosts", panel.x + 2, y, { align: "left" });
      }
      const label = node.n > 1 ? node.name.replace(/ .*/, " …") : node.name;
      const half = label.length * 4.2 + 4;
      if (node.tier === 0 && x - half > last && x + half < panel.x + panel.width) {
        last = x + half;
        write(label, x, y + 15, { size: 13 });
      }
    });
  }

  /** A wide band behind the selection. */
  function drawMarks(moment) {
    brush.lineCap = "round";
    moment.marked.links.filter((direction) => geometry.curves[direction]).forEach((direction) => {
      const curve = geometry.curves[direction];
      const bands = [[colors.ink, 9], [colors.card, 6], [ramp[levelOf(direction, moment)], 4]];
      bands.forEach(([color, width]) => stroke([curve], color, width));
      const [[x, y], [bx, by]] = [along(curve, 0.56), along(curve, 0.5)];
      moment.marked.arrows && sign("arrow", [x, y], null, 0, colors.ink, Math.atan2(y - by, x - bx));
    });
    brush.lineCap = "butt";
  }

  function draw(moment) {
    const ratio = window.devicePixelRatio || 1;
    brush.setTransform(ratio, 0, 0, ratio, 0, 0);
    brush.clearRect(0, 0, geometry.width, geometry.height);
    brush.translate(view.x, view.y);
    brush.scale(view.k, view.k);
    brush.globalAlpha = moment.marked.links.length ? 0.4 : 1;
    drawLoads(moment);
    brush.globalAlpha = 1;
    [drawQueues, drawPauses, drawMarks, drawBroken].forEach((part) => part(moment));
    geometry.panels.forEach((panel) => {
      const boxes = geometry.boxes.get(panel.plane);
      boxes.forEach((box) => drawNode(box, moment));
      drawLabels(panel, boxes);
    });
  }

  refreshColors();
  return {
    refreshColors,
    resize,
    draw,
    geometry: () => geometry,
    setView: (next) => { view = next; },
    find: (x, y) => findAt(geometry, ...view.invert([x, y]), REACH / view.k),
    toCanvas: (point) => view.apply(point),
  };
}
