// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// Where things are on the canvas: one picture per plane, a curve per direction of a link.

const MARGIN = { left: 46, right: 14, top: 30, bottom: 24 };
const HIGH = { switch: 18, host: 9 }; // of nodes
const REACH = 12; // of a click
const BEND = 12; // straight pieces that a curve is taken for when somebody points at it

/**
 * @param fabric of the story
 * @param planes numbers of the planes shown
 * @param width of the canvas, CSS pixels
 * @param height of the canvas
 * @return {panels, places, sizes, curves, scales}: a panel per plane; places and widths of nodes by plane; a curve per
 * direction of a link; how wide the strokes of hosts' links may be, and those of others, from 0 to 1
 */
function makeGeometry(fabric, planes, width, height) {
  const panels = arrange(planes, width, height, fabric.ring);
  const places = new Map(panels.map((panel) => [panel.plane, fabric.nodes.map((node) => place(node, panel))]));
  const sizes = new Map(panels.map((panel) => [panel.plane, sizeNodes(fabric, panel)]));
  const links = fabric.links.map((link, id) => ({ ...link, id })).filter((link) => places.has(link.plane));
  const ports = fabric.ring ? ringPorts(links) : spreadPorts(fabric, links, places, sizes);
  const scales = [0, 1].map((kind) => {
    const rooms = links.filter((link) => (fabric.nodes[link.a].tier ? 1 : 0) === kind).map((link) => ports[link.id].room);
    return Math.max(0.4, Math.min(1, (d3.min(rooms) || 8) / 8));
  });
  const curves = [];
  links.forEach((link) => {
    const { a, b, shift } = ports[link.id];
    const [from, to] = [a, b].map((dx, i) => {
      const point = places.get(link.plane)[i ? link.b : link.a];
      return { x: point.x + dx, y: point.y };
    });
    const aside = 2 * scales[fabric.nodes[link.a].tier ? 1 : 0];
    curves[2 * link.id] = bend(from, to, shift - aside, fabric.ring);
    curves[2 * link.id + 1] = bend(to, from, -shift - aside, fabric.ring);
  });
  return { panels, places, sizes, curves, scales, width, height };
}

/** Widths of the nodes of a plane: room for the ports, and a gap to the next. */
function sizeNodes(fabric, panel) {
  const inner = panel.width - MARGIN.left - MARGIN.right;
  const crowd = {};
  const here = (node) => node.plane === panel.plane || node.plane < 0;
  fabric.nodes.filter(here).forEach((node) => { crowd[node.tier] = (crowd[node.tier] || 0) + 1; });
  return fabric.nodes.map((node) => {
    if (!here(node)) {
      return 0;
    }
    if (fabric.ring) {
      return node.tier ? 34 : 8;
    }
    const room = inner / crowd[node.tier];
    return node.tier ? Math.max(6, Math.min(room * 0.84, 280)) : Math.max(2.5, Math.min(room * 0.6, node.n > 1 ? 60 : 14));
  });
}

/** In a ring, links between the same two switches lie side by side. */
function ringPorts(links) {
  const seen = new Map();
  links.forEach((link) => {
    const key = `${link.a} ${link.b} ${link.plane}`;
    seen.set(key, [...(seen.get(key) || []), link.id]);
  });
  const ports = [];
  seen.forEach((ids) => ids.forEach((id, i) => {
    ports[id] = { a: 0, b: 0, shift: (i - (ids.length - 1) / 2) * 7, room: 8 };
  }));
  return ports;
}

/** Links leave a switch side by side, in the order of where they lead. */
function spreadPorts(fabric, links, places, sizes) {
  const ports = [];
  const sides = new Map();
  links.forEach((link) => {
    ports[link.id] = { a: 0, b: 0, shift: 0, room: Infinity };
    [["a", link.a, link.b, "up"], ["b", link.b, link.a, "down"]].forEach(([end, node, other, side]) => {
      const key = `${node} ${link.plane} ${side}`;
      sides.has(key) || sides.set(key, []);
      sides.get(key).push({ id: link.id, end, node, plane: link.plane, toward: places.get(link.plane)[other].x });
    });
  });
  sides.forEach((list) => {
    list.sort((one, other) => one.toward - other.toward || one.id - other.id);
    const { node, plane } = list[0];
    const wide = sizes.get(plane)[node] * 0.94;
    list.forEach(({ id, end }, i) => {
      ports[id][end] = ((i + 0.5) / list.length - 0.5) * wide;
      ports[id].room = Math.min(ports[id].room, fabric.nodes[node].tier ? wide / list.length : Infinity);
    });
  });
  return ports;
}

/** Rectangles of the planes, as close to twice as wide as high as the canvas allows. */
function arrange(planes, width, height, ring) {
  const wish = ring ? 1 : 2.1;
  const fits = d3.range(1, planes.length + 1).map((columns) => {
    const rows = Math.ceil(planes.length / columns);
    return { columns, rows, score: Math.abs(Math.log(width / columns / (height / rows) / wish)) };
  });
  const { columns, rows } = fits.reduce((best, fit) => (fit.score < best.score ? fit : best));
  return planes.map((plane, i) => {
    const x = ((i % columns) * width) / columns;
    const y = (Math.floor(i / columns) * height) / rows;
    return { plane, x, y, width: width / columns, height: height / rows };
  });
}

function place(node, panel) {
  return {
    x: panel.x + MARGIN.left + node.x * (panel.width - MARGIN.left - MARGIN.right),
    y: panel.y + MARGIN.top + node.y * (panel.height - MARGIN.top - MARGIN.bottom),
  };
}

/** A curve from one node to another, aside of the middle line by an offset to the left. */
function bend(from, to, offset, straight) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const dx = straight ? ((to.y - from.y) / length) * offset : Math.sign(to.y - from.y) * offset;
  const dy = straight ? (-(to.x - from.x) / length) * offset : 0;
  const [x0, y0, x1, y1] = [from.x + dx, from.y + dy, to.x + dx, to.y + dy];
  const rise = (y1 - y0) * 0.32;
  return straight
    ? [x0, y0, x0 + (x1 - x0) / 3, y0 + (y1 - y0) / 3, x1 - (x1 - x0) / 3, y1 - (y1 - y0) / 3, x1, y1]
    : [x0, y0, x0, y0 + rise, x1, y1 - rise, x1, y1];
}

/** The point of a curve at a part of its way. */
function along([x0, y0, x1, y1, x2, y2, x3, y3], part) {
  const rest = 1 - part;
  const [a, b, c, d] = [rest ** 3, 3 * rest ** 2 * part, 3 * rest * part ** 2, part ** 3];
  return [a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3];
}

/** How far a point is from a curve. */
function distance(curve, x, y) {
  let least = Infinity;
  let [ax, ay] = along(curve, 0);
  for (let i = 1; i <= BEND; ++i) {
    const [bx, by] = along(curve, i / BEND);
    const square = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
    const part = Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square));
    least = Math.min(least, Math.hypot(x - ax - part * (bx - ax), y - ay - part * (by - ay)));
    [ax, ay] = [bx, by];
  }
  return least;
}

/** What is at a point of the canvas: {kind: "node" or "link", id}, or null. */
function findAt(geometry, fabric, x, y, reach) {
  const node = nearestNode(geometry, fabric, x, y);
  if (node.far < reach / 3) {
    return { kind: "node", id: node.id };
  }
  let best = null;
  let least = reach;
  fabric.links.forEach((link, id) => {
    const curve = geometry.curves[2 * id];
    if (curve && boxed(curve, x, y, reach)) {
      const far = Math.min(distance(curve, x, y), distance(geometry.curves[2 * id + 1], x, y));
      if (far < least) {
        [least, best] = [far, { kind: "link", id }];
      }
    }
  });
  return best;
}

/** The node whose box is nearest to a point, and how far it is: {id, far}. */
function nearestNode(geometry, fabric, x, y) {
  let best = { id: null, far: Infinity };
  geometry.places.forEach((points, plane) => {
    const sizes = geometry.sizes.get(plane);
    points.forEach((point, id) => {
      const high = fabric.nodes[id].tier ? HIGH.switch : HIGH.host;
      const far = Math.hypot(Math.max(0, Math.abs(x - point.x) - sizes[id] / 2), Math.max(0, Math.abs(y - point.y) - high / 2));
      if (sizes[id] && far < best.far) {
        best = { id, far };
      }
    });
  });
  return best;
}

function boxed([x0, y0, , , , , x3, y3], x, y, reach) {
  const near = reach + 4;
  return x > Math.min(x0, x3) - near && x < Math.max(x0, x3) + near && y > Math.min(y0, y3) - near
    && y < Math.max(y0, y3) + near;
}

/** A point of a link that no other link is near to. */
function clearPoint(geometry, fabric, id) {
  const curve = geometry.curves[2 * id];
  const ranked = d3.range(0.1, 0.91, 0.02).map((part) => {
    const [x, y] = along(curve, part);
    const others = fabric.links.map((_, other) => {
      const path = other === id ? undefined : geometry.curves[2 * other];
      return path && boxed(path, x, y, 30) ? Math.min(distance(path, x, y), distance(geometry.curves[2 * other + 1], x, y)) : 30;
    });
    return { x, y, room: Math.min(d3.min(others), nearestNode(geometry, fabric, x, y).far - REACH / 3) };
  });
  return ranked.reduce((best, point) => (point.room > best.room ? point : best));
}
