// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// Time: it runs, is dragged, or goes step by step.

const RUN_SECONDS = 30; // that a whole run takes at first
const LADDER = [1, 2, 5];

/**
 * @param run the story
 * @param show called with the time in ns whenever it changes
 * @return an object: time(), seek(ns), step(n), play(), pause(), faster(n)
 */
function makePlayer(run, show) {
  const { end_ns: end, interval_ns: interval, count } = run.grid;
  let time = 0;
  let timer = null;
  let speed = niceSpeed(end / RUN_SECONDS);
  const played = [];

  /** The column of a matrix that has the sample of a time: the interval that it lies in. */
  const column = (at) => Math.max(0, Math.min(count - 1, Math.ceil(at / interval - 1e-9) - 1));

  function seek(at) {
    time = Math.max(0, Math.min(end, at));
    show(time);
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
      if (time + (speed * passed) / 1000 >= end) {
        pause();
        seek(end);
        return;
      }
      seek(time + (speed * passed) / 1000);
    });
    show(time);
  }

  function pause() {
    timer && timer.stop();
    timer = null;
    show(time);
  }

  function faster(n) {
    const rungs = d3.range(0, 11).map((power) => LADDER.map((digit) => digit * 10 ** power)).flat();
    speed = rungs[Math.max(0, Math.min(rungs.length - 1, rungs.indexOf(speed) + n))];
    show(time);
  }

  return {
    time: () => time, playing: () => timer !== null, speed: () => speed, column, seek, step, play, pause, faster,
    toggle: () => (timer ? pause() : play()), frames: () => played,
  };
}

/** The nearest speed of the ladder, ns of the run per second. */
function niceSpeed(wanted) {
  const rungs = d3.range(0, 11).map((power) => LADDER.map((digit) => digit * 10 ** power)).flat();
  return rungs[d3.scan(rungs, (a, b) => Math.abs(Math.log(a / wanted)) - Math.abs(Math.log(b / wanted)))];
}

const KEYS = [
  ["space", "play, or pause"], ["← →", "one sample back, or on; with shift ten"], ["Home, End", "to the begin, to the end"],
  ["+ −", "faster, slower"], ["0 to 7, a", "one plane alone, all planes"], ["n", "on to the next fault"],
  ["Esc", "nothing chosen, the whole picture"], ["?", "this help"],
];

/** Keys of the page; those typed into a field are the field's. */
function listen(player, acts) {
  const keys = {
    " ": player.toggle, ArrowRight: (shift) => player.step(shift ? 10 : 1), ArrowLeft: (shift) => player.step(shift ? -10 : -1),
    Home: () => player.seek(0), End: () => player.seek(Infinity), "+": () => player.faster(1), "=": () => player.faster(1),
    "-": () => player.faster(-1), Escape: acts.unselect, "?": acts.help, a: () => acts.plane(null), n: acts.nextFault,
  };
  d3.select(window).on("keydown", () => {
    const { key, shiftKey, ctrlKey, altKey, metaKey, target } = d3.event;
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || document.querySelector("dialog[open]");
    const pressing = target.tagName === "BUTTON" && key === " ";
    if (ctrlKey || altKey || metaKey || pressing || (typing && key !== "Escape")) {
      return;
    }
    if (typing && target.blur) {
      target.blur();
    }
    if (/^[0-7]$/.test(key)) {
      acts.plane(+key);
    } else if (keys[key]) {
      d3.event.preventDefault();
      keys[key](shiftKey);
    }
  });
}
