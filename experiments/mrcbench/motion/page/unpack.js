// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// Packed numbers of the data as typed arrays.

/**
 * @param packed as mrcbench/motion/packing.py writes it
 * @return {shape, error, at(i), cell(row, column)}: at gives the value of place i, NaN where none is known
 */
async function unpack({ data, shape, unit, error, width, none }) {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const octets = new Uint8Array(await new Response(stream).arrayBuffer());
  const count = shape.reduce((product, side) => product * side, 1);
  const multiples = width > 4 ? new Float64Array(count) : new Uint32Array(count);
  for (let place = 0, weight = 1; place < width; ++place, weight *= 256) {
    for (let i = 0; i < count; ++i) {
      multiples[i] += octets[place * count + i] * weight;
    }
  }
  const at = none ? (i) => (multiples[i] ? (multiples[i] - 1) * unit : NaN) : (i) => multiples[i] * unit;
  return { shape, error, at, cell: (row, column) => at(row * shape[1] + column) };
}

/**
 * @param node any part of the data
 * @return the same with every packed array in it unpacked
 */
async function unpackAll(node) {
  if (node === null || typeof node !== "object" || Array.isArray(node)) {
    return node; // lists hold no packed arrays
  }
  if (typeof node.data === "string") {
    return unpack(node);
  }
  const entries = Object.entries(node).map(async ([key, value]) => [key, await unpackAll(value)]);
  return Object.fromEntries(await Promise.all(entries));
}
