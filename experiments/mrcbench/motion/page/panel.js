// Copyright (c) 2026 The MRC test bench authors
//
// SPDX-License-Identifier: GPL-2.0-only
// The panel: numbers of what is chosen, at the time of the handle. Every number that a file has carries it,
// unrounded, in data-value.

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
 * @return numbers now: of a direction of a link, of a node
 */
function makeMeter(run) {
  const { links, nodes } = run.fabric;
  const { count } = run.grid;
  const of = (table, direction, column) => table.at(direction * count + column);

  function direction(number, column) {
    const link = links[number >> 1];
    const tx = of(run.load.sent, number, column);
    const busiest = run.load.busiest ? of(run.load.busiest, number, column) / link.one : tx / link.rate;
    const [queue, paused] = [of(run.load.queue, number, column), of(run.load.paused, number, column)];
    return { tx, load: tx / link.rate, busiest, queue, paused };
  }

  function total(name, number) {
    return run.totals[name].at(number);
  }

  /** Directions that leave a node, and those that come to it. */
  const leaving = nodes.map(() => []);
  const coming = nodes.map(() => []);
  links.forEach((link, id) => {
    leaving[link.a].push(2 * id);
    coming[link.b].push(2 * id);
    leaving[link.b].push(2 * id + 1);
    coming[link.a].push(2 * id + 1);
  });
  const sum = (list, column) => d3.sum(list, (number) => of(run.load.sent, number, column));
  return { direction, total, leaving, coming, sum };
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
  const sides = ["ab", "ba"];
  const now = [2 * id, 2 * id + 1].map((number) => meter.direction(number, column));
  const each = (key, format) => now.map((side, i) => cell(`${key}.${sides[i]}`, side[key], format(side[key])));
  const many = link.n > 1;
  const what = run.fabric.ring ? "" : `, ${tierName(a)} to ${tierName(b)}`;
  const head = ([from, to]) => `<th scope="col">${safe(from.name)}<br>→&nbsp;${safe(to.name)}</th>`;
  const totals = TOTAL_ROWS.map(([key, label, format]) => rowOf(label, sides.map((side, i) => {
    const value = meter.total(key, 2 * id + i);
    return cell(`${key}.${side}`, value, format(value));
  })));
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

function nodePanel(run, meter, id, column) {
  const node = run.fabric.nodes[id];
  const rates = (list) => meter.sum(list, column);
  const planes = d3.range(run.fabric.planes).filter((plane) => node.plane < 0 || node.plane === plane);
  const inPlane = (list, plane) => list.filter((number) => run.fabric.links[number >> 1].plane === plane);
  const line = (label, out, back, kind) => rowOf(label, [
    cell(`tx.${label}`, rates(out), two(rates(out))), cell(`rx.${label}`, rates(back), two(rates(back)))], kind);
  const [out, back] = [meter.leaving[id], meter.coming[id]];
  const kind = run.fabric.ring && node.tier ? "switch" : tierName(node);
  const where = node.tier ? ` of plane ${node.plane}` : "";
  const byPlane = planes.map((plane) => line(`plane ${plane}`, inPlane(out, plane), inPlane(back, plane), ""));
  return `<h2>${safe(node.name)}</h2><p class="muted">${kind}${node.n > 1 ? "s" : ""}${where}</p>
    <table><thead><tr><th></th><th scope="col">sends, Gb/s</th><th scope="col">receives, Gb/s</th></tr></thead>
    <tbody>${line("now", out, back, "big")}
    ${planes.length > 1 ? byPlane.join("") : ""}
    </tbody></table>${node.tier ? busiestLinks(run, meter, out, column) : ownQps(run, id)}`;
}

function busiestLinks(run, meter, directions, column) {
  const load = (number) => meter.direction(number, column).load;
  const ranked = [...directions].sort((a, b) => load(b) - load(a)).slice(0, 5);
  return `<h3>Busiest links</h3>${buttons(ranked.map((number) => {
    const name = run.fabric.links[number >> 1].name;
    return [`link ${number >> 1}`, `${name}: ${percent(load(number))}`];
  }))}`;
}

/** Buttons of the QPs of a host, or of hosts that are drawn as one. */
function ownQps(run, id) {
  const hosts = new Set(run.membersOf(id).map((member) => run.fabric.names[member]));
  const own = run.qpList.filter((qp) => hosts.has(qp.host));
  const flows = `<h3>Messages</h3>${buttons([[`flows ${id}`, "show them below the timeline"]])}`;
  if (!own.length) {
    return flows;
  }
  const shown = own.slice(0, 200);
  const more = own.length > shown.length ? `<p class="muted">and ${own.length - shown.length} more</p>` : "";
  const items = shown.map((qp) => [`qp ${qp.name}`, qp.peer ? `${qp.name} to ${qp.peer}` : qp.name]);
  return `<h3>QPs (${own.length})</h3>${buttons(items)}${more}${flows}`;
}

function flowPanel(run, flows, clock, number) {
  const flow = flows.row(number);
  const host = (place) => (place ? run.fabric.names[place - 1] : "?");
  const rows = [
    ["bytes", "size", bytes],
    ["start_ns", "start", clock.text],
    ["end_ns", "end", (time) => (Number.isNaN(time) ? "never" : clock.text(time))],
    ["slowdown", "slowdown", (value) => (Number.isNaN(value) ? "-" : d3.format(".3f")(value))],
    ["step", "step", whole],
    ["qp", "QP of the pair", whole],
    ["retransmits", "sent again", whole],
    ["trims", "trimmed", whole],
  ];
  const [src, dst] = [flow.src, flow.dst].map((place) => (place ? run.fabric.nodeOf[place - 1] : null));
  const ends = [[src, host(flow.src)], [dst, host(flow.dst)]].filter(([node]) => node !== null);
  const cells = rows.map(([key, label, format]) => rowOf(label, [cell(key, flow[key], format(flow[key]))]));
  const what = `${run.flows.jobs[flow.job]}: ${host(flow.src)} to ${host(flow.dst)}`;
  return `<h2>Message ${flow.flow}</h2><p class="muted">${safe(what)}</p><table><tbody>${cells.join("")}</tbody></table>
    <p>${buttons(ends.map(([node, name]) => [`node ${node}`, name]))}</p>`;
}

/** The direction of which something is the most, and how much it is. */
function mostOf(run, amount) {
  const number = d3.scan(d3.range(2 * run.fabric.links.length), (a, b) => amount(b) - amount(a));
  return [number, amount(number)];
}

/** Nothing chosen: the run as a whole. */
function runPanel(run, meter, clock, column) {
  const [top, load] = mostOf(run, (number) => meter.direction(number, column).busiest);
  const [deep, queue] = mostOf(run, (number) => meter.direction(number, column).queue);
  const named = (number) => {
    const { a, b } = run.fabric.links[number >> 1];
    const [from, to] = (number & 1 ? [b, a] : [a, b]).map((node) => run.fabric.nodes[node].name);
    return buttons([[`link ${number >> 1}`, `${from} → ${to}`]]);
  };
  const jobs = run.jobs.names.slice(0, 8).map((name, job) => {
    const value = run.jobs.throughput.at(job * run.grid.count + column);
    return rowOf(safe(name), [cell(`job.${safe(name)}`, value, gbps(value))], "big");
  });
  const faults = run.faults.slice(0, 30).map((fault) =>
    [`seek ${fault.from}`, `${clock.text(fault.from)} ${fault.kind} ${fault.what} ${fault.detail}`]);
  return `<h2>Now</h2><table><tbody>${jobs.join("")}
    ${rowOf("busiest link", [cell("busiest", load, percent(load))])}</tbody></table>${load > 0 ? named(top) : ""}
    <table><tbody>${rowOf("deepest queue", [cell("deepest", queue, bytes(queue))])}</tbody></table>
    ${queue > 0 ? named(deep) : ""}
    ${faults.length ? `<h3>Faults</h3>${buttons(faults)}` : ""}
    <p class="muted">Click a link, a switch or a host. A host offers its QPs${run.evs.qps.length ? ", and a QP its EVs" : ""}.</p>${notes(run)}`;
}

/** What of the run is not on the page. */
function notes(run) {
  const said = [];
  if (run.fabric.coarse) {
    said.push("The fabric is large and drawn coarser: hosts and switches stand for several, and so do links.");
  }
  if (run.flows.total > run.flows.columns.flow.shape[0]) {
    const here = whole(run.flows.columns.flow.shape[0]);
    said.push(`Of ${whole(run.flows.total)} messages the first ${here} are here.`);
  }
  const without = Object.keys(run.evs.left_out).length;
  if (without) {
    said.push(`There is no room for the EVs of ${whole(without)} QPs.`);
  }
  if (run.events.left_out) {
    said.push(`There is no room for ${whole(run.events.left_out)} rows of events.csv.`);
  }
  if (run.qps.left_out.length) {
    said.push(`There is no room for ${run.qps.left_out.join(", ")}.`);
  }
  const error = Math.max(run.load.sent.error, run.jobs.throughput.error);
  if (error > 0) {
    said.push(`Rates are rounded by at most ${d3.format(".2r")(error)} Gb/s.`);
  }
  return said.map((text) => `<p class="muted">${safe(text)}</p>`).join("");
}
