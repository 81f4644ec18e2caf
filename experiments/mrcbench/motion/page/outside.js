// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// What tests and other pages may hold on to: window.mrcMotion (docs/motion.md).

/** A point of the window where a click meets a link, a switch or a host. */
function positionOf(name) {
  const link = run.fabric.links.findIndex((each) => each.name === name);
  const box = byId("fabric").getBoundingClientRect();
  const node = nodeNamed(name);
  const geometry = fabric.geometry();
  const has = (panel) => run.fabric.nodes[node].plane < 0 || run.fabric.nodes[node].plane === panel.plane;
  const place = link >= 0 ? clearPoint(geometry, run.fabric, link)
    : geometry.places.get(geometry.panels.find(has).plane)[node];
  const [x, y] = fabric.toCanvas([place.x, place.y]);
  return { x: box.left + x, y: box.top + y };
}

/** Milliseconds that drawing takes, per frame, over frames spread evenly over the run. */
function measure(frames) {
  const before = performance.now();
  for (let i = 0; i < frames; ++i) {
    const column = Math.floor((i * run.grid.count) / frames);
    fabric.draw({ ...momentNow(), column, blend: 0.5, time: column * run.grid.interval_ns });
  }
  byId("fabric").getContext("2d").getImageData(0, 0, 1, 1); // comes when all is drawn
  const took = performance.now() - before;
  paint();
  return took / frames;
}

window.mrcMotion = {
  get time() { return player.time(); },
  set time(ns) { player.pause(); player.seek(ns); paint(); },
  get playing() { return player.playing(); },
  get chosen() { return { ...chosen }; },
  play: player.play,
  pause: player.pause,
  select: (name) => { const found = select(name); paint(); return found; },
  positionOf,
  flowPosition: (row) => {
    const [left, top, width, height] = flows.boxOf(row);
    const box = byId("flows").getBoundingClientRect();
    return { x: box.left + left + width / 2, y: box.top + top + height / 2 };
  },
  flowRows: flows.rows,
  chooseFlows,
  measure,
  frames: player.frames,
};
