// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// Packed numbers of the data as typed arrays.

/**
 * @param packed as mrcbench/motion/packing.py writes it
 * @return {shape, unit, error, at(i)}: at gives the value of place i, NaN where there is nothing to tell
 */
async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed.data), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const octets = new Uint8Array(await new Response(stream).arrayBuffer());
  const count = packed.shape.reduce((product, side) => product * side, 1);
  const multiples = packed.width > 4 ? new Float64Array(count) : new Uint32Array(count);
  for (let place = 0, weight = 1; place < packed.width; ++place, weight *= 256) {
    const offset = place * count;
    for (let i = 0; i < count; ++i) {
      multiples[i] += octets[offset + i] * weight;
    }
  }
  const unit = packed.unit;
  const at = packed.none
    ? (i) => (multiples[i] ? (multiples[i] - 1) * unit : NaN)
    : (i) => multiples[i] * unit;
  return { shape: packed.shape, unit, error: packed.error, at };
}

/**
 * @param node any part of the data
 * @return the same with every packed array in it unpacked
 */
async function unpackAll(node) {
  if (node === null || typeof node !== "object") {
    return node;
  }
  if (typeof node.data === "string" && Array.isArray(node.shape)) {
    return unpack(node);
  }
  if (Array.isArray(node)) {
    return node; // lists hold no packed arrays
  }
  const entries = Object.entries(node).map(async ([key, value]) => [key, await unpackAll(value)]);
  return Object.fromEntries(await Promise.all(entries));
}
