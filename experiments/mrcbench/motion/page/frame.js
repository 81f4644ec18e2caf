// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// The run, what is chosen of it, and a frame of the page.

const NARROW = 900; // CSS pixels, as in the style sheet

const byId = (id) => document.getElementById(id);
const run = await unpackAll(JSON.parse(byId("data").textContent));
const members = d3.nest().key((i) => run.fabric.nodeOf[i]).object(d3.range(run.fabric.names.length));
run.membersOf = (node) => members[node] || [];
const clock = makeClock(run.grid.end_ns);
const evs = makeEvs(run);
run.qpList = evs.list;
const meter = makeMeter(run);
const fabric = makeFabric(run, byId("fabric"));
const allPlanes = d3.range(run.fabric.planes);
const chosen = { kind: null, id: null, qp: null, ev: null, plane: null };
let shown = { column: -1, time: -1 }; // what the panel tells of
let wanted = false; // a frame
let held = false; // somebody presses a button of the panel, which has to stay until it is let go

const player = makePlayer(run, () => {
  if (!wanted) {
    wanted = true;
    requestAnimationFrame(() => { wanted = false; paint(); });
  }
});
const timeline = makeTimeline(run, byId("timeline"), (time) => { player.pause(); player.seek(time); });
const flows = makeFlows(run, byId("flows"), timeline.x);

/** What is broken at a time. */
function brokenAt(time) {
  const broken = { links: new Set(), degraded: new Set(), nodes: new Map(), words: [] };
  run.faults.filter((fault) => fault.from <= time && (fault.to === null || time < fault.to)).forEach((fault) => {
    broken.words.push(`${fault.kind} ${fault.what} ${fault.detail}`.trim());
    const many = (link) => run.fabric.links[link].n > 1;
    fault.links.forEach((link) => (fault.state === "down" && !many(link) ? broken.links : broken.degraded).add(link));
    fault.nodes.forEach((node) => broken.nodes.set(node, fault.state));
  });
  return broken;
}

/** What is chosen, as nodes and directions of the picture. */
function markedNow() {
  const marked = { nodes: new Set(), links: [], arrows: false };
  if (chosen.kind === "link") {
    const link = run.fabric.links[chosen.id];
    marked.links = [2 * chosen.id, 2 * chosen.id + 1];
    [link.a, link.b].forEach((node) => marked.nodes.add(node));
  } else if (chosen.kind === "node") {
    marked.nodes.add(chosen.id);
  } else if (chosen.kind === "flow") {
    const { src, dst } = flows.row(chosen.id);
    [src, dst].filter((place) => place).forEach((place) => marked.nodes.add(run.fabric.nodeOf[place - 1]));
  } else if (chosen.kind === "qp") {
    const qp = evs.find(chosen.qp);
    const path = chosen.ev === null ? null : evs.pathOf(qp.number, chosen.ev);
    (path ? path.nodes : [nodeNamed(qp.host), nodeNamed(qp.peer)]).forEach((node) => marked.nodes.add(node));
    Object.assign(marked, { links: path ? path.links : [], arrows: true });
  }
  return marked;
}

function nodeNamed(name) {
  const place = run.fabric.names.indexOf(name);
  return place < 0 ? undefined : run.fabric.nodeOf[place];
}

function momentNow() {
  const time = player.time();
  const column = player.column(time);
  const smooth = player.playing() && !stillness.matches;
  const blend = smooth ? Math.min(1, (time - column * run.grid.interval_ns) / run.grid.interval_ns) : 1;
  return { time, column, blend, broken: brokenAt(time), marked: markedNow() };
}

/** One frame. */
function paint() {
  const moment = momentNow();
  fabric.draw(moment);
  timeline.move(moment.time);
  flows.draw(moment.time, chosen.kind === "flow" ? chosen.id : null);
  byId("now").textContent = clock.text(moment.time);
  const more = moment.broken.words.length - 2;
  setText("happening", moment.broken.words.slice(0, 2).join("; ") + (more > 0 ? `; and ${more} more` : ""));
  const playing = player.playing() ? "yes" : "no";
  Object.assign(document.body.dataset, { timeNs: moment.time, sample: moment.column, blend: moment.blend, playing });
  if (!held && (moment.column !== shown.column || (!player.playing() && moment.time !== shown.time))) {
    fillPanel(moment);
  }
  showControls();
}

function setText(id, text) {
  if (byId(id).textContent !== text) {
    byId(id).textContent = text;
  }
}

function showControls() {
  const playing = player.playing();
  const button = byId("play");
  const state = playing ? "Pause" : "Play";
  if (button.dataset.shows !== state) {
    button.dataset.shows = state;
    button.setAttribute("aria-label", state);
    const sign = playing ? "M4 2h5v16h-5zM13 2h5v16h-5z" : "M4 1l15 9l-15 9z";
    button.innerHTML = `<svg width="22" height="20" aria-hidden="true"><path d="${sign}" fill="currentColor"/></svg>`;
  }
  const [ns, unit] = player.speed() >= 1e6 ? [1e6, "ms"] : player.speed() >= 1e3 ? [1e3, "us"] : [1, "ns"];
  setText("speed", `${player.speed() / ns} ${unit} per second`);
}

function panelOf({ time, column }) {
  switch (chosen.kind) {
    case "link": return linkPanel(run, meter, chosen.id, column);
    case "node": return nodePanel(run, meter, chosen.id, column);
    case "flow": return flowPanel(run, flows, clock, chosen.id);
    case "qp": return qpPanel(run, evs, clock, chosen, time, column);
    default: return runPanel(run, meter, clock, column);
  }
}

/** The panel anew, with the place of the keyboard and of the scroll bar kept. */
function fillPanel(moment) {
  const panel = byId("panel");
  const focused = panel.contains(document.activeElement) ? document.activeElement.dataset.act : null;
  const { scrollTop } = panel;
  panel.innerHTML = panelOf(moment);
  panel.scrollTop = scrollTop;
  shown = moment;
  if (focused) {
    const again = panel.querySelector(`[data-act="${CSS.escape(focused)}"]`);
    again && again.focus();
  }
  const about = panel.querySelector("h2").textContent;
  byId("fabric").setAttribute("aria-label", `The fabric at ${clock.text(moment.time)}. ${about}`);
}
