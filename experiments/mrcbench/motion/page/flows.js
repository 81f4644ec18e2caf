// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// Messages as bars below the timeline: those of a job, of a host, or the slowest.

const SLOWEST = 24;

/**
 * @param run the story
 * @param canvas the element
 * @param x gives the scale of time
 * @return an object: choose(what), draw(time, chosen), find(x, y), choices()
 */
function makeFlows(run, canvas, x) {
  const brush = canvas.getContext("2d");
  const table = run.flows.columns;
  const count = table.flow.shape[0];
  const end = (i) => (Number.isNaN(table.end_ns.at(i)) ? run.grid.end_ns : table.end_ns.at(i));
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
      const from = table.start_ns.at(row);
      let lane = free.findIndex((until) => until <= from);
      lane = lane < 0 ? free.length : lane;
      free[lane] = end(row);
      return { row, lane };
    });
    lanes = Math.max(1, free.length);
  }

  function box({ row, lane }) {
    const height = canvas.clientHeight / lanes;
    const left = x()(table.start_ns.at(row));
    const gap = height > 4 ? 1 : 0;
    return [left, lane * height, Math.max(1.5, x()(end(row)) - left - 1), Math.max(0.5, Math.min(height, 14) - gap)];
  }

  function draw(time, chosen) {
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    }
    const colors = readColors();
    brush.setTransform(ratio, 0, 0, ratio, 0, 0);
    brush.clearRect(0, 0, width, height);
    bars.forEach((bar) => {
      const under = table.start_ns.at(bar.row) <= time && time < end(bar.row);
      brush.globalAlpha = bar.row === chosen ? 1 : under ? 0.85 : 0.35;
      brush.fillStyle = bar.row === chosen ? colors.ink : run.color;
      brush.fillRect(...box(bar));
    });
    brush.globalAlpha = 1;
    brush.fillStyle = colors.ink;
    brush.fillRect(x()(time) - 1.25, 0, 2.5, height);
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

  return { choices, choose, draw, find, row, box: (i) => box(bars.find((bar) => bar.row === i)), rows: () => bars.map((bar) => bar.row) };
}
