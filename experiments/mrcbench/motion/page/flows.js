// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// Messages as bars below the timeline: those of a job, of a host, or the slowest.

const SLOWEST = 24;

/**
 * @param run the data of the page
 * @param canvas the element
 * @param x gives the scale of time
 * @return an object: choices(), choose(what), resize(), draw(time, chosen), find(x, y)
 */
function makeFlows(run, canvas, x) {
  const brush = canvas.getContext("2d");
  const table = run.flows.columns;
  const count = table.flow.shape[0];
  const starts = d3.range(count).map(table.start_ns.at);
  const ends = d3.range(count).map((i) => (Number.isNaN(table.end_ns.at(i)) ? run.grid.end_ns : table.end_ns.at(i)));
  const below = document.createElement("canvas");
  let colors = readColors();
  let bars = [];
  let lanes = 1;

  function choices() {
    const jobs = run.flows.jobs.map((name, i) => [`job ${i}`, `of job ${name}`]);
    return [["slowest", `the ${Math.min(SLOWEST, count)} slowest`], ...jobs, ["none", "none"]];
  }

  function pick(what) {
    const rows = d3.range(count);
    if (what === "none") {
      return [];
    }
    if (what === "slowest") {
      const rank = (i) => (Number.isNaN(table.slowdown.at(i)) ? Infinity : table.slowdown.at(i));
      return rows.sort((a, b) => rank(b) - rank(a) || a - b).slice(0, SLOWEST).sort((a, b) => a - b);
    }
    const [kind, number] = what.split(" ");
    if (kind === "job") {
      return rows.filter((i) => table.job.at(i) === +number);
    }
    const members = new Set(run.membersOf(+number).map((member) => member + 1));
    return rows.filter((i) => members.has(table.src.at(i)) || members.has(table.dst.at(i)));
  }

  /** Bars into as few lanes as they need, in the order of their start. */
  function choose(what) {
    const free = [];
    bars = pick(what).map((row) => {
      let lane = free.findIndex((until) => until <= starts[row]);
      lane = lane < 0 ? free.length : lane;
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

  /** All bars faintly, once for each choice and size of the window. */
  function drawBelow() {
    const ratio = window.devicePixelRatio || 1;
    below.width = canvas.width = Math.round(canvas.clientWidth * ratio);
    below.height = canvas.height = Math.round(canvas.clientHeight * ratio);
    const faint = below.getContext("2d");
    faint.scale(ratio, ratio);
    faint.globalAlpha = 0.35;
    faint.fillStyle = run.color;
    bars.forEach((bar) => faint.fillRect(...box(bar)));
    colors = readColors();
  }

  function draw(time, chosen) {
    const ratio = window.devicePixelRatio || 1;
    brush.setTransform(1, 0, 0, 1, 0, 0);
    brush.clearRect(0, 0, canvas.width, canvas.height);
    brush.drawImage(below, 0, 0);
    brush.setTransform(ratio, 0, 0, ratio, 0, 0);
    bars.forEach((bar) => {
      if (bar.row === chosen || (starts[bar.row] <= time && time < ends[bar.row])) {
        brush.fillStyle = bar.row === chosen ? colors.ink : run.color;
        brush.fillRect(...box(bar));
      }
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

  function row(i) {
    return Object.fromEntries(Object.entries(table).map(([name, column]) => [name, column.at(i)]));
  }

  const boxOf = (i) => box(bars.find((bar) => bar.row === i));
  return { choices, choose, resize: drawBelow, draw, find, row, boxOf, rows: () => bars.map((bar) => bar.row) };
}
