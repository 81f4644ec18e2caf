// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// Packed numbers of the data as typed arrays.

/**
 * @param packed as mrcbench/motion/data.py writes it
 * @return {shape, at(i), cell(row, column)}: at returns the value of place i, NaN if it is unknown
 */
async function unpack({ shape, type, data }) {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const values = new globalThis[type](await new Response(stream).arrayBuffer());
  return { shape, at: (i) => values[i], cell: (row, column) => values[row * shape[1] + column] };
}

/**
 * @param node any part of the data
 * @return the same with every packed array in it unpacked
 */
async function unpackAll(node) {
  if (node === null || typeof node !== "object" || Array.isArray(node)) {
    return node; // lists contain no packed arrays
  }
  if (typeof node.data === "string") {
    return unpack(node);
  }
  const entries = Object.entries(node).map(async ([key, value]) => [key, await unpackAll(value)]);
  return Object.fromEntries(await Promise.all(entries));
}
