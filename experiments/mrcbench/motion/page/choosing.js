// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// The choice of a link, a node, a message, a QP or an EV, of a plane, and of the messages that are drawn.

function choose(what) {
  Object.assign(chosen, { kind: null, id: null, qp: null, ev: null }, what);
  const about = chosen.kind === "qp" ? chosen.qp : chosen.id;
  document.body.dataset.chosen = chosen.kind === null ? "" : `${chosen.kind} ${about}`;
  document.body.dataset.chosenEv = chosen.ev === null ? "" : evs.hex(chosen.ev);
  shown = { column: -1, time: -1 };
  const plane = planeChosen();
  if (chosen.plane !== null && plane >= 0 && plane !== chosen.plane) {
    choosePlane(plane); // so that the selection is visible
  }
  player.seek(player.time());
}

/** The plane of the selection; -1: none, or a host, which is in all planes. */
function planeChosen() {
  const list = { link: run.fabric.links, node: run.fabric.nodes }[chosen.kind];
  return list ? list[chosen.id].plane : chosen.ev === null ? -1 : run.evs.planes.at(chosen.ev);
}

/** Choose a link in either direction, a switch, a host or a QP by name, or the box that contains it. */
function select(name) {
  const turned = name.replace(/^(.*?)--(.*?)(\.\d+)?$/, "$2--$1$3");
  const link = run.fabric.links.findIndex((each) => each.name === name || each.name === turned);
  const box = run.fabric.nodes.findIndex((each) => each.name === name);
  const node = box >= 0 ? box : run.nodeNamed(name);
  if (link >= 0) {
    choose({ kind: "link", id: link });
  } else if (node !== undefined) {
    choose({ kind: "node", id: node });
  } else if (evs.find(name)) {
    choose({ kind: "qp", qp: name });
  } else {
    return false;
  }
  return true;
}

/** The moment and the selection in the address of the page, such as #t=2.03ms&select=h3. */
function follow(address) {
  const { t, select: name } = Object.fromEntries(new URLSearchParams(address.replace(/^#/, "")));
  const [, count, unit] = /^(\d+(?:\.\d+)?)(ns|us|ms|s)$/.exec(t || "") || [];
  if (count) {
    player.pause();
    player.seek(+count * { ns: 1, us: 1e3, ms: 1e6, s: 1e9 }[unit]);
  }
  name && select(name);
}

/** The address of this moment and selection. */
function address() {
  const name = { link: () => run.fabric.links[chosen.id].name, node: () => run.fabric.nodes[chosen.id].name,
    qp: () => chosen.qp }[chosen.kind];
  const time = `#t=${+(player.time() / clock.ns).toFixed(6)}${clock.unit}`;
  return name ? `${time}&select=${encodeURIComponent(name())}` : time;
}

/** Actions of the buttons of the panel: a word and its object. */
function act(text) {
  const [verb, about] = [text.replace(/ .*/, ""), text.replace(/^\S+ /, "")];
  const acts = {
    link: () => choose({ kind: "link", id: +about }),
    node: () => choose({ kind: "node", id: +about }),
    host: () => select(about),
    qp: () => choose({ kind: "qp", qp: about }),
    ev: () => choose({ kind: "qp", qp: chosen.qp, ev: +about }),
    seek: () => { player.pause(); player.seek(+about); },
    flows: () => chooseFlows(`host ${about}`),
  };
  acts[verb]();
}

function chooseFlows(what) {
  const list = byId("flow-choice");
  if (![...list.options].some((option) => option.value === what)) {
    list.add(new Option(`of ${run.fabric.nodes[+what.split(" ")[1]].name}`, what));
  }
  list.value = what;
  flows.choose(what);
  player.seek(player.time());
}

function choosePlane(plane) {
  if (plane === null || plane < run.fabric.planes) {
    chosen.plane = plane;
    d3.selectAll("#planes button").attr("aria-pressed", (each) => String(each === plane));
    resetView();
    resize();
  }
}

const zoom = d3.zoom().scaleExtent([1, 12])
  .filter(() => !d3.event.button && (d3.event.type !== "wheel" || d3.event.ctrlKey || innerWidth > NARROW))
  .on("zoom", () => { fabric.setView(d3.event.transform); player.seek(player.time()); });

function resetView() {
  d3.select("#fabric").call(zoom.transform, d3.zoomIdentity);
}

function unselect() {
  byId("help").open && byId("help").close();
  resetView();
  choose({});
}

function nextFault() {
  const times = run.faults.map(({ from, to }) => [from, to]).flat().filter((time) => time !== null).sort(d3.ascending);
  const next = times.find((time) => time > player.time());
  player.pause();
  player.seek(next === undefined ? times[0] || 0 : next);
}
