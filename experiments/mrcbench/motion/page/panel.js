// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// The panel: numbers of the selection at the time of the handle. Numbers from files are unrounded in data-value.
// The legend, which is always visible, and the help.

/** A cell of a table with its number. */
function cell(key, value, text) {
  return `<td data-key="${key}" data-value="${Number.isNaN(value) ? "" : value}">${text}</td>`;
}

function rowOf(label, cells, kind = "") {
  return `<tr class="${kind}"><th scope="row">${label}</th>${cells.join("")}</tr>`;
}

function buttons(items) {
  const button = ([act, text]) => `<button type="button" data-act="${safe(act)}">${safe(text)}</button>`;
  return `<div class="links">${items.map(button).join("")}</div>`;
}

/**
 * @param run the data of the page
 * @return numbers of a direction of a link at a time, and the directions from or to nodes
 */
function makeMeter(run) {
  const { links, nodes } = run.fabric;
  const { sent, queue, paused, busiest } = run.load;

  function direction(number, column) {
    const link = links[number >> 1];
    const tx = sent.cell(number, column);
    // A frame counts in the sample in which it begins, so a short one may have more than the line carries
    const load = Math.min(1, tx / link.rate);
    const most = busiest ? Math.min(1, busiest.cell(number, column) / link.one) : load;
    return { tx, load, busiest: most, queue: queue.cell(number, column), paused: paused.cell(number, column) };
  }

  const leaving = nodes.map(() => []);
  const coming = nodes.map(() => []);
  links.forEach(({ a, b }, id) => [[a, b], [b, a]].forEach(([from, to], side) => {
    leaving[from].push(2 * id + side);
    coming[to].push(2 * id + side);
  }));
  return { direction, leaving, coming, sum: (list, column) => d3.sum(list, (number) => sent.cell(number, column)) };
}

const TOTAL_ROWS = [
  ["bytes", "sent, B", whole],
  ["packets", "frames", whole],
  ["drops", "dropped", whole],
  ["trims", "trimmed", whole],
  ["ecn_marks", "ECN marks", whole],
  ["pauses_ns", "paused, us", (ns) => d3.format(",.1f")(ns / 1e3)],
  ["max_queue_bytes", "deepest queue, B", whole],
  ["utilisation", "utilisation", percent],
];

function tierName(node) {
  return node.tier ? `T${node.tier - 1}` : "host";
}

function linkPanel(run, meter, id, column) {
  const link = run.fabric.links[id];
  const [a, b] = [run.fabric.nodes[link.a], run.fabric.nodes[link.b]];
  const now = [0, 1].map((side) => meter.direction(2 * id + side, column));
  const both = (key, format, valueOf) => ["ab", "ba"].map((name, side) => {
    const value = valueOf(side);
    return cell(`${key}.${name}`, value, format(value));
  });
  const each = (key, format) => both(key, format, (side) => now[side][key]);
  const many = link.n > 1;
  const what = run.fabric.ring ? "" : `, ${tierName(a)} to ${tierName(b)}`;
  const head = ([from, to]) => `<th scope="col">${safe(from.name)}<br>→&nbsp;${safe(to.name)}</th>`;
  const totals = TOTAL_ROWS.map(([key, label, format]) =>
    rowOf(label, both(key, format, (side) => run.totals[key].at(2 * id + side))));
  return `<h2>${safe(many ? `${link.n} links` : link.name)}</h2>
    <p class="muted">plane ${link.plane}${what}, ${d3.format("~r")(link.one)} Gb/s each way${many ? " each" : ""}</p>
    <table><thead><tr><th></th>${head([a, b])}${head([b, a])}</tr></thead>
    <tbody>${rowOf("load", each("load", percent), "big")}
    ${rowOf("Gb/s", each("tx", two))}
    ${many ? rowOf("busiest of them", each("busiest", percent)) : ""}
    ${run.load.hasQueue ? rowOf(many ? "deepest queue, B" : "queue, B", each("queue", whole)) : ""}
    ${rowOf("paused", each("paused", percent))}</tbody></table>
    <h3>In the whole run</h3><table><tbody>${totals.join("")}</tbody></table>
    <p class="links">${buttons([[`node ${link.a}`, a.name], [`node ${link.b}`, b.name]])}</p>`;
}

function nodePanel(run, meter, evs, id, column) {
  const node = run.fabric.nodes[id];
  const planes = node.plane < 0 && run.fabric.planes > 1 ? d3.range(run.fabric.planes) : [];
  const sides = [["tx", meter.leaving[id]], ["rx", meter.coming[id]]];
  const line = (label, wanted, kind = "") => rowOf(label, sides.map(([side, directions]) => {
    const rate = meter.sum(directions.filter((number) => wanted(run.fabric.links[number >> 1])), column);
    return cell(`${side}.${label}`, rate, two(rate));
  }), kind);
  const kind = run.fabric.ring && node.tier ? "switch" : tierName(node);
  const where = node.tier ? ` of plane ${node.plane}` : "";
  return `<h2>${safe(node.name)}</h2><p class="muted">${kind}${node.n > 1 ? "s" : ""}${where}</p>
    <table><thead><tr><th></th><th scope="col">sends, Gb/s</th><th scope="col">receives, Gb/s</th></tr></thead>
    <tbody>${line("now", () => true, "big")}
    ${planes.map((plane) => line(`plane ${plane}`, (link) => link.plane === plane)).join("")}
    </tbody></table>${node.tier ? busiestLinks(run, meter, meter.leaving[id], column) : ownQps(run, evs, id)}`;
}

function busiestLinks(run, meter, directions, column) {
  const load = (number) => meter.direction(number, column).load;
  const ranked = [...directions].sort((a, b) => load(b) - load(a)).slice(0, 5);
  return `<h3>Busiest links</h3>${buttons(ranked.map((number) =>
    [`link ${number >> 1}`, `${run.fabric.links[number >> 1].name}: ${percent(load(number))}`]))}`;
}

/** Buttons of the QPs of a host, or of hosts that are drawn as one. */
function ownQps(run, evs, id) {
  const hosts = new Set(run.membersOf(id).map((member) => run.fabric.names[member]));
  const own = evs.list.filter((qp) => hosts.has(qp.host));
  const shown = own.slice(0, 200);
  const more = own.length > shown.length ? `<p class="muted">and ${own.length - shown.length} more</p>` : "";
  const items = shown.map((qp) => [`qp ${qp.name}`, qp.peer ? `${qp.name} to ${qp.peer}` : qp.name]);
  return `${own.length ? `<h3>QPs (${own.length})</h3>${buttons(items)}${more}` : ""}
    <h3>Messages</h3>${buttons([[`flows ${id}`, "show them below the timeline"]])}`;
}

function flowPanel(run, flows, clock, number) {
  const flow = flows.row(number);
  const rows = [
    ["bytes", "size", bytes],
    ["start_ns", "start", clock.text],
    ["end_ns", "end", (time) => (Number.isNaN(time) ? "never" : clock.text(time))],
    ["slowdown", "slowdown", known(d3.format(".3f"))],
    ["step", "step", whole],
    ["qp", "QP of the pair", whole],
    ["retransmits", "sent again", whole],
    ["trims", "trimmed", whole],
  ];
  const ends = [flow.src, flow.dst].filter((place) => place);
  const cells = rows.map(([key, label, format]) => rowOf(label, [cell(key, flow[key], format(flow[key]))]));
  const what = `${run.flows.jobs[flow.job]}: ${flows.nameOf(flow.src)} to ${flows.nameOf(flow.dst)}`;
  return `<h2>Message ${flow.flow}</h2><p class="muted">${safe(what)}</p><table><tbody>${cells.join("")}</tbody></table>
    <p>${buttons(ends.map((place) => [`node ${run.fabric.nodeOf[place - 1]}`, flows.nameOf(place)]))}</p>`;
}

/** The panel without a selection: the whole run. */
function runPanel(run, meter, clock, column) {
  const most = (key) => {
    const values = d3.range(2 * run.fabric.links.length).map((number) => meter.direction(number, column)[key]);
    const number = d3.scan(values, d3.descending);
    const { a, b } = run.fabric.links[number >> 1];
    const [from, to] = (number & 1 ? [b, a] : [a, b]).map((node) => run.fabric.nodes[node].name);
    return [values[number], values[number] > 0 ? buttons([[`link ${number >> 1}`, `${from} → ${to}`]]) : ""];
  };
  const [load, loaded] = most("busiest");
  const [queue, queued] = most("queue");
  const jobs = run.jobs.names.slice(0, 8).map((name, job) => {
    const value = run.jobs.throughput.cell(job, column);
    return rowOf(safe(name), [cell(`job.${safe(name)}`, value, gbps(value))], "big");
  });
  const faults = run.faults.slice(0, 30).map(({ from, text }) => [`seek ${from}`, `${clock.text(from)} ${text}`]);
  const offers = `A host offers its QPs${run.evs.qps.length ? ", and a QP its EVs" : ""}.`;
  return `<h2>Now</h2><table><tbody>${jobs.join("")}
    ${rowOf("busiest link", [cell("busiest", load, percent(load))])}</tbody></table>${loaded}
    <table><tbody>${rowOf("deepest queue", [cell("deepest", queue, bytes(queue))])}</tbody></table>${queued}
    ${faults.length ? `<h3>Faults</h3>${buttons(faults)}` : ""}
    <p class="muted">Click a link, a switch or a host. ${offers}</p>${notes(run)}`;
}

/** Parts of the run that are not on the page. */
function notes(run) {
  const here = run.flows.columns.flow.shape[0];
  const without = Object.keys(run.evs.left_out).length;
  return [
    [run.fabric.coarse,
      "The fabric is large and drawn coarser: a box represents several hosts or switches, and a line several links."],
    [run.flows.total > here, `The page has the first ${whole(here)} of ${whole(run.flows.total)} messages.`],
    [without, `There is no room for the EVs of ${whole(without)} QPs.`],
    [run.events.left_out, `There is no room for ${whole(run.events.left_out)} rows of events.csv.`],
    [run.qps.left_out.length, `There is no room for ${run.qps.left_out.join(", ")}.`],
  ].filter(([applies]) => applies).map(([, text]) => `<p class="muted">${safe(text)}</p>`).join("");
}

/** The legend below the picture. */
function legendOf(run) {
  const { deepest, sampled } = run.load;
  const queue = `queue, at most ${size(deepest)}${sampled < deepest ? `, in samples ${size(sampled)}` : ""}`;
  const steps = 8;
  const bars = d3.range(steps).map((i) => {
    const high = loadWidth(i / (steps - 1)) * 2.4;
    const color = i ? loadColor(i / (steps - 1)) : "var(--grid)";
    return `<rect x="${i * 10}" y="${8 - high / 2}" width="10" height="${high}" fill="${color}"/>`;
  });
  const picture = (drawing, wide = 26) => `<svg width="${wide}" height="16" aria-hidden="true">${drawing}</svg>`;
  const sign = (name, kind, look) => `<path d="${SIGNS[name]}" class="${kind}" transform="translate(13 8)${look}"/>`;
  const line = (look) => `<path d="M0 8h26" ${look}/>`;
  const items = [
    `load 0 %${picture(bars.join(""), 10 * steps)}100 %`,
    `${picture('<rect y="5" width="26" height="6" fill="var(--queue)"/>')}${queue}`,
    `${picture(line('class="fault" stroke-dasharray="7 4"') + sign("cross", "fault", "scale(.85)"))}down`,
    `${picture(sign("triangle", "fault", "scale(.7)"))}impaired`,
    `${picture(line('stroke="var(--grid)"') + sign("pause", "pause", "rotate(90)"))}paused`,
  ];
  const states = run.evs.states.map((state) => `<b class="ev" data-state="${state}">${GLYPHS[state]}</b>${state}`);
  const evs = run.evs.qps.length ? [`EV ${states.join(" ")}`] : [];
  return [...items, ...evs].map((item) => `<span>${item}</span>`).join("");
}

/**
 * The text of the help: keys, and the signs of the picture.
 *
 * @param keys as in controls.js
 */
function helpText(run, keys) {
  const listed = keys.map(([key, does]) => `<dt>${safe(key)}</dt><dd>${safe(does)}</dd>`).join("");
  return `<h2 id="help-title">The run in motion</h2>
    <p>A line is one direction of a link; its color and its width are the part of the line rate that was sent in the
    sample of ${d3.format("~r")(run.grid.interval_ns / 1e3)} us that contains the time. A bar grows with the queue, from
    its port. Numbers are those of samples.csv; while time runs, the lines change smoothly from sample to
    sample.</p>
    <dl>${listed}</dl>
    <p>Turn the wheel over the picture, or pinch, to zoom, and drag it; Esc shows the whole picture again.</p>
    <form method="dialog"><button>Close</button></form>`;
}
