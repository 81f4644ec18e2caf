// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// Time, which runs, is dragged, or changes step by step.

const RUN_SECONDS = 30; // duration of a whole run at the initial speed
const FRAMES = 600; // most frames whose times are stored
const SPEEDS = d3.range(0, 11).map((power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat(); // ns per s

/**
 * @param run the data of the page
 * @param show called when the time changes
 * @return an object: time(), seek(ns), step(n), play(), pause(), faster(n)
 */
function makePlayer(run, show) {
  const { end_ns: end, interval_ns: interval, count } = run.grid;
  const misfit = (speed) => Math.abs(Math.log((speed * RUN_SECONDS) / end));
  let time = 0;
  let timer = null;
  let speed = SPEEDS[d3.scan(SPEEDS, (a, b) => misfit(a) - misfit(b))];
  const played = [];

  /** The column of a matrix with the sample of a time: the interval that contains it. */
  const column = (at) => Math.max(0, Math.min(count - 1, Math.ceil(at / interval - 1e-9) - 1));

  function seek(at) {
    time = Math.max(0, Math.min(end, at));
    show();
  }

  function step(n) {
    pause();
    const grid = n > 0 ? Math.floor(time / interval + 1e-9) : Math.ceil(time / interval - 1e-9);
    seek((grid + n) * interval);
  }

  function play() {
    if (timer) {
      return;
    }
    time = time >= end ? 0 : time;
    let before = null;
    timer = d3.timer((elapsed) => {
      const passed = before === null ? 0 : elapsed - before;
      before = elapsed;
      played.push(passed);
      played.splice(0, played.length - FRAMES);
      seek(time + (speed * passed) / 1000);
      time >= end && pause();
    });
    show();
  }

  function pause() {
    timer && timer.stop();
    timer = null;
    show();
  }

  function faster(n) {
    speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.indexOf(speed) + n))];
    show();
  }

  return {
    time: () => time, playing: () => timer !== null, speed: () => speed, column, seek, step, play, pause, faster,
    toggle: () => (timer ? pause() : play()), frames: () => played,
  };
}
