// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// Mouse, fingers, keyboard, and the fields of the page.
// Interface for tests and other pages: window.mrcMotion (docs/motion.md).

const SUGGESTED = 4000; // most names that are suggested

// Keys: their names and meanings in the help, and their actions
const KEYS = [
  ["space", "play, or pause", { " ": player.toggle }],
  ["← →", "one sample back, or on; with shift ten",
    { ArrowLeft: (n) => player.step(-n), ArrowRight: (n) => player.step(n) }],
  ["Home, End", "to the start, to the end", { Home: () => player.seek(0), End: () => player.seek(Infinity) }],
  ["+ −", "faster, slower",
    { "+": () => player.faster(1), "=": () => player.faster(1), "-": () => player.faster(-1) }],
  ["0 to 7, a", "one plane alone, all planes", { a: () => choosePlane(null) }],
  ["n", "to the next fault", { n: nextFault }],
  ["Esc", "nothing chosen, the whole picture", { Escape: unselect }],
  ["?", "this help", { "?": showHelp }],
];

/** The name of the link or node below the mouse, and the load of a link. */
function point() {
  const [x, y] = d3.mouse(byId("fabric"));
  const found = fabric.find(x, y);
  const tip = byId("tip");
  tip.hidden = !found;
  if (found) {
    const column = player.column(player.time());
    const loads = [0, 1].map((side) => percent(meter.direction(2 * found.id + side, column).load));
    tip.textContent = found.kind === "node" ? run.fabric.nodes[found.id].name
      : `${run.fabric.links[found.id].name}: ${loads.join(" / ")}`;
    const box = byId("picture").getBoundingClientRect();
    tip.style.left = `${Math.max(0, Math.min(x + 14, box.width - tip.offsetWidth))}px`;
    tip.style.top = `${y > box.height - 60 ? y - 40 : y + 18}px`;
  }
}

function connect() {
  d3.select("#fabric").call(zoom).on("dblclick.zoom", null).on("mousemove", point)
    .on("mouseleave", () => { byId("tip").hidden = true; })
    .on("click", () => choose(fabric.find(...d3.mouse(byId("fabric"))) || {}));
  d3.select("#flows").on("click", () => {
    const [x, y] = d3.mouse(byId("flows"));
    const row = flows.find(x, y);
    row === null ? player.seek(timeline.x().invert(x)) : choose({ kind: "flow", id: row });
  });
  d3.select("#panel").on("pointerdown", () => { held = true; });
  d3.select(window).on("pointerup pointercancel", () => setTimeout(letGo)); // after a click
  d3.select("#panel").on("click", () => {
    held = false;
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
  d3.select(window).on("resize", resize).on("keydown", press).on("hashchange", () => follow(location.hash));
  d3.select("#link-button").on("click", () => {
    paired ? parent.postMessage({ address: address() }, "*") : (location.hash = address());
  });
  paired && addEventListener("message", hear);
  [dark, stillness].forEach((media) => media.addEventListener("change", repaint));
}

function letGo() {
  held = false;
  player.seek(player.time());
}

/** Draw the page in other colors. */
function repaint() {
  fabric.refreshColors();
  fillLegend();
  resize();
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
  byId("legend").innerHTML = legendOf(run);
}

/** Handle a key, except keys typed into a field. */
function press() {
  const { key, shiftKey, ctrlKey, altKey, metaKey, target } = d3.event;
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) || document.querySelector("dialog[open]");
  const pressing = target.tagName === "BUTTON" && key === " ";
  if (ctrlKey || altKey || metaKey || pressing || (typing && key !== "Escape")) {
    return;
  }
  typing && target.blur && target.blur();
  const { [key]: does } = Object.assign({}, ...KEYS.map(([, , own]) => own));
  if (/^[0-7]$/.test(key)) {
    choosePlane(+key);
  } else if (does) {
    d3.event.preventDefault();
    does(shiftKey ? 10 : 1);
  }
}

function build() {
  byId("help").innerHTML = helpText(run, KEYS);
  fillLegend();
  if (run.fabric.planes > 1) {
    d3.select("#planes").selectAll("button").data([null, ...allPlanes]).join("button").attr("type", "button")
      .attr("aria-pressed", (plane) => String(plane === null)).on("click", choosePlane)
      .text((plane) => (plane === null ? "All planes" : `Plane ${plane}`));
  }
  const named = [...run.fabric.nodes, ...run.fabric.links].slice(0, SUGGESTED);
  d3.select("#names").selectAll("option").data(named).join("option").attr("value", ({ name }) => name);
  d3.select("#flow-choice").selectAll("option").data(flows.choices()).join("option")
    .attr("value", ([value]) => value).text(([, text]) => text);
  flows.choose("slowest");
}

/** A point of the window where a click selects a link, a switch or a host. */
function positionOf(name) {
  const link = run.fabric.links.findIndex((each) => each.name === name);
  const geometry = fabric.geometry();
  const boxes = [...geometry.boxes.values()].map((plane) => plane[run.nodeNamed(name)]).filter((box) => box);
  const [x, y] = fabric.toCanvas(link >= 0 ? clearPoint(geometry, link) : [boxes[0].x, boxes[0].y]);
  const { left, top } = byId("fabric").getBoundingClientRect();
  return { x: left + x, y: top + y };
}

/** Milliseconds to draw a frame, the mean over frames spread evenly over the run. */
function measure(frames) {
  const before = performance.now();
  for (let i = 0; i < frames; ++i) {
    const column = Math.floor((i * run.grid.count) / frames);
    fabric.draw({ ...momentNow(), column, blend: 0.5, time: column * run.grid.interval_ns });
  }
  byId("fabric").getContext("2d").getImageData(0, 0, 1, 1); // returns after all drawing
  const took = performance.now() - before;
  paint();
  return took / frames;
}

build();
connect();
if (innerWidth <= NARROW && run.fabric.planes > 1) {
  const planes = run.faults.map(({ links }) => links.map((link) => run.fabric.links[link].plane)).flat();
  choosePlane(planes.length ? planes[0] : 0); // so that the picture and the timeline are both visible
} else {
  resize();
}
follow(location.hash);
paint();

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
    const [x, y, width, height] = flows.boxOf(row);
    const { left, top } = byId("flows").getBoundingClientRect();
    return { x: left + x + width / 2, y: top + y + height / 2 };
  },
  flowRows: flows.rows,
  chooseFlows,
  measure,
  frames: player.frames,
};
document.body.dataset.ready = "yes";
paired && parent.postMessage({ ready: true }, "*");
