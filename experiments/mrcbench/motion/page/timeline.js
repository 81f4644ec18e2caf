// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// The player: time, which runs, is dragged, or changes step by step.
// The timeline: throughput of the jobs, faults, retired EVs, and the handle that is dragged.

const RUN_SECONDS = 30; // duration of a whole run at the initial speed
const FRAMES = 600; // most frames whose times are stored
const SPEEDS = d3.range(0, 11).map((power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat(); // ns per s
const STRIP = { left: 64, right: 18, top: 32, bottom: 26 };
const DASHES = ["", "7 3", "2 3", "9 3 2 3"];
const CURVES = 8; // jobs with a curve

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

/**
 * @param run the data of the page
 * @param element the svg
 * @param seek called with a time in ns on a drag or a click
 * @return an object: resize(), move(time), x(): the scale of time
 */
function makeTimeline(run, element, seek) {
  const svg = d3.select(element);
  const clock = makeClock(run.grid.end_ns);
  const x = d3.scaleLinear().domain([0, run.grid.end_ns]);
  const y = d3.scaleLinear();
  const curves = run.jobs.names.map((name, job) =>
    ({ name, values: d3.range(run.grid.count).map((i) => run.jobs.throughput.cell(job, i)) }));
  const most = run.jobs.most || 1;
  const [unit, scale] = most >= 1000 ? ["Tb/s", 1000] : ["Gb/s", 1];
  let handle = null;

  function resize() {
    const { width, height } = element.getBoundingClientRect();
    x.range([STRIP.left, width - STRIP.right]);
    y.domain([0, (most / scale) * 1.08]).range([height - STRIP.bottom, STRIP.top]);
    svg.selectAll("*").remove();
    svg.attr("viewBox", `0 0 ${width} ${height}`);
    drawFaults(svg, run, x, height);
    drawCurves(svg, curves.slice(0, CURVES), x, y, scale, run);
    drawAxes(svg, x, y, width, height, clock, unit);
    drawNames(svg, curves.slice(0, CURVES), run.color);
    handle = drawHandle(svg, height, run.grid.end_ns);
  }

  function move(time) {
    handle
      .attr("transform", `translate(${x(time)},0)`)
      .attr("aria-valuenow", Math.round(time))
      .attr("aria-valuetext", clock.text(time));
  }

  const toTime = () => Math.max(0, Math.min(run.grid.end_ns, x.invert(d3.mouse(element)[0])));
  svg.call(d3.drag().container(element).on("start drag", () => seek(toTime())));
  return { resize, move, x: () => x };
}

function drawFaults(svg, run, x, height) {
  const base = height - STRIP.bottom;
  const group = svg.append("g").attr("aria-label", "Faults");
  run.faults.slice(0, 400).forEach(({ from, to, state, text }) => {
    const wide = Math.max(1, x(to === null ? run.grid.end_ns : to) - x(from));
    group.append("rect").attr("class", "fault").attr("x", x(from)).attr("y", STRIP.top).attr("width", wide)
      .attr("height", base - STRIP.top).append("title").text(text);
    group.append("path").attr("class", "edge").attr("d", `M${x(from)},${STRIP.top}V${base}`);
    run.faults.length <= 12 && group.append("text").attr("class", "sign").attr("x", x(from)).attr("y", 28)
      .attr("text-anchor", "middle").text(state === "degraded" ? "!" : "✕");
  });
  const retired = run.events.rows.filter((row) => row[1] === "ev-bad");
  const path = retired.slice(0, 5000).map((row) => `M${x(row[0])},${base - 9}v8`).join("");
  svg.append("path").attr("class", "rug").attr("d", path).append("title").text("EVs retired");
  run.jobs.steps.forEach(([end, name]) => {
    svg.append("path").attr("class", "step").attr("d", `M${x(end)},${STRIP.top}v7`).append("title").text(`End: ${name}`);
  });
}

function drawCurves(svg, curves, x, y, scale, run) {
  const time = (_, i) => x((i + 1) * run.grid.interval_ns);
  const line = d3.line().x(time).y((value) => y(value / scale));
  const area = d3.area().x(time).y0(y(0)).y1((value) => y(value / scale));
  curves.forEach((curve, i) => {
    if (run.jobs.names.length === 1) {
      svg.append("path").attr("class", "area").attr("fill", run.color).attr("d", area(curve.values));
    }
    svg.append("path").attr("class", "curve").attr("stroke", run.color)
      .attr("stroke-dasharray", DASHES[i % DASHES.length]).attr("d", line(curve.values))
      .append("title").text(`Throughput of ${curve.name}`);
  });
}

/** The names of the curves, if there are several. */
function drawNames(svg, curves, color) {
  let left = 28 + svg.select("text.unit").node().getComputedTextLength();
  (curves.length > 1 ? curves : []).forEach(({ name }, i) => {
    svg.append("path").attr("class", "curve").attr("stroke", color)
      .attr("stroke-dasharray", DASHES[i % DASHES.length]).attr("d", `M${left},8h34`);
    const text = svg.append("text").attr("x", left + 40).attr("y", 12).text(name);
    left += 60 + text.node().getComputedTextLength();
  });
}

function drawAxes(svg, x, y, width, height, clock, unit) {
  const inUnit = d3.scaleLinear().domain(x.domain().map((time) => time / clock.ns)).range(x.range());
  const ticks = Math.max(2, Math.floor(width / 150));
  const axis = d3.axisBottom(inUnit).ticks(ticks).tickFormat((value) => `${d3.format(",")(value)} ${clock.unit}`);
  svg.append("g").attr("transform", `translate(0,${height - STRIP.bottom})`).call(axis.tickSizeOuter(0));
  svg.append("g").attr("transform", `translate(${STRIP.left},0)`).call(d3.axisLeft(y).ticks(3).tickSizeOuter(0));
  svg.append("text").attr("class", "unit").attr("x", 2).attr("y", 12).text(`throughput, ${unit}`);
}

function drawHandle(svg, height, end) {
  const handle = svg.append("g").attr("class", "handle").attr("role", "slider").attr("tabindex", 0)
    .attr("aria-label", "Time").attr("aria-valuemin", 0).attr("aria-valuemax", Math.round(end));
  handle.append("line").attr("y1", 4).attr("y2", height - STRIP.bottom);
  handle.append("circle").attr("cy", height - STRIP.bottom).attr("r", 8);
  return handle;
}
