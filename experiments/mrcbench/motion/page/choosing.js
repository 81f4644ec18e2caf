// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// What somebody chooses, with the mouse, a finger, the keyboard or by its name.

function choose(what) {
  Object.assign(chosen, { kind: null, id: null, qp: null, ev: null }, what);
  const about = chosen.kind === "qp" ? chosen.qp : chosen.id;
  document.body.dataset.chosen = chosen.kind === null ? "" : `${chosen.kind} ${about}`;
  document.body.dataset.chosenEv = chosen.ev === null ? "" : evs.hex(chosen.ev);
  shown = { column: -1, time: -1 };
  const plane = planeChosen();
  if (chosen.plane !== null && plane >= 0 && plane !== chosen.plane) {
    choosePlane(plane); // what is chosen is to be seen
  }
  player.seek(player.time());
}

/** The plane of what is chosen; -1: of nothing, or of a host, which is in all of them. */
function planeChosen() {
  if (chosen.kind === "link") {
    return run.fabric.links[chosen.id].plane;
  }
  if (chosen.kind === "node") {
    return run.fabric.nodes[chosen.id].plane;
  }
  return chosen.ev === null ? -1 : run.evs.planes.at(chosen.ev);
}

/** Choose by name: a link in either direction, a switch, a host, a QP, or what the picture shows in its place. */
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
    const column = player.column(player.time());
    const load = (side) => percent(meter.direction(2 * found.id + side, column).load);
    tip.textContent = node ? run.fabric.nodes[found.id].name
      : `${run.fabric.links[found.id].name}: ${load(0)} / ${load(1)}`;
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
  const times = run.faults.map((fault) => [fault.from, fault.to]).flat().filter((time) => time !== null);
  times.sort(d3.ascending);
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
  d3.select("#panel").on("pointerdown", () => { held = true; });
  d3.select(window).on("pointerup pointercancel", () => setTimeout(letGo)); // after the click, if there is one
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
  d3.select(window).on("resize", resize);
  [dark, stillness].forEach((media) => media.addEventListener("change", repaint));
  listen(player, { unselect, help: showHelp, plane: choosePlane, nextFault });
}

function letGo() {
  held = false;
  player.seek(player.time());
}

/** The page on other paper. */
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
  byId("legend").innerHTML = legendOf(run, fabric.queueMost);
}
