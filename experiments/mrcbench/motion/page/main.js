// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// All parts together. What tests and other pages may hold on to is window.mrcMotion (docs/motion.md).

const NARROW = 900; // CSS pixels, as in the style sheet

const byId = (id) => document.getElementById(id);
const run = await unpackAll(JSON.parse(byId("story").textContent));
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
let wanted = false;

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
  run.spells.filter((spell) => spell.from <= time && (spell.to === null || time < spell.to)).forEach((spell) => {
    broken.words.push(`${spell.kind} ${spell.what} ${spell.detail}`.trim());
    const many = (link) => run.fabric.links[link].n > 1;
    spell.links.forEach((link) => (spell.state === "down" && !many(link) ? broken.links : broken.degraded).add(link));
    spell.nodes.forEach((node) => broken.nodes.set(node, spell.state));
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
    const way = chosen.ev === null ? null : evs.way(qp.number, chosen.ev);
    (way ? way.nodes : [nodeNamed(qp.host), nodeNamed(qp.peer)]).forEach((node) => marked.nodes.add(node));
    Object.assign(marked, { links: way ? way.links : [], arrows: true });
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
  setText("happening", moment.broken.words.slice(0, 2).join("; ") + (moment.broken.words.length > 2 ? `; and ${moment.broken.words.length - 2} more` : ""));
  Object.assign(document.body.dataset, { timeNs: moment.time, sample: moment.column, blend: moment.blend, playing: player.playing() ? "yes" : "no" });
  if (moment.column !== shown.column || (!player.playing() && moment.time !== shown.time)) {
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
    case "qp": return qpPanel(run, evs, clock, chosen.qp, chosen.ev, (column + 1) * run.grid.interval_ns >= run.grid.end_ns ? run.grid.end_ns : time, column);
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
  byId("fabric").setAttribute("aria-label", `The fabric at ${clock.text(moment.time)}. ${panel.querySelector("h2").textContent}`);
}

function choose(what) {
  Object.assign(chosen, { kind: null, id: null, qp: null, ev: null }, what);
  document.body.dataset.chosen = chosen.kind === null ? "" : chosen.kind === "qp" ? `qp ${chosen.qp}` : `${chosen.kind} ${chosen.id}`;
  document.body.dataset.chosenEv = chosen.ev === null ? "" : evs.hex(chosen.ev);
  shown = { column: -1, time: -1 };
  player.seek(player.time());
}

/** Choose by name: of a link in either direction, a switch, a host, a QP, or what the picture shows in its place. */
function select(name) {
  const turned = name.replace(/^(.*?)--(.*?)(\.\d+)?$/, "$2--$1$3");
  const link = run.fabric.links.findIndex((each) => each.name === name || each.name === turned);
  const node = run.fabric.nodes.findIndex((each) => each.name === name);
  if (link >= 0) {
    choose({ kind: "link", id: link });
  } else if (node >= 0 || nodeNamed(name) !== undefined) {
    choose({ kind: "node", id: node >= 0 ? node : nodeNamed(name) });
  } else if (evs.find(name)) {
    choose({ kind: "qp", qp: name });
  } else {
    return false;
  }
  return true;
}

/** What buttons of the panel do: a word and what it is about. */
function act(text) {
  const [verb, ...rest] = text.split(" ");
  const about = rest.join(" ");
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
    const name = run.fabric.nodes[+what.split(" ")[1]].name;
    list.add(new Option(`of ${name}`, what));
  }
  list.value = what;
  flows.choose(what);
  player.seek(player.time());
}

function choosePlane(plane) {
  if (plane !== null && plane >= run.fabric.planes) {
    return;
  }
  chosen.plane = plane;
  d3.selectAll("#planes button").attr("aria-pressed", (each) => String(each === plane));
  resetView();
  resize();
}

function resize() {
  const planes = chosen.plane === null ? allPlanes : [chosen.plane];
  byId("picture").style.setProperty("--picture-height", `${planes.length * 13 + (planes.length > 1 ? 1 : 6)}rem`);
  fabric.resize(planes);
  timeline.resize();
  shown = { column: -1, time: -1 };
  player.seek(player.time());
}

const zoom = d3.zoom().scaleExtent([1, 12])
  .filter(() => !d3.event.button && (d3.event.type !== "wheel" || d3.event.ctrlKey || innerWidth > NARROW))
  .on("zoom", () => { fabric.setView(d3.event.transform); player.seek(player.time()); });

function resetView() {
  d3.select("#fabric").call(zoom.transform, d3.zoomIdentity);
}

function point() {
  const [x, y] = d3.mouse(byId("fabric"));
  const found = fabric.find(x, y);
  const tip = byId("tip");
  tip.hidden = !found;
  if (found) {
    const node = found.kind === "node";
    const load = node ? [] : [0, 1].map((side) => percent(meter.direction(2 * found.id + side, player.column(player.time())).load));
    tip.textContent = node ? run.fabric.nodes[found.id].name : `${run.fabric.links[found.id].name}: ${load.join(" / ")}`;
    const box = byId("picture").getBoundingClientRect();
    tip.style.left = `${Math.max(0, Math.min(x + 14, box.width - tip.offsetWidth))}px`;
    tip.style.top = `${y > box.height - 60 ? y - 40 : y + 18}px`;
  }
}

function unselect() {
  byId("help").open && byId("help").close();
  resetView();
  choose({});
}

function nextFault() {
  const times = run.spells.map((spell) => [spell.from, spell.to]).flat().filter((time) => time !== null).sort(d3.ascending);
  const next = times.find((time) => time > player.time());
  player.pause();
  player.seek(next === undefined ? times[0] || 0 : next);
}

function connect() {
  d3.select("#fabric").call(zoom).on("dblclick.zoom", null).on("mousemove", point)
    .on("mouseleave", () => { byId("tip").hidden = true; })
    .on("click", () => {
      const found = fabric.find(...d3.mouse(byId("fabric")));
      choose(found ? { kind: found.kind, id: found.id } : {});
    });
  d3.select("#flows").on("click", () => {
    const row = flows.find(...d3.mouse(byId("flows")));
    row === null ? player.seek(timeline.x().invert(d3.mouse(byId("flows"))[0])) : choose({ kind: "flow", id: row });
  });
  d3.select("#panel").on("click", () => {
    const button = d3.event.target.closest("[data-act]");
    button && act(button.dataset.act);
  });
  d3.select("#play").on("click", player.toggle);
  d3.select("#slower").on("click", () => player.faster(-1));
  d3.select("#faster").on("click", () => player.faster(1));
  d3.select("#help-button").on("click", showHelp);
  d3.select("#flow-choice").on("change", () => chooseFlows(byId("flow-choice").value));
  d3.select("#find").on("submit", () => { d3.event.preventDefault(); findNamed(); });
  d3.select("#find-name").on("change", findNamed);
  d3.select(window).on("resize", resize);
  [dark, stillness].forEach((media) => media.addEventListener("change", () => { fabric.refreshColors(); fillLegend(); resize(); }));
  listen(player, { unselect, help: showHelp, plane: choosePlane, nextFault });
}

function findNamed() {
  const field = byId("find-name");
  const name = field.value.trim();
  field.setCustomValidity(!name || select(name) ? "" : `Nothing here is called ${name}.`);
  field.reportValidity();
}

function showHelp() {
  byId("help").open || byId("help").showModal();
}

function fillLegend() {
  byId("legend").innerHTML = legendOf(run, fabric.queueMost);
}

function build() {
  byId("help").innerHTML = helpText(run);
  fillLegend();
  if (run.fabric.planes > 1) {
    d3.select("#planes").selectAll("button").data([null, ...allPlanes]).join("button").attr("type", "button")
      .attr("aria-pressed", (plane) => String(plane === null)).text((plane) => (plane === null ? "All planes" : `Plane ${plane}`))
      .on("click", choosePlane);
  }
  const names = [...run.fabric.nodes.map((node) => node.name), ...run.fabric.links.map((link) => link.name)].slice(0, 4000);
  d3.select("#names").selectAll("option").data(names).join("option").attr("value", (name) => name);
  d3.select("#flow-choice").selectAll("option").data(flows.choices()).join("option")
    .attr("value", ([value]) => value).text(([, text]) => text);
  d3.select(".handle").attr("aria-valuemax", run.grid.end_ns);
  flows.choose("slowest");
}

/** A point of the window where a click meets a link, a switch or a host. */
function positionOf(name) {
  const link = run.fabric.links.findIndex((each) => each.name === name);
  const box = byId("fabric").getBoundingClientRect();
  const node = nodeNamed(name);
  const plane = fabric.geometry().panels.map((panel) => panel.plane).find((each) => link >= 0 || run.fabric.nodes[node].plane < 0 || run.fabric.nodes[node].plane === each);
  const place = link >= 0 ? clearPoint(fabric.geometry(), run.fabric, link) : fabric.geometry().places.get(plane)[node];
  const [x, y] = fabric.toCanvas([place.x, place.y]);
  return { x: box.left + x, y: box.top + y };
}

/** Milliseconds that drawing takes, per frame, over frames spread evenly over the run. */
function measure(frames) {
  const before = performance.now();
  for (let i = 0; i < frames; ++i) {
    const column = Math.floor((i * run.grid.count) / frames);
    fabric.draw({ ...momentNow(), column, blend: 0.5, time: column * run.grid.interval_ns });
  }
  document.body.dataset.pixel = byId("fabric").getContext("2d").getImageData(0, 0, 1, 1).data.length; // all is drawn by now
  return (performance.now() - before) / frames;
}

window.mrcMotion = {
  get time() { return player.time(); },
  set time(ns) { player.pause(); player.seek(ns); paint(); },
  get playing() { return player.playing(); },
  get chosen() { return { ...chosen }; },
  play: player.play,
  pause: player.pause,
  select: (name) => { const found = select(name); paint(); return found; },
  positionOf,
  flowPosition: (row) => {
    const [left, top, width, height] = flows.box(row);
    const box = byId("flows").getBoundingClientRect();
    return { x: box.left + left + width / 2, y: box.top + top + height / 2 };
  },
  flowRows: flows.rows,
  chooseFlows,
  measure,
  frames: player.frames,
};
build();
connect();
if (innerWidth <= NARROW && run.fabric.planes > 1) {
  const struck = run.spells.map((spell) => spell.links.map((link) => run.fabric.links[link].plane)).flat();
  choosePlane(struck.length ? struck[0] : 0); // so that the picture and the timeline are in sight together
} else {
  resize();
}
paint();
document.body.dataset.ready = "yes";
