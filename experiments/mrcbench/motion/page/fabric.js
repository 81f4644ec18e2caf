// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// The fabric on its canvas: links by load, queues, pauses, faults, and what is chosen.

const LEAST_QUEUE = 0.02; // part of the deepest queue that is worth a bar
const BUNDLE = 16; // curves of one stroke: a path of many that cross each other takes long to fill

/** What is written into a switch: of several, their first and last. */
function labelOf(node) {
  const [first, last] = node.name.replace(/ \(.*/, "").split(" to ").map((name) => name.replace(/^p\d+-t\d+-/, ""));
  return last === undefined ? first : `${first}–${last}`;
}

/**
 * @param run the data of the page with its numbers unpacked
 * @param canvas the element
 * @return an object that draws: resize(planes), draw(moment), geometry
 */
function makeFabric(run, canvas) {
  const brush = canvas.getContext("2d");
  const { nodes, links } = run.fabric;
  const directions = 2 * links.length;
  const count = run.grid.count;
  let queueMost = 0;
  for (let i = 0; i < directions * count; ++i) {
    queueMost = Math.max(queueMost, run.load.queue.at(i));
  }
  const levels = d3.range(TIERS * LEVELS).map(() => []); // by tier of the lower end, then by load
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
    const box = canvas.parentElement.getBoundingClientRect();
    const ratio = window.devicePixelRatio || 1;
    canvas.width = Math.round(box.width * ratio);
    canvas.height = Math.round(box.height * ratio);
    geometry = makeGeometry(run.fabric, planes, box.width, box.height);
  }

  /** Load of a direction, 0 to 1; between two samples while time runs. */
  function load(direction, moment) {
    const rate = links[direction >> 1].rate;
    const now = run.load.sent.at(direction * count + moment.column);
    if (moment.blend >= 1) {
      return Math.min(1, now / rate);
    }
    const before = moment.column > 0 ? run.load.sent.at(direction * count + moment.column - 1) : 0;
    return Math.min(1, (before + (now - before) * moment.blend) / rate);
  }

  function trace(curve) {
    brush.moveTo(curve[0], curve[1]);
    brush.bezierCurveTo(curve[2], curve[3], curve[4], curve[5], curve[6], curve[7]);
  }

  const tierOf = (direction) => nodes[links[direction >> 1].a].tier;

  function drawLoads(moment) {
    levels.forEach((level) => level.splice(0));
    for (let direction = 0; direction < directions; ++direction) {
      if (geometry.curves[direction] && !moment.broken.links.has(direction >> 1)) {
        levels[tierOf(direction) * LEVELS + Math.round(load(direction, moment) * (LEVELS - 1))].push(direction);
      }
    }
    levels.forEach((level, i) => {
      const step = i % LEVELS;
      brush.strokeStyle = step ? ramp[step] : colors.grid;
      brush.lineWidth = loadWidth(step / (LEVELS - 1)) * geometry.scales[Math.floor(i / LEVELS)];
      for (let first = 0; first < level.length; first += BUNDLE) {
        brush.beginPath();
        level.slice(first, first + BUNDLE).forEach((direction) => trace(geometry.curves[direction]));
        brush.stroke();
      }
    });
  }

  /** A part of a curve as a bar: a queue grows from the port in which it waits. */
  function drawQueues(moment) {
    brush.strokeStyle = colors.queue;
    for (let direction = 0; direction < directions; ++direction) {
      const queue = geometry.curves[direction] ? run.load.queue.at(direction * count + moment.column) : 0;
      if (queue > LEAST_QUEUE * queueMost) {
        brush.lineWidth = Math.max(2, 5.5 * geometry.scales[tierOf(direction)]);
        brush.beginPath();
        bar(geometry.curves[direction], 0.06, 0.06 + (0.42 * queue) / queueMost);
        brush.stroke();
      }
    }
  }

  function bar(curve, from, to) {
    for (let i = 0; i <= 4; ++i) {
      const [x, y] = along(curve, from + ((to - from) * i) / 4);
      i ? brush.lineTo(x, y) : brush.moveTo(x, y);
    }
  }

  /** Two short bars across the line, near the port that may not send. */
  function drawPauses(moment) {
    brush.strokeStyle = colors.pause;
    brush.lineWidth = 2.5;
    brush.beginPath();
    for (let direction = 0; direction < directions; ++direction) {
      if (geometry.curves[direction] && run.load.paused.at(direction * count + moment.column) > 0) {
        [0.14, 0.19].forEach((part) => {
          const [x, y] = along(geometry.curves[direction], part);
          brush.moveTo(x - 5, y);
          brush.lineTo(x + 5, y);
        });
      }
    }
    brush.stroke();
  }

  function cross(x, y, arm) {
    brush.moveTo(x - arm, y - arm);
    brush.lineTo(x + arm, y + arm);
    brush.moveTo(x - arm, y + arm);
    brush.lineTo(x + arm, y - arm);
  }

  function drawBroken(moment) {
    brush.strokeStyle = colors.fault;
    moment.broken.links.forEach((link) => {
      const curve = geometry.curves[2 * link];
      if (!curve) {
        return;
      }
      brush.lineWidth = 3;
      brush.setLineDash([9, 5]);
      brush.beginPath();
      trace(curve);
      brush.stroke();
      brush.setLineDash([]);
      const [x, y] = along(curve, 0.5);
      brush.fillStyle = colors.card;
      brush.beginPath();
      brush.arc(x, y, 11, 0, 2 * Math.PI);
      brush.fill();
      brush.lineWidth = 4;
      brush.beginPath();
      cross(x, y, 6.5);
      brush.stroke();
    });
  }

  /** A triangle with a sign: it works, but not as it was made. */
  function drawDegraded(moment) {
    moment.broken.degraded.forEach((link) => {
      const curve = geometry.curves[2 * link];
      if (!curve || moment.broken.links.has(link)) {
        return;
      }
      const [x, y] = along(curve, 0.5);
      brush.beginPath();
      brush.moveTo(x, y - 11);
      brush.lineTo(x + 11, y + 8);
      brush.lineTo(x - 11, y + 8);
      brush.closePath();
      brush.fillStyle = colors.card;
      brush.strokeStyle = colors.fault;
      brush.lineWidth = 2.5;
      brush.fill();
      brush.stroke();
      write("!", x, y + 3, { color: colors.fault, weight: 700, size: 14 });
    });
  }

  function write(text, x, y, { color = colors.muted, align = "center", weight = 400, size: px = 14 } = {}) {
    brush.font = `${weight} ${px}px system-ui, "Segoe UI", "DejaVu Sans", sans-serif`;
    brush.fillStyle = color;
    brush.textAlign = align;
    brush.textBaseline = "middle";
    brush.fillText(text, x, y);
  }

  function drawNode(id, point, wide, moment) {
    const node = nodes[id];
    const state = moment.broken.nodes.get(id);
    const chosen = moment.marked.nodes.has(id);
    const high = node.tier ? HIGH.switch : HIGH.host;
    brush.beginPath();
    brush.rect(point.x - wide / 2, point.y - high / 2, wide, high);
    brush.fillStyle = chosen ? colors.ink : node.tier ? colors.card : colors.muted;
    brush.fill();
    brush.strokeStyle = state ? colors.fault : colors.ink;
    brush.lineWidth = state ? 3 : 1.3;
    brush.setLineDash(state ? [4, 3] : []);
    if (node.tier || state) {
      brush.stroke();
    }
    brush.setLineDash([]);
    if (state) {
      brush.lineWidth = 3.5;
      brush.beginPath();
      state === "silent" ? brush.arc(point.x, point.y, 5, 0, 2 * Math.PI) : cross(point.x, point.y, 5.5);
      brush.stroke();
    } else if (node.tier) {
      const label = labelOf(node);
      if (longest[node.tier] * 8 < wide - 2) {
        write(label, point.x, point.y + 0.5, { color: chosen ? colors.card : colors.ink, size: 13 });
      }
    }
  }

  function drawNodes(moment) {
    geometry.panels.forEach((panel) => {
      const points = geometry.places.get(panel.plane);
      const sizes = geometry.sizes.get(panel.plane);
      nodes.forEach((node, id) => {
        if (node.plane === panel.plane || node.plane < 0) {
          drawNode(id, points[id], sizes[id], moment);
        }
      });
      drawLabels(panel, points);
    });
  }

  function drawLabels(panel, points) {
    if (run.fabric.planes > 1) {
      const look = { color: colors.ink, align: "left", weight: 600, size: 15 };
      write(`Plane ${panel.plane}`, panel.x + MARGIN.left, panel.y + 10, look);
    }
    if (run.fabric.ring) {
      return;
    }
    const done = new Set();
    let last = -Infinity;
    nodes.forEach((node, id) => {
      if (!done.has(node.tier) && (node.plane === panel.plane || node.plane < 0)) {
        done.add(node.tier);
        write(node.tier ? `T${node.tier - 1}` : "hosts", panel.x + 2, points[id].y, { align: "left" });
      }
      const label = node.n > 1 ? node.name.replace(/ .*/, " …") : node.name;
      const half = label.length * 4.2 + 4;
      if (node.tier === 0 && points[id].x - half > last && points[id].x + half < panel.x + panel.width) {
        last = points[id].x + half;
        write(label, points[id].x, points[id].y + 15, { size: 13 });
      }
    });
  }

  /** A wide band below what is chosen. */
  function drawMarks(moment) {
    brush.strokeStyle = colors.ink;
    brush.lineCap = "round";
    moment.marked.links.forEach((direction) => {
      const curve = geometry.curves[direction];
      if (curve) {
        brush.lineWidth = 9;
        brush.beginPath();
        trace(curve);
        brush.stroke();
        brush.strokeStyle = colors.card;
        brush.lineWidth = 6;
        brush.stroke();
        brush.strokeStyle = ramp[Math.round(load(direction, moment) * (LEVELS - 1))];
        brush.lineWidth = 4;
        brush.stroke();
        brush.strokeStyle = colors.ink;
        moment.marked.arrows && drawArrow(curve);
      }
    });
    brush.lineCap = "butt";
  }

  function drawArrow(curve) {
    const [x, y] = along(curve, 0.56);
    const [bx, by] = along(curve, 0.5);
    const angle = Math.atan2(y - by, x - bx);
    brush.beginPath();
    [0, 2.5, -2.5].forEach((turn, i) => {
      const [px, py] = [x + 9 * Math.cos(angle + turn), y + 9 * Math.sin(angle + turn)];
      i ? brush.lineTo(px, py) : brush.moveTo(px, py);
    });
    brush.closePath();
    brush.fillStyle = colors.ink;
    brush.fill();
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
    drawQueues(moment);
    drawPauses(moment);
    drawMarks(moment);
    drawBroken(moment);
    drawDegraded(moment);
    drawNodes(moment);
  }

  refreshColors();
  return {
    refreshColors,
    resize,
    draw,
    queueMost,
    geometry: () => geometry,
    setView: (next) => { view = next; },
    find: (x, y) => findAt(geometry, run.fabric, ...view.invert([x, y]), REACH / view.k),
    toCanvas: (point) => view.apply(point),
  };
}
