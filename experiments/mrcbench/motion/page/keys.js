// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// The keyboard.

const KEYS = [
  ["space", "play, or pause"],
  ["← →", "one sample back, or on; with shift ten"],
  ["Home, End", "to the begin, to the end"],
  ["+ −", "faster, slower"],
  ["0 to 7, a", "one plane alone, all planes"],
  ["n", "on to the next fault"],
  ["Esc", "nothing chosen, the whole picture"],
  ["?", "this help"],
];

/** Keys of the page; those typed into a field are the field's. */
function listen(player, acts) {
  const keys = {
    " ": player.toggle,
    ArrowRight: (shift) => player.step(shift ? 10 : 1),
    ArrowLeft: (shift) => player.step(shift ? -10 : -1),
    Home: () => player.seek(0),
    End: () => player.seek(Infinity),
    "+": () => player.faster(1),
    "=": () => player.faster(1),
    "-": () => player.faster(-1),
    Escape: acts.unselect,
    "?": acts.help,
    a: () => acts.plane(null),
    n: acts.nextFault,
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
