# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""One HTML page about one or more runs, complete in itself: nothing is loaded from outside.

Figures are inline SVG whose ink, grid and paper follow the page, so that they read well on light
and dark screens. The page holds nothing that depends on when or where it was made: the same results
give the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from matplotlib.figure import Figure

from . import metrics
from .drawing import runs as plots
from .drawing.runs import Run
from .drawing.svg import svg
from .expectations import Verdict
from .reference.program import transport_of
from .results import Results
from .table import NOTHING, Table, number, percent, significant

_CSS = """
:root { color-scheme: light dark; --ink: #1f2328; --muted: #656d76; --grid: #d8dee4;
  --paper: #f6f8fa; --card: #ffffff; --good: #1a7f37; --bad: #cf222e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --muted: #9198a1; --grid: #343b44;
  --paper: #0d1117; --card: #161b22; --good: #3fb950; --bad: #f85149; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.2rem 4rem; max-width: 70rem; background: var(--paper);
  color: var(--ink); font: 15px/1.55 system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .4rem; }
h2 { font-size: 1.2rem; margin: 2.4rem 0 .5rem; }
p { max-width: 46rem; margin: .4rem 0 .8rem; }
h1, h2, p, td, th { overflow-wrap: break-word; }
.muted { color: var(--muted); }
figure, .scroll { margin: .8rem 0; padding: .8rem; background: var(--card);
  border: 1px solid var(--grid); border-radius: 8px; overflow-x: auto; }
figure svg { display: block; width: 100%; height: auto; min-width: 54rem; }
table { border-collapse: collapse; width: 100%; font-size: .86rem;
  font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .45rem; text-align: left; border-bottom: 1px solid var(--grid);
  white-space: nowrap; }
th { color: var(--muted); font-weight: 600; vertical-align: bottom; white-space: normal; }
td.wrap { white-space: normal; min-width: 9rem; }
td.number { white-space: normal; }
td span { display: inline-block; white-space: nowrap; color: var(--muted); }
tr:last-child td { border-bottom: 0; }
.number { text-align: right; }
.good { color: var(--good); font-weight: 600; }
.bad { color: var(--bad); font-weight: 600; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: 0; font-size: .82rem; }
code { font-size: .9em; }
@media (max-width: 60rem) {
  figure::after, .wide::after { content: "wider than the screen: scroll sideways"; display: block;
    position: sticky; left: 0; width: max-content; margin-top: .4rem; color: var(--muted);
    font-size: .75rem; }
}
@media (max-width: 44rem) {
  body { padding: 1.2rem .8rem 3rem; }
  .wide th:first-child, .wide td:first-child { position: sticky; left: 0; background: var(--card);
    white-space: normal; min-width: 8rem; max-width: 10rem; }
  .stack thead { display: none; }
  .stack tr { display: block; padding: .45rem 0; border-bottom: 1px solid var(--grid); }
  .stack tr:last-child { border-bottom: 0; }
  .stack td { display: grid; grid-template-columns: 8rem 1fr; gap: .6rem; padding: .1rem 0; border: 0;
    white-space: normal; text-align: left; overflow-wrap: anywhere; }
  .stack td::before { content: attr(data-label); color: var(--muted); font-weight: 400; }
  .stack td:first-child { display: block; font-weight: 600; }
  .stack td:first-child::before { content: none; }
  .stack td.none { display: none; }
}
"""

#: A table with so few columns becomes a list of its rows on narrow screens; a wider one scrolls.
_MOST_STACKED = 7

#: Texts longer than this are broken into lines.
_LONG = 32


@dataclass(frozen=True)
class Markup:
    """HTML that stands on the page as it is."""

    html: str


@dataclass(frozen=True)
class Section:
    """A heading, a sentence or two on what to look for, and a figure or a table or text."""

    title: str
    text: str
    body: Figure | Table | Sequence[Verdict] | Markup | str


def run_table(runs: Sequence[Run]) -> Table:
    """One row per job of each run: what the demo prints and every report opens with."""
    header = (
        "case",
        "transport",
        "Gb/s",
        "measure",
        "% of ideal",
        "p50 (us)",
        "p99 (us)",
        "max (us)",
        "retrans.",
        "trims",
        "pauses (us)",
        "completed",
    )
    rows = []
    for run in runs:
        for index, job in enumerate(metrics.jobs_of(run.results)):
            first = index == 0
            rows.append(
                (
                    run.case if first else f"{run.case}: {job.job}",
                    run.variant,
                    number(job.bandwidth_gbps, 1),
                    plots.MEASURES[job.measure],
                    percent(job.part_of_ideal),
                    number(job.fct_p50_us, 1),
                    number(job.fct_p99_us, 1),
                    number(job.fct_max_us, 1),
                    number(job.retransmits),
                    number(job.trims),
                    significant(run.results.summary["pfc_pause_ns"] / 1e3) if first else NOTHING,
                    "yes" if job.completed else "NO",
                )
            )
    order = {case: index for index, case in enumerate(dict.fromkeys(row[0] for row in rows))}
    return Table(header, sorted(rows, key=lambda row: order[row[0]]))


def verdict_table(verdicts: Sequence[Verdict], published: bool = False) -> Table:
    """One row per claim.

    @param verdicts what was claimed and measured
    @param published also what others report, where one of the claims tells
    """
    header = ["claim", "expected", "measured", "verdict"]
    rows = [[v.claim.text, v.bound_text, v.measured_text, v.word] for v in verdicts]
    if published and any(v.claim.published for v in verdicts):
        header.insert(1, "published")
        for row, verdict in zip(rows, verdicts):
            row.insert(1, verdict.claim.published or NOTHING)
    return Table(header, rows)


def figure_sections(runs: Sequence[Run], uplink_case: str | None = None) -> list[Section]:
    """The figures that the data of the runs permit.

    @param runs at least one run
    @param uplink_case the case whose T0 uplinks are shown; default: the first
    """
    sections = [
        Section("Bandwidth", _BANDWIDTH, plots.bandwidth_bars(runs)),
        Section("Flow times", _FLOW_TIMES, plots.flow_time_cdfs(runs)),
    ]
    has_links = any(len(run.results.links) for run in runs)
    if has_links:
        balance = plots.load_balance(runs, uplink_case or plots.cases_of(runs)[0])
        sections.append(Section("Load of planes and uplinks", _LOADS, balance))
    failed = [run for run in runs if metrics.first_outage(run.results)]
    failed = [run for run in failed if len(metrics.throughput(run.results))]
    if failed:
        jobs = [run.results.jobs["job"].iloc[0] for run in failed]
        sections.append(Section("A link fails", _FAILURE, plots.throughput_around_failure(failed, jobs)))
    for run in failed or runs:
        if run.results.summary["planes"] > 1 and len(run.results.series("plane.rx_gbps")):
            sections.append(planes_section(run, f": {run.case}, {run.variant}"))
            break
    if has_links:
        sections.append(Section("Pauses and queues", _PAUSES, plots.pauses_and_queues(runs)))
    return sections


_BANDWIDTH = (
    "Bus bandwidth as nccl-tests defines it for collectives, the goodput into the receiver of an incast, "
    "otherwise the mean goodput of the flows. Small print: part of what an idle network would give."
)
_FLOW_TIMES = (
    "From posting a message to its last byte at the receiver. A synchronous job waits for the slowest flow "
    "(the dot)."
)
_LOADS = (
    "First: the share of the bytes leaving hosts that each plane carries; above the bars, where planes "
    "differ, the least and the greatest in percent. Then every link from a T0 to a T1, busiest first; a flat "
    "line at 1 is perfect balance."
)
_FAILURE = (
    "Left: mean over the hosts. Right: relative to the mean before the failure. Thick: mean of the last "
    f"{metrics.RECOVERY_WINDOW_NS / 1e3:.0f} us; thin: every sample; dotted: "
    f"{100 * metrics.RECOVERY_LEVEL:.0f} %, the level that counts as recovered."
)
_PAUSES = (
    "PFC keeps RoCE free of loss by stopping links, which also stops flows that have nothing to do with the "
    "congestion. MRC runs without PFC and trims instead."
)


def planes_section(run: Run, which: str = "") -> Section:
    """Planes over time, of a run with samples of several planes.

    @param run the run
    @param which it is, where a page has several
    """
    return Section(
        "Planes over time",
        f"What hosts receive through each plane{which}. Where the line of a plane leaves the grey one, its "
        "load is not that of the others.",
        plots.plane_load_over_time(run),
    )


def render(title: str, lead: str, sections: Sequence[Section]) -> str:
    """The page.

    @param title heading and title of the page
    @param lead a paragraph below the heading
    @param sections in order; one without anything in it is left out
    @return HTML
    """
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        '<head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>",
        f"<style>{_CSS}</style></head>",
        "<body>",
        f"<h1>{escape(title)}</h1>",
        f'<p class="muted">{escape(lead)}</p>',
    ]
    for index, section in enumerate(section for section in sections if not _is_empty(section.body)):
        parts.append(f"<section><h2>{escape(section.title)}</h2>")
        if section.text:
            parts.append(f"<p>{escape(section.text)}</p>")
        parts.append(_body(section, f"f{index}-"))
        parts.append("</section>")
    parts.append("</body></html>\n")
    return "\n".join(parts)


def _is_empty(body: Figure | Table | Sequence[Verdict] | str) -> bool:
    """Whether a section shows nothing."""
    return not isinstance(body, Figure) and not (body.rows if isinstance(body, Table) else body)


def _body(section: Section, prefix: str) -> str:
    body = section.body
    if isinstance(body, Figure):
        return f"<figure>{svg(body, prefix, section.title)}</figure>"
    if isinstance(body, Table):
        return html_table(body)
    if isinstance(body, Markup):
        return body.html
    if isinstance(body, str):
        return f'<div class="scroll"><pre>{escape(body)}</pre></div>'
    return html_table(verdict_table(body, published=True))


def html_table(table: Table) -> str:
    """A table; verdict words get their color."""
    stacked = len(table.header) <= _MOST_STACKED
    right = table.numeric_columns()
    long = [max(map(len, column)) > _LONG for column in zip(table.header, *table.rows)]

    def cell(text: str, column: int) -> str:
        names = ["number"] if right[column] else ["wrap"] if long[column] else []
        if text in _VERDICTS:
            names.append(_VERDICTS[text])
        if text == NOTHING and not right[column]:
            names.append("none")
        attributes = f' class="{" ".join(names)}"' if names else ""
        if stacked and column > 0:
            attributes += f' data-label="{escape(table.header[column])}"'
        # Where a cell is narrow, the range goes below the number.
        shown = _RANGE.sub(r"<div>\1 <span>\2</span></div>", escape(text))
        return f"<td{attributes}>{shown}</td>"

    heads = "".join(
        f'<th class="number">{escape(text)}</th>' if right[column] else f"<th>{escape(text)}</th>"
        for column, text in enumerate(table.header)
    )
    rows = "\n".join(
        "<tr>" + "".join(cell(text, column) for column, text in enumerate(row)) + "</tr>"
        for row in table.rows
    )
    kind = "stack" if stacked else "wide"
    return (
        f'<div class="scroll {kind}"><table>\n<thead><tr>{heads}</tr></thead>\n'
        f"<tbody>\n{rows}\n</tbody></table></div>"
    )


_RANGE = re.compile(r"^(\S+) (\[\S+ \.\. \S+\])$")

#: Words of verdicts, and of cells that tell of failures, by what they are.
_VERDICTS = {"pass": "good", "FAIL": "bad", "NO": "bad", "failed": "bad", "not judged": "muted"}


def label_of(results: Results) -> str:
    """A variant's name from the configuration, e.g. ``"RoCE, 8 QPs"``."""
    transport = transport_of(str(results.summary["transport"]))
    label = transport.label
    qps = max((job.get("qps", 1) for job in results.config.get("workload", [])), default=1)
    if transport.one_path_qps or qps > 1:
        label += f", {qps} QP" + ("s" if qps > 1 else "")
    return label
