// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// Where things are on the canvas: one picture per plane, a curve per direction of a link.

const MARGIN = { left: 46, right: 14, top: 30, bottom: 24 };
const TIERS = 12; // at most, of links by their lower end
const HIGH = { switch: 18, host: 9 }; // of nodes

/**
 * @param fabric of the data
 * @param planes numbers of the planes shown
 * @param width of the canvas, CSS pixels
 * @param height of the canvas
 * @return {panels, places, sizes, curves, scales}: a panel per plane; places and widths of nodes by plane; a curve per
 * direction of a link; how wide strokes may be, from 0 to 1, by the tier of the lower end
 */
function makeGeometry(fabric, planes, width, height) {
  const panels = arrange(planes, width, height, fabric.ring);
  const places = new Map(panels.map((panel) => [panel.plane, fabric.nodes.map((node) => place(node, panel))]));
  const sizes = new Map(panels.map((panel) => [panel.plane, sizeNodes(fabric, panel)]));
  const links = fabric.links.map((link, id) => ({ ...link, id })).filter((link) => places.has(link.plane));
  const ports = fabric.ring ? ringPorts(links) : spreadPorts(fabric, links, places, sizes);
  const scales = d3.range(TIERS).map((tier) => {
    const rooms = links.filter((link) => fabric.nodes[link.a].tier === tier).map((link) => ports[link.id].room);
    return Math.max(0.4, Math.min(1, (d3.min(rooms) || 8) / 8));
  });
  const curves = [];
  links.forEach((link) => {
    const { a, b, shift } = ports[link.id];
    const [from, to] = [a, b].map((dx, i) => {
      const point = places.get(link.plane)[i ? link.b : link.a];
      return { x: point.x + dx, y: point.y };
    });
    const aside = 2 * scales[fabric.nodes[link.a].tier];
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
    const [least, part, most] = node.tier ? [6, 0.84, 280] : [2.5, 0.6, node.n > 1 ? 60 : 14];
    return Math.max(least, Math.min(room * part, most));
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
