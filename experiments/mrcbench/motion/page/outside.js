// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// Interface for tests and other pages: window.mrcMotion (docs/motion.md).

/** A point of the window where a click selects a link, a switch or a host. */
function positionOf(name) {
  const link = run.fabric.links.findIndex((each) => each.name === name);
  const geometry = fabric.geometry();
  const boxes = [...geometry.boxes.values()].map((plane) => plane[run.nodeNamed(name)]).filter((box) => box);
  const [x, y] = fabric.toCanvas(link >= 0 ? clearPoint(geometry, link) : [boxes[0].x, boxes[0].y]);
  const { left, top } = byId("fabric").getBoundingClientRect();
  return { x: left + x, y: top + y };
}

/** Milliseconds to draw a frame, the mean over frames spread evenly over the run. */
function measure(frames) {
  const before = performance.now();
  for (let i = 0; i < frames; ++i) {
    const column = Math.floor((i * run.grid.count) / frames);
    fabric.draw({ ...momentNow(), column, blend: 0.5, time: column * run.grid.interval_ns });
  }
  byId("fabric").getContext("2d").getImageData(0, 0, 1, 1); // returns after all drawing
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
    const [x, y, width, height] = flows.boxOf(row);
    const { left, top } = byId("flows").getBoundingClientRect();
    return { x: left + x + width / 2, y: top + y + height / 2 };
  },
  flowRows: flows.rows,
  chooseFlows,
  measure,
  frames: player.frames,
};
document.body.dataset.ready = "yes";
