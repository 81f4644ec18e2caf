// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// Colors, numbers as text, and canvases.

const LEVELS = 24; // steps of load, with a color each
const dark = matchMedia("(prefers-color-scheme: dark)");
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/** Colors of the page, by their names in the style sheet. */
function readColors() {
  const style = getComputedStyle(document.documentElement);
  const names = ["ink", "muted", "grid", "card", "queue", "fault", "pause"];
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}

/** Color of a load from 0 to 1: viridis without its yellow, from faint to strong on light and dark pages. */
function loadColor(load) {
  return d3.interpolateViridis(dark.matches ? 0.22 + 0.56 * load : 0.8 - 0.8 * load);
}

/** Width of a load's stroke, CSS pixels: for readers who cannot distinguish the colors. */
function loadWidth(load) {
  return 0.7 + 3.1 * load;
}

/** Set the pixels of a canvas to those of the screen; its size in CSS pixels. */
function fit(canvas, { width, height }) {
  const ratio = window.devicePixelRatio || 1;
  Object.assign(canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
  return { width, height };
}

const two = d3.format(",.2f");
const whole = d3.format(",.0f");
const percent = d3.format(".1%");
const known = (format) => (value) => (Number.isNaN(value) ? "-" : format(value));
const gbps = known((value) => `${two(value)} Gb/s`);
const bytes = known((value) => `${whole(value)} B`);

/** Formats times of a run in one unit, so that the digits keep their places. */
function makeClock(endNs) {
  const [unit, ns] = endNs >= 1e9 ? ["s", 1e9] : endNs >= 1e7 ? ["ms", 1e6] : ["us", 1e3];
  const format = d3.format(`,.${unit === "us" ? 1 : 3}f`);
  return { unit, ns, text: (time) => `${format(time / ns)} ${unit}` };
}

/** A size with three digits. */
function size(value) {
  const [unit, scale] = [["GB", 1e9], ["MB", 1e6], ["kB", 1e3]].find(([, least]) => value >= least) || ["B", 1];
  return `${d3.format(scale > 1 ? ".3~g" : ",.0f")(value / scale)} ${unit}`;
}

/** Text with escaped HTML. */
function safe(text) {
  return String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
}

const GLYPHS = { good: "✓", skip: "»", bad: "✕", denied: "⊘" };
