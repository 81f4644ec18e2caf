// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// What of the picture is at a point.

const REACH = 12; // of a click, CSS pixels
const BEND = 12; // straight pieces that a curve is taken for

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
      const [dx, dy] = [Math.abs(x - point.x) - sizes[id] / 2, Math.abs(y - point.y) - high / 2];
      const far = Math.hypot(Math.max(0, dx), Math.max(0, dy));
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
      const [there, back] = [geometry.curves[2 * other], geometry.curves[2 * other + 1]];
      const near = other !== id && there && boxed(there, x, y, 30);
      return near ? Math.min(distance(there, x, y), distance(back, x, y)) : 30;
    });
    return { x, y, room: Math.min(d3.min(others), nearestNode(geometry, fabric, x, y).far - REACH / 3) };
  });
  return ranked.reduce((best, point) => (point.room > best.room ? point : best));
}
