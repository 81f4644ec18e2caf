# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""One self-contained HTML page about one or more runs.

Figures are inline SVG with the ink, grid and paper colors of the page, so that they are readable on light and
dark screens. The page does not depend on the time or the machine: the same results give the same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from xml.etree import ElementTree

from markupsafe import Markup
from matplotlib.figure import Figure

from . import metrics, rendering, style, units
from .drawing import runs as plots
from .drawing import styled
from .drawing.runs import Run
from .expectations import Verdict
from .faults import takes_down
from .results import Results
from .table import NOTHING, Table, counted, number, percent, significant
from .transports import transport_of_jobs

#: Colors that become variables of the page.
_THEMED = {
    style.INK: "var(--ink)",
    style.MUTED: "var(--muted)",
    style.GRID: "var(--grid)",
    style.PAPER: "var(--card)",
}

#: Texts longer than this are broken into lines.
_LONG = 32


@dataclass(frozen=True)
class Section:
    """A heading, an explanation, and a figure, a table, text, or HTML.

    Without a body, or with an empty table or text, the section is left out.
    """

    title: str
    text: str
    body: Figure | Table | Sequence[Verdict] | Markup | str | None
    folded: bool = True  #: only its heading is visible until a reader opens it

    @property
    def is_picture(self) -> bool:
        """Whether the explanation is below the body."""
        return isinstance(self.body, Figure)


def one_screen(sections: Sequence[Section], *first: str) -> list[Section]:
    """Sections of which a page shows the first one and one more; the others are folded below them.

    @param sections in order
    @param first titles of sections that may be the second, the best first
    """
    shown = [section for section in sections if _is_shown(section.body)]
    second = next((each for title in first for each in shown[1:] if each.title == title), None)
    front = [*shown[:1], *([second] if second else [])]
    return [*(replace(each, folded=False) for each in front), *(each for each in shown if each not in front)]


def run_table(runs: Sequence[Run]) -> Table:
    """One row per job of each run, for the output of the demo and the start of every report."""
    header = (
        "case", "transport", "Gb/s", "measure", "% of ideal", "p50 (us)", "p99 (us)", "max (us)", "retrans.",
        "NACKs", "pauses (us)", "completed",
    )  # fmt: skip
    rows = []
    for run in runs:
        for index, ((group, variant), (_, job)) in enumerate(plots.jobs_by_group([run]).items()):
            first = index == 0
            rows.append((
                group, variant, number(job.bandwidth_gbps, 1),
                plots.MEASURES[job.measure], percent(job.efficiency), number(job.fct_p50_us, 1),
                number(job.fct_p99_us, 1), number(job.fct_max_us, 1), number(job.retransmits),
                number(job.trims),
                significant(run.results.summary["pfc_pause_ns"] / 1e3) if first else NOTHING,
                "yes" if job.completed else "NO",
            ))  # fmt: skip
    order = {case: index for index, case in enumerate(dict.fromkeys(row[0] for row in rows))}
    return Table(header, sorted(rows, key=lambda row: order[row[0]]))


def verdict_table(verdicts: Sequence[Verdict], published: bool = False) -> Table:
    """One row per claim.

    @param verdicts the claims with their values
    @param published whether to add a column of published numbers, if a claim has one
    """
    header = ["claim", "expected", "measured", "verdict"]
    rows = [[v.claim.text, v.bound_text, v.measured_text, v.word] for v in verdicts]
    if published and any(v.claim.published for v in verdicts):
        header.insert(1, "published")
        for row, verdict in zip(rows, verdicts):
            row.insert(1, verdict.claim.published or NOTHING)
    return Table(header, rows)


def figure_sections(runs: Sequence[Run], uplink_case: str | None = None) -> list[Section]:
    """The figures that can be made from the data of the runs.

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
    sampled = [run for run in runs if len(metrics.throughput(run.results))]
    if hits := plots.hit_jobs(sampled):
        text = _AROUND + _rerouting(hits)
        sections.append(Section(_title(hits), text, plots.throughput_around_fault(hits)))
    for run in [hit.run for hit in hits] or runs:
        if run.results.summary["planes"] > 1 and len(run.results.series("plane.rx_gbps")):
            sections.append(planes_section(run, f": {run.case}, {run.variant}"))
            break
    if has_links:
        sections.append(Section("Pauses and queues", _PAUSES, plots.pauses_and_queues(runs)))
    return sections


_BANDWIDTH = (
    "Bus bandwidth as nccl-tests defines it for collectives, the goodput into the receiver of an incast, "
    "otherwise the mean goodput of the flows. The percentage: the least time that the job can take in this "
    "network, as a share of the time it took; a job waits for its slowest flow. Jobs that did not complete "
    "have no bar."
)
_FLOW_TIMES = (
    "From the post of a message to its last byte at the receiver. A synchronous job waits for the slowest "
    "flow (the dot)."
)
_LOADS = (
    "First: the share of each plane in the bytes that hosts send; above the bars, if planes differ, the "
    "lowest and the highest share in percent. Then every link from a T0 to a T1, busiest first; a flat line "
    "at 1 is perfect balance."
)
_AROUND = (
    "The first fault of each run that began during jobs, and these jobs. Left: mean over the hosts that "
    "receive. Right: relative to the mean before the fault. Thick: mean of the last "
    f"{metrics.SMOOTH_NS / 1e3:.0f} us, drawn at the end of its window, so a sudden change is a slope of "
    "this length; thin: every sample. "
)
_PAUSES = (
    "PFC prevents loss of packets by pausing links, which also stops flows that do not contribute to the "
    "congestion. Switches without PFC trim or drop packets instead."
)


#: Defaults of the times after which plain routing avoids dead links (docs/attributes.md).
REROUTING = {"LocalRepair": "10ms", "RemoteConvergence": "2s"}


def _title(hits: Sequence[plots.Hit]) -> str:
    """The faults and the jobs, e.g. ``"link-down during ring"``."""
    kinds = dict.fromkeys(hit.fault.what for hit in hits)
    jobs = dict.fromkeys(job for hit in hits for job in hit.jobs)
    during = " and ".join(jobs) if len(jobs) <= 2 else counted(len(jobs), "job")
    return f"{' and '.join(kinds)} during {during}"


def _rerouting(hits: Sequence[plots.Hit]) -> str:
    """The ways in which packets leave a dead link, with the times of the runs."""
    if not any(takes_down(hit.fault.what) for hit in hits):
        return ""
    plain = [hit.run for hit in hits if _is_plain(hit.run.results)]
    if not plain:
        return "MRC does not wait for switches."
    local, remote = (_times(plain, name) for name in REROUTING)
    text = (
        "With plain routing a switch sends packets to its own dead uplink until ns3::Fabric::LocalRepair "
        f"({local}) has passed, and to a switch whose link to the destination is dead until "
        f"ns3::Fabric::RemoteConvergence ({remote}) has passed."
    )
    return text if len(plain) == len(hits) else f"{text} MRC does not wait for switches."


def _is_plain(results: Results) -> bool:
    """Whether a transport of a run depends on routes of switches: all do but MRC with paths in packets."""
    kinds = set(transport_of_jobs(results).values())
    return kinds != {"mrc"} or results.config["transport"].get("routing") == "ecmp"


def _times(runs: Sequence[Run], name: str) -> str:
    """An attribute of the fabric, of all runs, or of each if they differ."""
    found = {}
    for run in runs:
        said = run.results.config["transport"].get("attributes", {})
        time = said.get(f"ns3::Fabric::{name}", REROUTING[name])
        found[run.variant] = units.format_time(units.time_ns(time))
    if len(set(found.values())) == 1:
        return next(iter(found.values()))
    return ", ".join(f"{time} in {variant}" for variant, time in found.items())


def planes_section(run: Run, which: str = "") -> Section:
    """The section of planes over time, for a run with samples of several planes.

    @param run the run
    @param which names the run, if a page has several
    """
    return Section(
        "Planes over time",
        f"Rate received by hosts through each plane{which}. Where the line of a plane differs from the gray "
        "one, its load differs from the mean.",
        plots.plane_load_over_time(run),
    )


def render(title: str, lead: str, sections: Sequence[Section], answer: str = "") -> str:
    """The page.

    @param title heading and title of the page
    @param lead a paragraph below the heading: the question
    @param sections in order
    @param answer a sentence below it
    @return HTML
    """
    shown = [section for section in sections if _is_shown(section.body)]
    bodies = [(section, _html(section, f"f{index}-")) for index, section in enumerate(shown)]
    answer = units.unbroken(answer)
    return rendering.render("page.html", title=title, lead=lead, answer=answer, sections=bodies)


def _is_shown(body: object) -> bool:
    if isinstance(body, (Figure, Markup)):
        return True
    return bool(body.rows if isinstance(body, Table) else body)


def _html(section: Section, prefix: str) -> Markup:
    """The body of a section."""
    body = section.body
    if isinstance(body, Figure):
        return Markup(f"<figure>{svg(body, prefix, section.title)}</figure>")
    if isinstance(body, Table):
        return html_table(body)
    if isinstance(body, Markup):
        return body
    if isinstance(body, str):
        return Markup('<div class="scroll"><pre>{}</pre></div>').format(body)
    return html_table(verdict_table(body or (), published=True))


@styled
def svg(figure: Figure, prefix: str, label: str) -> str:
    """A figure as inline SVG in the colors of the page.

    @param figure the figure
    @param prefix of every id, so that ids are unique on a page
    @param label text for screen readers
    """
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg")
    root = ElementTree.fromstring(buffer.getvalue())
    root.remove(root[0])  # metadata: date and program
    for element in root.iter():
        # In HTML the elements of SVG have no namespace.
        element.tag = _bare(element.tag)
        own = {_bare(name): value for name, value in element.attrib.items()}
        own |= {name: _themed(own[name], prefix) for name in ("style", "clip-path") if name in own}
        own |= {"id": prefix + own["id"]} if "id" in own else {}
        own |= {"href": f"#{prefix}{own['href'][1:]}"} if own.get("href", "").startswith("#") else {}
        element.attrib.clear()
        element.attrib.update(own)
    root.attrib = {"role": "img", "aria-label": label, **root.attrib}
    return ElementTree.tostring(root, encoding="unicode")


def _bare(name: str) -> str:
    """A name without its namespace."""
    return name.rpartition("}")[2]


def _themed(value: str, prefix: str) -> str:
    value = value.replace("url(#", f"url(#{prefix}")
    for color, name in _THEMED.items():
        value = value.replace(color, name)
    return value


def html_table(table: Table) -> Markup:
    """A table with numbers aligned to the right, wrapped long texts, and colors of verdicts."""
    kinds = [
        "number" if numeric else "wrap" if max(map(len, column)) > _LONG else ""
        for numeric, column in zip(table.numeric_columns(), zip(table.header, *table.rows))
    ]
    return rendering.render("table.html", table=table, kinds=kinds)
