// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// The legend, which is always visible, and the help.

/** The legend below the picture. */
function legendOf(run, queueMost) {
  const steps = 8;
  const bars = d3.range(steps).map((i) => {
    const high = loadWidth(i / (steps - 1)) * 2.4;
    const color = i ? loadColor(i / (steps - 1)) : "var(--grid)";
    return `<rect x="${i * 10}" y="${8 - high / 2}" width="10" height="${high}" fill="${color}"/>`;
  });
  const picture = (drawing, wide = 26) => `<svg width="${wide}" height="16" aria-hidden="true">${drawing}</svg>`;
  const sign = (name, kind, look) => `<path d="${SIGNS[name]}" class="${kind}" transform="translate(13 8)${look}"/>`;
  const line = (look) => `<path d="M0 8h26" ${look}/>`;
  const items = [
    `load 0 %${picture(bars.join(""), 10 * steps)}100 %`,
    `${picture('<rect y="5" width="26" height="6" fill="var(--queue)"/>')}queue, at most ${size(queueMost)}`,
    `${picture(line('class="fault" stroke-dasharray="7 4"') + sign("cross", "fault", "scale(.85)"))}down`,
    `${picture(sign("triangle", "fault", "scale(.7)"))}impaired`,
    `${picture(line('stroke="var(--grid)"') + sign("pause", "pause", "rotate(90)"))}paused`,
  ];
  const states = run.evs.states.map((state) => `<b class="ev" data-state="${state}">${GLYPHS[state]}</b>${state}`);
  const evs = run.evs.qps.length ? [`EV ${states.join(" ")}`] : [];
  return [...items, ...evs].map((item) => `<span>${item}</span>`).join("");
}

/**
 * The text of the help: keys, and the signs of the picture.
 *
 * @param keys as in controls.js
 */
function helpText(run, keys) {
  const listed = keys.map(([key, does]) => `<dt>${safe(key)}</dt><dd>${safe(does)}</dd>`).join("");
  return `<h2 id="help-title">The run in motion</h2>
    <p>A line is one direction of a link; its color and its width are the part of the line rate that was sent in the
    sample of ${d3.format("~r")(run.grid.interval_ns / 1e3)} us that contains the time. A bar grows with the queue, from
    its port. Numbers are those of samples.csv; while time runs, the lines change smoothly from sample to
    sample.</p>
    <dl>${listed}</dl>
    <p>Turn the wheel over the picture, or pinch, to zoom, and drag it; Esc shows the whole picture again.</p>
    <form method="dialog"><button>Close</button></form>`;
}
