// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// QPs and their EVs: the states at a time, and the paths.

/**
 * @param run the data of the page
 * @return an object: list of QPs, states(qp, time), pathOf(qp, ev), rows(qp, ev)
 */
function makeEvs(run) {
  const { evs } = run;
  const numbers = new Map(evs.qps.map((name, i) => [name, i]));
  const changes = evs.qps.map(() => []);
  d3.range(evs.changes.ev.shape[0]).forEach((i) => {
    const [time, number, state] = ["time_ns", "ev", "state"].map((column) => evs.changes[column].at(i));
    changes[d3.bisectRight(evs.first, number) - 1].push({ time, number, state });
  });
  const directions = new Map();
  run.fabric.links.forEach((link, id) => {
    const [there, back] = [`${link.a} ${link.b} ${link.plane}`, `${link.b} ${link.a} ${link.plane}`];
    directions.has(there) || directions.set(there, 2 * id);
    directions.has(back) || directions.set(back, 2 * id + 1);
  });
  const nodeOfName = new Map(run.fabric.names.map((name, i) => [name, run.fabric.nodeOf[i]]));
  const names = d3.set([...evs.qps, ...Object.keys(evs.left_out), ...run.qps.names]).values();
  const list = names.map((name) => {
    const number = numbers.has(name) ? numbers.get(name) : null;
    const peer = number === null ? evs.left_out[name] || "" : evs.peers[number];
    return { name, host: name.split("/")[0], peer, number };
  });

  /** Numbers of the states of a QP's EVs at a time. */
  function states(qp, time) {
    const [from, to] = [evs.first[qp], evs.first[qp + 1]];
    const now = d3.range(from, to).map((number) => evs.initial.at(number));
    changes[qp].forEach((change) => {
      if (change.time <= time) {
        now[change.number - from] = change.state;
      }
    });
    return now;
  }

  /** Nodes of the picture and directions on the path of an EV; null where switches choose it. */
  function pathOf(qp, ev) {
    const { starts, items } = evs.paths;
    const inner = d3.range(starts.at(evs.path.at(ev)), starts.at(evs.path.at(ev) + 1)).map(items.at);
    const [src, dst] = [nodeOfName.get(evs.qps[qp].split("/")[0]), nodeOfName.get(evs.peers[qp])];
    if (!inner.length || src === undefined || dst === undefined) {
      return null;
    }
    const nodes = [src, ...inner.map((node) => run.fabric.nodeOf[node]), dst];
    const plane = evs.planes.at(ev);
    const steps = d3.pairs(nodes).filter(([a, b]) => a !== b).map(([a, b]) => directions.get(`${a} ${b} ${plane}`));
    const names = inner.map((node) => run.fabric.names[node]);
    return { nodes, links: steps.filter((step) => step !== undefined), names };
  }

  const hex = (ev) => `0x${evs.values.at(ev).toString(16)}`;

  /** What events.csv says of an EV. */
  function rows(qp, ev) {
    const told = new RegExp(`\\bev ${hex(ev)}\\b|\\bby ${hex(ev)}\\b`);
    return run.events.rows.filter((row) => row[2] === evs.qps[qp] && told.test(row[3]));
  }

  return { list, numbers, states, pathOf, rows, hex, find: (name) => list.find((qp) => qp.name === name) };
}

/** The panel of a QP. */
function qpPanel(run, evs, clock, { qp: name, ev: chosenEv }, time, column) {
  const qp = evs.find(name);
  const place = run.qps.names.indexOf(name);
  const value = (kind) => (place < 0 ? NaN : run.qps.series[kind].at(place * run.grid.count + column));
  const series = [
    ["qp.rate_gbps", "arrives, Gb/s", two],
    ["qp.cwnd_bytes", "window", bytes],
    ["qp.rtt_ns", "round trip", (ns) => `${two(ns / 1e3)} us`],
  ];
  const rows = series.filter(([kind]) => run.qps.series[kind]).map(([kind, label, format]) => {
    const number = value(kind);
    return rowOf(label, [cell(kind, number, Number.isNaN(number) ? "-" : format(number))]);
  });
  const counts = run.evs.states.filter((state) => run.qps.series[`qp.evs_${state}`]).map((state) => {
    const number = value(`qp.evs_${state}`);
    return rowOf(`EVs ${state}`, [cell(`evs_${state}`, number, Number.isNaN(number) ? "-" : whole(number))]);
  });
  return `<h2>${safe(name)}${qp.peer ? ` → ${safe(qp.peer)}` : ""}</h2>
    <p>${buttons([[`host ${qp.host}`, qp.host], ...(qp.peer ? [[`host ${qp.peer}`, qp.peer]] : [])])}</p>
    <table><tbody>${rows.join("")}${qp.number === null ? "" : counts.join("")}</tbody></table>
    ${chosenEv === null ? "" : evPanel(run, evs, clock, qp.number, chosenEv, time)}
    ${qp.number === null ? noEvs(run) : evGrid(run, evs, qp.number, chosenEv, time)}`;
}

function noEvs(run) {
  const why = run.evs.qps.length ? "There is no room here for the EVs of this QP."
    : "EVs are recorded with MRC alone, by measure.evs.";
  return `<p class="muted">${why}</p>`;
}

function evGrid(run, evs, qp, chosen, time) {
  const first = run.evs.first[qp];
  const now = evs.states(qp, time);
  const planes = d3.nest().key(([ev]) => run.evs.planes.at(ev)).sortKeys(d3.ascending)
    .entries(now.map((state, i) => [first + i, run.evs.states[state]]));
  const square = ([ev, state]) => `<button type="button" class="ev" data-act="ev ${ev}" data-ev="${evs.hex(ev)}"
    data-state="${state}" aria-pressed="${ev === chosen}" aria-label="EV ${evs.hex(ev)}, ${state}"
    title="${evs.hex(ev)} ${state}">${GLYPHS[state]}</button>`;
  return planes.map(({ key, values }) =>
    `<h3>EVs of plane ${key}</h3><div class="evs">${values.map(square).join("")}</div>`).join("");
}

function evPanel(run, evs, clock, qp, ev, time) {
  const state = run.evs.states[evs.states(qp, time)[ev - run.evs.first[qp]]];
  const path = evs.pathOf(qp, ev);
  const [from, to] = [run.evs.qps[qp].split("/")[0], run.evs.peers[qp]];
  const names = path ? [from, ...path.names, to].join(" → ") : "chosen by the switches";
  const rows = evs.rows(qp, ev);
  const told = rows.map((row) => `<li>${clock.text(row[0])}: ${safe(row[1])} ${safe(row[3])}</li>`).join("");
  return `<h3>EV ${evs.hex(ev)}, plane ${run.evs.planes.at(ev)}: <span data-key="state">${state}</span></h3>
    <p data-key="path">${safe(names)}</p><ul data-key="events">${told || '<li class="muted">no events</li>'}</ul>`;
}
