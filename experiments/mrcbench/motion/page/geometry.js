// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// Places on the canvas: one picture per plane, boxes of nodes, a curve per direction of a link.

const MARGIN = { left: 46, right: 14, top: 30, bottom: 24 };
const TIERS = 12; // most tiers of links, by their lower ends
const REACH = 12; // of a click, CSS pixels
const FAR = 30; // distances above this do not matter
const BEND = 12; // straight pieces that approximate a curve

/**
 * @param fabric of the data
 * @param planes numbers of the planes shown
 * @param width of the canvas, CSS pixels
 * @param height of the canvas
 * @return {panels, boxes, curves, scales}: a panel per plane; boxes of nodes by plane and number; a curve per direction
 * of a link; the width of strokes, from 0 to 1, by the tier of the lower end
 */
function makeGeometry(fabric, planes, width, height) {
  const panels = arrange(planes, width, height, fabric.ring);
  const boxes = new Map(panels.map((panel) => [panel.plane, placeNodes(fabric, panel)]));
  const links = fabric.links.map((link, id) => ({ ...link, id })).filter((link) => boxes.has(link.plane));
  const ports = fabric.ring ? ringPorts(links) : spreadPorts(fabric, links, boxes);
  const scales = d3.range(TIERS).map((tier) => {
    const rooms = links.filter((link) => fabric.nodes[link.a].tier === tier).map((link) => ports[link.id].room);
    return Math.max(0.4, Math.min(1, (d3.min(rooms) || 8) / 8));
  });
  const curves = [];
  links.forEach(({ id, a, b, plane }) => {
    const port = ports[id];
    const [from, to] = [boxes.get(plane)[a], boxes.get(plane)[b]];
    const ends = [{ x: from.x + port.a, y: from.y }, { x: to.x + port.b, y: to.y }];
    const aside = 2 * scales[fabric.nodes[a].tier];
    curves[2 * id] = bend(ends[0], ends[1], port.shift - aside, fabric.ring);
    curves[2 * id + 1] = bend(ends[1], ends[0], -port.shift - aside, fabric.ring);
  });
  return { panels, boxes, curves, scales, width, height };
}

/** Rectangles of the planes, with an aspect ratio as close to 2 as the canvas allows. */
function arrange(planes, width, height, ring) {
  const wish = ring ? 1 : 2.1;
  const rowsOf = (columns) => Math.ceil(planes.length / columns);
  const misfit = (columns) => Math.abs(Math.log(width / columns / (height / rowsOf(columns)) / wish));
  const columns = 1 + d3.scan(d3.range(1, planes.length + 1), (a, b) => misfit(a) - misfit(b));
  const [wide, high] = [width / columns, height / rowsOf(columns)];
  return planes.map((plane, i) =>
    ({ plane, x: (i % columns) * wide, y: Math.floor(i / columns) * high, width: wide, height: high }));
}

/** Boxes of the nodes of a plane: space for the ports, and a gap to the next box. */
function placeNodes(fabric, panel) {
  const inner = panel.width - MARGIN.left - MARGIN.right;
  const here = (node) => node.plane === panel.plane || node.plane < 0;
  const crowd = d3.nest().key((node) => node.tier).rollup((row) => row.length).object(fabric.nodes.filter(here));
  const boxes = [];
  fabric.nodes.forEach((node, id) => {
    if (here(node)) {
      const [least, part, most] = node.tier ? [6, 0.84, 280] : [2.5, 0.6, node.n > 1 ? 60 : 14];
      const wide = Math.max(least, Math.min((inner / crowd[node.tier]) * part, most));
      const y = panel.y + MARGIN.top + node.y * (panel.height - MARGIN.top - MARGIN.bottom);
      const [ringWide, high] = node.tier ? [34, 18] : [8, 9];
      boxes[id] = { id, x: panel.x + MARGIN.left + node.x * inner, y, wide: fabric.ring ? ringWide : wide, high };
    }
  });
  return boxes;
}

/** Offsets of links in a ring: links between the same two switches are side by side. */
function ringPorts(links) {
  const ports = [];
  d3.nest().key(({ a, b, plane }) => `${a} ${b} ${plane}`).entries(links).forEach(({ values }) =>
    values.forEach(({ id }, i) => {
      ports[id] = { a: 0, b: 0, shift: (i - (values.length - 1) / 2) * 7, room: 8 };
    }));
  return ports;
}

/** Offsets of links at a switch: they are side by side, in the order of their other ends. */
function spreadPorts(fabric, links, boxes) {
  const ports = [];
  const ends = links.map(({ id, a, b, plane }) => {
    ports[id] = { a: 0, b: 0, shift: 0, room: Infinity };
    const there = boxes.get(plane);
    return [["a", a, b], ["b", b, a]].map(([end, node, other]) => ({ id, end, plane, node, x: there[other].x }));
  }).flat();
  d3.nest().key(({ node, plane, end }) => `${node} ${plane} ${end}`).entries(ends).forEach(({ values }) => {
    const { node, plane } = values[0];
    const wide = boxes.get(plane)[node].wide * 0.94;
    values.sort((one, other) => one.x - other.x || one.id - other.id).forEach(({ id, end }, i) => {
      ports[id][end] = ((i + 0.5) / values.length - 0.5) * wide;
      ports[id].room = Math.min(ports[id].room, fabric.nodes[node].tier ? wide / values.length : Infinity);
    });
  });
  return ports;
}

/** A curve from one point to another, shifted from the center line by an offset to the left. */
function bend(from, to, offset, straight) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const dx = straight ? ((to.y - from.y) / length) * offset : Math.sign(to.y - from.y) * offset;
  const dy = straight ? (-(to.x - from.x) / length) * offset : 0;
  const [x0, y0, x1, y1] = [from.x + dx, from.y + dy, to.x + dx, to.y + dy];
  const [run, rise] = straight ? [(x1 - x0) / 3, (y1 - y0) / 3] : [0, (y1 - y0) * 0.32];
  return [x0, y0, x0 + run, y0 + rise, x1 - run, y1 - rise, x1, y1];
}

/** The point of a curve at a part of its length. */
function along([x0, y0, x1, y1, x2, y2, x3, y3], part) {
  const rest = 1 - part;
  const [a, b, c, d] = [rest ** 3, 3 * rest ** 2 * part, 3 * rest * part ** 2, part ** 3];
  return [a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3];
}

/** The distance of a point from a curve, at most `FAR`. */
function distance(curve, x, y) {
  const apart = (at, one, other) => Math.max(Math.min(one, other) - at, at - Math.max(one, other));
  let least = FAR;
  if (apart(x, curve[0], curve[6]) > FAR || apart(y, curve[1], curve[7]) > FAR) {
    return least;
  }
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

/** The nearest of several objects {id, far}. */
const nearest = (list) => list[d3.scan(list, (a, b) => a.far - b.far)];

/** The node whose box is nearest to a point: {id, far}. */
function nearestNode(geometry, x, y) {
  const boxes = [...geometry.boxes.values()].flat();
  return nearest(boxes.map((box) => {
    const [dx, dy] = [Math.abs(x - box.x) - box.wide / 2, Math.abs(y - box.y) - box.high / 2];
    return { id: box.id, far: Math.hypot(Math.max(0, dx), Math.max(0, dy)) };
  }));
}

/** The node or link at a point of the canvas: {kind: "node" or "link", id}, or null. */
function findAt(geometry, x, y, reach) {
  const node = nearestNode(geometry, x, y);
  if (node.far < reach / 3) {
    return { kind: "node", id: node.id };
  }
  const links = geometry.curves.map((curve, direction) => ({ id: direction >> 1, far: distance(curve, x, y) }));
  const link = nearest(links.filter(({ far }) => far < reach));
  return link ? { kind: "link", id: link.id } : null;
}

/** A point of a link with no other link and no node nearby. */
function clearPoint(geometry, id) {
  const others = geometry.curves.filter((_, direction) => direction >> 1 !== id);
  const points = d3.range(0.1, 0.91, 0.02).map((part) => along(geometry.curves[2 * id], part));
  const rooms = points.map(([x, y]) =>
    d3.min([nearestNode(geometry, x, y).far - REACH / 3, ...others.map((curve) => distance(curve, x, y))]));
  return points[d3.scan(rooms, d3.descending)];
}
