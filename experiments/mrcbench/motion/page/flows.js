// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// Messages as bars below the timeline: those of a job, of a host, or the slowest.

const SLOWEST = 24;
const NAMED = 10; // least height of a bar with names, CSS pixels

/**
 * @param run the data of the page
 * @param canvas the element
 * @param x gives the scale of time
 * @return an object: choices(), choose(what), resize(), draw(time, chosen), find(x, y)
 */
function makeFlows(run, canvas, x) {
  const brush = canvas.getContext("2d");
  const table = run.flows.columns;
  const every = d3.range(table.flow.shape[0]);
  const starts = every.map(table.start_ns.at);
  const ends = every.map(table.end_ns.at).map((end) => (Number.isNaN(end) ? run.grid.end_ns : end));
  const below = document.createElement("canvas");
  let colors = readColors();
  let bars = [];
  let lanes = 1;

  function choices() {
    const jobs = run.flows.jobs.map((name, i) => [`job ${i}`, `of job ${name}`]);
    return [["slowest", `the ${Math.min(SLOWEST, every.length)} slowest`], ...jobs, ["none", "none"]];
  }

  function pick(what) {
    const [kind, number] = what.split(" ");
    if (kind === "slowest") {
      const rank = every.map(table.slowdown.at).map((slowdown) => (Number.isNaN(slowdown) ? Infinity : slowdown));
      return [...every].sort((a, b) => rank[b] - rank[a] || a - b).slice(0, SLOWEST).sort(d3.ascending);
    }
    const members = new Set(kind === "host" ? run.membersOf(+number).map((member) => member + 1) : []);
    const ofHost = (i) => members.has(table.src.at(i)) || members.has(table.dst.at(i));
    return every.filter(kind === "job" ? (i) => table.job.at(i) === +number : ofHost);
  }

  /** Assign bars to the fewest possible lanes, in the order of their start. */
  function choose(what) {
    const free = [];
    bars = pick(what).map((row) => {
      const found = free.findIndex((until) => until <= starts[row]);
      const lane = found < 0 ? free.length : found;
      free[lane] = ends[row];
      return { row, lane };
    });
    lanes = Math.max(1, free.length);
    drawBelow();
  }

  function box({ row, lane }) {
    const height = canvas.clientHeight / lanes;
    const left = x()(starts[row]);
    const gap = height > 4 ? 1 : 0;
    return [left, lane * height, Math.max(1.5, x()(ends[row]) - left - 1), Math.max(0.5, Math.min(height, 14) - gap)];
  }

  /** Draw all bars faintly, once for each choice and size of the window. */
  function drawBelow() {
    const area = { width: canvas.clientWidth, height: canvas.clientHeight };
    [canvas, below].forEach((each) => fit(each, area));
    const faint = below.getContext("2d");
    faint.scale(below.width / area.width, below.height / area.height);
    Object.assign(faint, { globalAlpha: 0.35, fillStyle: run.color });
    bars.forEach((bar) => faint.fillRect(...box(bar)));
    colors = readColors();
    writeNames(faint);
  }

  /** The ends of messages on the bars that have room for them. */
  function writeNames(faint) {
    Object.assign(faint, { globalAlpha: 1, fillStyle: colors.ink, font: "10px sans-serif", textBaseline: "middle" });
    bars.forEach((bar) => {
      const [left, top, width, height] = box(bar);
      const text = `${nameOf(table.src.at(bar.row))} → ${nameOf(table.dst.at(bar.row))}`;
      if (height >= NAMED && faint.measureText(text).width + 6 < width) {
        faint.fillText(text, left + 3, top + height / 2);
      }
    });
  }

  function draw(time, chosen) {
    const ratio = window.devicePixelRatio || 1;
    brush.setTransform(1, 0, 0, 1, 0, 0);
    brush.clearRect(0, 0, canvas.width, canvas.height);
    brush.drawImage(below, 0, 0);
    brush.setTransform(ratio, 0, 0, ratio, 0, 0);
    bars.filter(({ row }) => row === chosen || (starts[row] <= time && time < ends[row])).forEach((bar) => {
      brush.fillStyle = bar.row === chosen ? colors.ink : run.color;
      brush.fillRect(...box(bar));
    });
    brush.fillStyle = colors.ink;
    brush.fillRect(x()(time) - 1.25, 0, 2.5, canvas.clientHeight);
  }

  function find(px, py) {
    const hit = bars.find((bar) => {
      const [left, top, width, height] = box(bar);
      return px >= left - 1 && px <= left + width + 1 && py >= top - 1 && py <= top + Math.max(height, 3) + 1;
    });
    return hit ? hit.row : null;
  }

  /** The name of an end of a message, by its value in the columns src and dst. */
  const nameOf = (end) => (end ? run.fabric.names[end - 1] : "?");
  const row = (i) => Object.fromEntries(Object.entries(table).map(([name, column]) => [name, column.at(i)]));
  const boxOf = (i) => box(bars.find((bar) => bar.row === i));
  return { choices, choose, resize: drawBelow, draw, find, row, nameOf, boxOf, rows: () => bars.map((bar) => bar.row) };
}
