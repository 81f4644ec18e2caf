// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// QPs and their EVs: the states at a time, and the paths.

/**
 * @param run the data of the page
 * @return an object: list of QPs, states(qp, time), pathOf(qp, ev), rows(qp, ev)
 */
function makeEvs(run) {
  const { evs, fabric } = run;
  const numbers = new Map(evs.qps.map((name, i) => [name, i]));
  const changes = evs.qps.map(() => []);
  d3.range(evs.changes.ev.shape[0]).forEach((i) => {
    const [time, number, state] = ["time_ns", "ev", "state"].map((column) => evs.changes[column].at(i));
    changes[d3.bisectRight(evs.first, number) - 1].push({ time, number, state });
  });
  const starts = [0]; // of the paths in their list of switches
  d3.range(evs.paths.lengths.shape[0]).forEach((i) => starts.push(starts[i] + evs.paths.lengths.at(i)));
  const directions = new Map();
  fabric.links.forEach(({ a, b, plane }, id) => [`${a} ${b} ${plane}`, `${b} ${a} ${plane}`].forEach((ends, side) =>
    directions.has(ends) || directions.set(ends, 2 * id + side)));
  const names = d3.set([...evs.qps, ...Object.keys(evs.left_out), ...run.qps.names]).values();
  const list = names.map((name) => {
    const number = numbers.has(name) ? numbers.get(name) : null;
    const peer = number === null ? evs.left_out[name] || "" : evs.peers[number];
    return { name, host: name.split("/")[0], peer, number };
  });

  /** Numbers of the states of a QP's EVs at a time. */
  function states(qp, time) {
    const now = d3.range(evs.first[qp], evs.first[qp + 1]).map((number) => evs.initial.at(number));
    changes[qp].filter((change) => change.time <= time)
      .forEach((change) => { now[change.number - evs.first[qp]] = change.state; });
    return now;
  }

  /** Nodes of the picture and directions on the path of an EV; null if switches choose the path. */
  function pathOf(qp, ev) {
    const path = evs.path.at(ev);
    const inner = d3.range(starts[path], starts[path + 1]).map((place) => evs.paths.items.at(place));
    const ends = [evs.qps[qp].split("/")[0], evs.peers[qp]].map((name) => run.nodeNamed(name));
    if (!inner.length || ends.includes(undefined)) {
      return null;
    }
    const nodes = [ends[0], ...inner.map((node) => fabric.nodeOf[node]), ends[1]];
    const steps = d3.pairs(nodes).map(([a, b]) => directions.get(`${a} ${b} ${evs.planes.at(ev)}`));
    return { nodes, links: steps.filter((step) => step !== undefined), names: inner.map((node) => fabric.names[node]) };
  }

  const hex = (ev) => `0x${evs.values.at(ev).toString(16)}`;

  /** Rows of events.csv about an EV. */
  function rows(qp, ev) {
    const about = new RegExp(`\\b(ev|by) ${hex(ev)}\\b`);
    return run.events.rows.filter((row) => row[2] === evs.qps[qp] && about.test(row[3]));
  }

  return { list, states, pathOf, rows, hex, find: (name) => list.find((qp) => qp.name === name) };
}

/** The panel of a QP. */
function qpPanel(run, evs, clock, { qp: name, ev: chosenEv }, time, column) {
  const qp = evs.find(name);
  const place = run.qps.names.indexOf(name);
  const series = [
    ["qp.rate_gbps", "qp.rate_gbps", "arrives, Gb/s", two],
    ["qp.cwnd_bytes", "qp.cwnd_bytes", "window", bytes],
    ["qp.rtt_ns", "qp.rtt_ns", "round trip", (ns) => `${two(ns / 1e3)} us`],
    ...(qp.number === null ? [] : run.evs.states).map((state) =>
      [`qp.evs_${state}`, `evs_${state}`, `EVs ${state}`, whole]),
  ];
  const rows = series.filter(([kind]) => run.qps.series[kind]).map(([kind, key, label, format]) => {
    const value = place < 0 ? NaN : run.qps.series[kind].cell(place, column);
    return rowOf(label, [cell(key, value, known(format)(value))]);
  });
  const why = run.evs.qps.length ? "There is no room here for the EVs of this QP."
    : "EVs are recorded only with MRC, by measure.evs.";
  return `<h2>${safe(name)}${qp.peer ? ` → ${safe(qp.peer)}` : ""}</h2>
    <p>${buttons([qp.host, qp.peer].filter((host) => host).map((host) => [`host ${host}`, host]))}</p>
    <table><tbody>${rows.join("")}</tbody></table>
    ${chosenEv === null ? "" : evPanel(run, evs, clock, qp.number, chosenEv, time)}
    ${qp.number === null ? `<p class="muted">${why}</p>` : evGrid(run, evs, qp.number, chosenEv, time)}`;
}

function evGrid(run, evs, qp, chosen, time) {
  const square = ({ ev, state }) => `<button type="button" class="ev" data-act="ev ${ev}" data-ev="${evs.hex(ev)}"
    data-state="${state}" aria-pressed="${ev === chosen}" aria-label="EV ${evs.hex(ev)}, ${state}"
    title="${evs.hex(ev)} ${state}">${GLYPHS[state]}</button>`;
  const now = evs.states(qp, time).map((state, i) => ({ ev: run.evs.first[qp] + i, state: run.evs.states[state] }));
  return d3.nest().key(({ ev }) => run.evs.planes.at(ev)).entries(now).map(({ key, values }) =>
    `<h3>EVs of plane ${key}</h3><div class="evs">${values.map(square).join("")}</div>`).join("");
}

function evPanel(run, evs, clock, qp, ev, time) {
  const state = run.evs.states[evs.states(qp, time)[ev - run.evs.first[qp]]];
  const path = evs.pathOf(qp, ev);
  const [from, to] = [run.evs.qps[qp].split("/")[0], run.evs.peers[qp]];
  const names = path ? [from, ...path.names, to].join(" → ") : "chosen by the switches";
  const events = evs.rows(qp, ev).map((row) => `<li>${clock.text(row[0])}: ${safe(row[1])} ${safe(row[3])}</li>`);
  return `<h3>EV ${evs.hex(ev)}, plane ${run.evs.planes.at(ev)}: <span data-key="state">${state}</span></h3>
    <p data-key="path">${safe(names)}</p>
    <ul data-key="events">${events.join("") || '<li class="muted">no events</li>'}</ul>`;
}
