// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// All parts together.

const SUGGESTED = 4000; // names while one is typed

function resize() {
  const planes = chosen.plane === null ? allPlanes : [chosen.plane];
  byId("picture").style.setProperty("--picture-height", `${planes.length * 13 + (planes.length > 1 ? 1 : 6)}rem`);
  fabric.resize(planes);
  timeline.resize();
  flows.resize();
  shown = { column: -1, time: -1 };
  player.seek(player.time());
}

function build() {
  byId("help").innerHTML = helpText(run);
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

build();
connect();
if (innerWidth <= NARROW && run.fabric.planes > 1) {
  const planes = run.faults.map((fault) => fault.links.map((link) => run.fabric.links[link].plane)).flat();
  choosePlane(planes.length ? planes[0] : 0); // so that the picture and the timeline are in sight together
} else {
  resize();
}
paint();
document.body.dataset.ready = "yes";
