// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// The run with its numbers unpacked, the selection, and a frame of the page.

const NARROW = 900; // CSS pixels, as in the style sheet

const byId = (id) => document.getElementById(id);
const run = await unpackAll(JSON.parse(byId("data").textContent));
run.membersOf = (node) => d3.range(run.fabric.names.length).filter((member) => run.fabric.nodeOf[member] === node);
run.nodeNamed = (name) => run.fabric.nodeOf[run.fabric.names.indexOf(name)];
run.faults.forEach((fault) => { fault.text = `${fault.kind} ${fault.what} ${fault.detail}`.trim(); });
const captionTimes = run.captions.map(([begin]) => begin);
const clock = makeClock(run.grid.end_ns);
const evs = makeEvs(run);
const meter = makeMeter(run);
const fabric = makeFabric(run, byId("fabric"));
const allPlanes = d3.range(run.fabric.planes);
const chosen = { kind: null, id: null, qp: null, ev: null, plane: null };
let shown = { column: -1, time: -1 }; // the time of the panel
let wanted = false; // whether a frame is requested
let held = false; // whether a button of the panel is pressed, which must stay until its release
const paired = parent !== window; // whether this is one of two runs on one clock (pair.html)
// The last time that both have. The run that was touched last leads: its turn is the highest number.
const pair = { time: -1, turn: 0, leads: false };

const player = makePlayer(run, () => {
  if (!wanted) {
    wanted = true;
    requestAnimationFrame(() => { wanted = false; paint(); });
  }
});
const timeline = makeTimeline(run, byId("timeline"), (time) => { player.pause(); player.seek(time); });
const flows = makeFlows(run, byId("flows"), timeline.x);

/** The broken links and nodes at a time, and texts of their faults. */
function brokenAt(time) {
  const broken = { links: new Set(), degraded: new Set(), nodes: new Map(), texts: [] };
  run.faults.filter(({ from, to }) => from <= time && (to === null || time < to)).forEach((fault) => {
    broken.texts.push(fault.text);
    const down = (link) => fault.state === "down" && run.fabric.links[link].n === 1;
    fault.links.forEach((link) => (down(link) ? broken.links : broken.degraded).add(link));
    fault.nodes.forEach((node) => broken.nodes.set(node, fault.state));
  });
  return broken;
}

/** The selection, as nodes and directions of the picture. */
function markedNow() {
  const { kind, id, qp: name, ev } = chosen;
  if (kind === "link") {
    const link = run.fabric.links[id];
    return { nodes: new Set([link.a, link.b]), links: [2 * id, 2 * id + 1] };
  }
  if (kind === "qp") {
    const qp = evs.find(name);
    const path = ev === null ? null : evs.pathOf(qp.number, ev);
    const { nodes, links } = path || { nodes: [run.nodeNamed(qp.host), run.nodeNamed(qp.peer)], links: [] };
    return { nodes: new Set(nodes), links, arrows: true };
  }
  const row = kind === "flow" ? flows.row(id) : {};
  const ends = [row.src, row.dst].filter((place) => place).map((place) => run.fabric.nodeOf[place - 1]);
  return { nodes: new Set(kind === "node" ? [id] : ends), links: [] };
}

function momentNow() {
  const time = player.time();
  const column = player.column(time);
  const smooth = player.playing() && !stillness.matches;
  const blend = smooth ? Math.min(1, (time - column * run.grid.interval_ns) / run.grid.interval_ns) : 1;
  return { time, column, blend, broken: brokenAt(time), marked: markedNow() };
}

/** Tell the other run the time, unless it comes from there. */
function share(time) {
  if (paired && time !== pair.time) {
    Object.assign(pair, { time, turn: pair.turn + !pair.leads, leads: true });
    parent.postMessage({ time, turn: pair.turn }, "*");
  }
}

/** Show the time, or the address, of the page of both runs. */
function hear({ source, data }) {
  if (source === parent && data.turn >= pair.turn) {
    Object.assign(pair, { ...data, leads: false });
    player.pause();
    player.seek(data.time);
  }
  source === parent && data.address && follow(data.address);
}

/** The last sentence about what has happened; empty before the first. */
function captionAt(time) {
  const place = d3.bisectRight(captionTimes, time) - 1;
  return place < 0 ? "" : `${clock.text(run.captions[place][0])}: ${run.captions[place][1]}`;
}

/** Draw one frame. */
function paint() {
  const moment = momentNow();
  fabric.draw(moment);
  timeline.move(moment.time);
  flows.draw(moment.time, chosen.kind === "flow" ? chosen.id : null);
  byId("now").textContent = clock.text(moment.time);
  const { texts } = moment.broken;
  setText("happening", texts.slice(0, 2).join("; ") + (texts.length > 2 ? `; and ${texts.length - 2} more` : ""));
  setText("caption", captionAt(moment.time));
  const playing = player.playing() ? "yes" : "no";
  Object.assign(document.body.dataset, { timeNs: moment.time, sample: moment.column, blend: moment.blend, playing });
  if (!held && (moment.column !== shown.column || (!player.playing() && moment.time !== shown.time))) {
    fillPanel(moment);
  }
  const [ns, unit] = player.speed() >= 1e6 ? [1e6, "ms"] : player.speed() >= 1e3 ? [1e3, "us"] : [1, "ns"];
  setText("speed", `${player.speed() / ns} ${unit} per second`);
  byId("play").setAttribute("aria-label", player.playing() ? "Pause" : "Play");
  share(moment.time);
}

function setText(id, text) {
  if (byId(id).textContent !== text) {
    byId(id).textContent = text;
  }
}

function panelOf({ time, column }) {
  switch (chosen.kind) {
    case "link": return linkPanel(run, meter, chosen.id, column);
    case "node": return nodePanel(run, meter, evs, chosen.id, column);
    case "flow": return flowPanel(run, flows, clock, chosen.id);
    case "qp": return qpPanel(run, evs, clock, chosen, time, column);
    default: return runPanel(run, meter, clock, column);
  }
}

/** Redraw the panel, with the same keyboard focus and scroll position. */
function fillPanel(moment) {
  const panel = byId("panel");
  const focused = panel.contains(document.activeElement) ? document.activeElement.dataset.act : null;
  const { scrollTop } = panel;
  panel.innerHTML = panelOf(moment);
  panel.scrollTop = scrollTop;
  shown = moment;
  const again = focused && panel.querySelector(`[data-act="${CSS.escape(focused)}"]`);
  again && again.focus();
  const about = panel.querySelector("h2").textContent;
  byId("fabric").setAttribute("aria-label", `The fabric at ${clock.text(moment.time)}. ${about}`);
}

function resize() {
  const planes = chosen.plane === null ? allPlanes : [chosen.plane];
  byId("picture").style.setProperty("--picture-height", `${planes.length * 13 + (planes.length > 1 ? 1 : 6)}rem`);
  fabric.resize(planes);
  timeline.resize();
  flows.resize();
  shown = { column: -1, time: -1 };
  player.seek(player.time());
}

/**
 * @param packed as mrcbench/motion/data.py writes it
 * @return {shape, at(i), cell(row, column)}: at returns the value of place i, NaN if it is unknown
 */
async function unpack({ shape, type, data }) {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const values = new globalThis[type](await new Response(stream).arrayBuffer());
  return { shape, at: (i) => values[i], cell: (row, column) => values[row * shape[1] + column] };
}

/**
 * @param node any part of the data
 * @return the same with every packed array in it unpacked
 */
async function unpackAll(node) {
  if (node === null || typeof node !== "object" || Array.isArray(node)) {
    return node; // lists contain no packed arrays
  }
  if (typeof node.data === "string") {
    return unpack(node);
  }
  const entries = Object.entries(node).map(async ([key, value]) => [key, await unpackAll(value)]);
  return Object.fromEntries(await Promise.all(entries));
}
