# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The HTML page: self-contained, reproducible, readable on light and dark screens."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import synthetic
from matplotlib.figure import Figure
from mrcbench import report, style
from mrcbench.drawing import runs as plots
from mrcbench.drawing.runs import Run
from mrcbench.expectations import Claim
from mrcbench.table import Table
from mrcbench.transports import label_of, looks_of_jobs
from synthetic import load_results

Make = Callable[..., Any]


class Page(HTMLParser):
    """Tags, ids and references of a page; unbalanced tags are an error."""

    VOID = {"meta", "br", "hr", "img", "link"}

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.references: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("href", "src", "xlink:href", "data", "action"):
                self.references.append(value or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


#: The page of most tests, which takes seconds to make.
PAGES: list[str] = []


@pytest.fixture
def page(request: pytest.FixtureRequest) -> str:
    """A page with verdicts, the table and all figures of three runs."""
    if not PAGES:
        PAGES.append(make_page(request.getfixturevalue("three_rings")))
    return PAGES[0]


def make_page(three_rings: list[Run]) -> str:
    claims = [Claim("holds", 2, ">=", 1), Claim("does not", 2, ">=", 3)]
    sections = [
        report.Section("Verdicts", "", [claim.judge() for claim in claims]),
        report.Section("Runs", "A < B & C", report.run_table(three_rings)),
        *report.figure_sections(three_rings),
    ]
    return report.render("Title & more", "lead", sections)


def test_page_loads_nothing(page: str) -> None:
    found = Page(page)
    assert not {"script", "link", "img", "iframe", "object"} & set(found.tags)
    assert all(reference.startswith("#") for reference in found.references)
    assert "http" not in page and "@import" not in page
    assert all(target.startswith("#") for target in re.findall(r"url\(([^)]*)\)", page))


def test_ids_are_unique_across_figures_and_references_resolve(page: str) -> None:
    found = Page(page)
    assert len(found.ids) == len(set(found.ids))
    targets = set(found.references) | set(re.findall(r"url\(([^)]*)\)", page))
    assert targets and targets <= {f"#{name}" for name in found.ids}


def test_pictures_within_figures_are_shown() -> None:
    figure = Figure()
    axes = figure.subplots()
    figure.colorbar(axes.imshow([[0, 1]]))
    references = Page(report.svg(figure, "f0-", "a map and its scale")).references
    pictures = [text for text in references if not text.startswith("#")]
    assert len(pictures) == 2
    for text in pictures:
        kind, data = text.split(",")
        assert kind == "data:image/png;base64" and base64.b64decode(data).startswith(b"\x89PNG")


def test_all_figures_are_there(page: str) -> None:
    labels = re.findall(r'<svg role="img" aria-label="([^"]*)"', page)
    assert labels == [
        "Bandwidth",
        "Flow times",
        "Load of planes and uplinks",
        "link-down during ring",
        "Planes over time",
        "Pauses and queues",
    ]


def test_figures_follow_the_page_in_the_dark(page: str) -> None:
    assert "prefers-color-scheme: dark" in page
    drawn = page[page.index("<svg") :]
    for color in (style.INK, style.MUTED, style.GRID, style.PAPER):
        assert color not in drawn
    assert "var(--ink)" in drawn and "var(--card)" in drawn


def test_text_is_escaped(page: str) -> None:
    assert "<h1>Title &amp; more</h1>" in page
    assert "A &lt; B &amp; C" in page


def test_published_numbers_have_a_column_where_they_are_asked_for() -> None:
    for published in ("9", ""):
        verdicts = [Claim("x", 4, "<", 5, published=number).judge() for number in (published, "")]
        plain, full = report.verdict_table(verdicts), report.verdict_table(verdicts, published=True)
        assert [*plain.header] == ["claim", "expected", "measured", "verdict"]
        assert ("published" in full.header) == bool(published)
        assert [row[1] for row in full.rows] == (["9", "-"] if published else [row[1] for row in plain.rows])


def test_verdicts_are_colored(page: str) -> None:
    assert '<td class="good" data-label="verdict">our claim</td>' in page
    assert '<td class="bad" data-label="verdict">our claim FAILS</td>' in page


@pytest.mark.slow
def test_same_results_same_bytes(three_rings: list[Run]) -> None:
    pages = [report.render("t", "l", report.figure_sections(three_rings)) for _ in range(2)]
    assert pages[0] == pages[1]


def test_table_has_the_numbers_of_the_files(make_run: Make, scenario: Make) -> None:
    how = synthetic.Behavior(efficiency=0.5, worst=1, retransmits=1234, trims=7, pause_ns=98_765)
    run = make_run("ring", "RoCE, 1 QP", scenario("roce"), how)
    table = report.run_table([run])
    row = dict(zip(table.header, table.rows[0]))
    job = run.results.jobs.iloc[0]
    fct = run.results.flows["fct_ns"].iloc[0] / 1e3
    assert row["case"] == "ring" and row["transport"] == "RoCE, 1 QP"
    assert row["Gb/s"] == f"{job['busbw_gbps']:.1f}" and row["measure"] == "bus bandwidth"
    assert row["% of ideal"] == "50.0"
    assert row["p50 (us)"] == row["max (us)"] == f"{fct:,.1f}"
    assert row["retrans."] == "1,234" and row["NACKs"] == "7"
    assert row["pauses (us)"] == "98.8"
    assert row["completed"] == "yes"


def test_second_job_has_a_row_of_its_own(make_run: Make, scenario: Make) -> None:
    jobs = [
        {"name": "incast", "type": "incast", "receiver": 0, "senders": [4, 5], "bytes": "8MB"},
        {"name": "victim", "type": "write", "hosts": [7, 1], "bytes": "16MB"},
    ]
    runs = [make_run("incast", name, scenario(workload=jobs)) for name in ("MRC", "MRC 2")]
    rows = report.run_table(runs).rows
    assert [row[0] for row in rows] == ["incast: incast", "incast: incast", "incast: victim", "incast: victim"]
    assert [row[10] for row in rows] == ["0", "0", "-", "-"]


DRAWN = ("bandwidth_bars", "flow_time_cdfs", "load_balance", "throughput_around_fault", "plane_load_over_time",
         "pauses_and_queues")  # fmt: skip


@pytest.mark.parametrize("transport, faulty", [("mrc", True), ("mrc", False), ("roce", True), ("roce", False)])
def test_a_run_has_the_sections_of_what_it_has(
    make_run: Make, scenario: Make, monkeypatch: pytest.MonkeyPatch, transport: str, faulty: bool
) -> None:
    for name in DRAWN:
        monkeypatch.setattr(plots, name, lambda *_: "a picture")
    faults = [{"at": "2ms", "what": "link-down", "for": "1ms"}] if faulty else None
    sections = report.figure_sections([make_run("ring", "run", scenario(transport, faults=faults))])
    assert [section.title for section in sections] == [
        "Bandwidth", "Flow times", "Load of planes and uplinks", *(["link-down during ring"] if faulty else []),
        *(["Planes over time"] if transport == "mrc" else []), "Pauses and queues",
    ]  # fmt: skip


def test_incomplete_run_is_said_to_be(make_run: Make, scenario: Make) -> None:
    run = make_run("ring", "MRC", scenario(), synthetic.Behavior(lost=1))
    assert report.run_table([run]).rows[0][-1] == "NO"


@pytest.mark.slow
def test_run_where_nothing_arrived_can_be_reported(make_run: Make, scenario: Make) -> None:
    how = synthetic.Behavior(lost=14 * 8)
    run = make_run("ring", "MRC", scenario(), how)
    assert Page(report.render("t", "l", report.figure_sections([run]))).tags.count("svg") >= 2


def test_labels_from_the_configuration(make_run: Make, scenario: Make) -> None:
    labels = [
        label_of(make_run("a", str(qps) + kind, scenario(kind, qps=qps)).results)
        for kind, qps in (("mrc", 1), ("mrc", 4), ("roce", 1), ("roce", 16))
    ]
    assert labels == ["MRC", "MRC, 4 QPs", "RoCE, 1 QP", "RoCE, 16 QPs"]


def test_labels_name_the_transports_of_the_jobs(folder: Path) -> None:
    results = load_results(folder)

    def label(*jobs: tuple[str, int]) -> str:
        said = [{"name": str(at), "enabled": True, "transport": kind, "qps": qps} for at, (kind, qps) in enumerate(jobs)]
        return label_of(results.changed(config={**results.config, "workload": said}))

    assert label(("mrc", 1), ("roce", 1), ("roce", 2)) == "MRC + RoCE, 2 QPs"
    assert label(("roce", 1)) == "RoCE, 1 QP" and label() == "MRC"


@pytest.mark.parametrize("name, family", [("MRC, 2 QPs", "mrc"), ("RoCE", "roce"), ("TCP", ""), ("MRC + RoCE, 2 QPs", ""),
                                          ("TCP + MRC", ""), ("MRC + trims", "mrc")])  # fmt: skip
def test_several_transports_have_no_color_of_one(name: str, family: str) -> None:
    assert style.family_of(name) == family


def test_every_job_has_the_colors_of_its_transport(folder: Path) -> None:
    results = load_results(folder)
    kinds = {"a": {}, "b": {"transport": "roce"}, "c": {}, "d": {"transport": "roce"}}
    jobs = [{"name": name, "enabled": True, "qps": 1, **kind} for name, kind in kinds.items()]
    both = results.changed(config={**results.config, "workload": jobs})
    looks = looks_of_jobs(both, list(kinds))
    assert list(looks.values()) == list(style.looks(["MRC", "RoCE", "MRC 2", "RoCE 2"]).values())


def test_the_percentage_is_said_to_be_that_of_the_time() -> None:
    readme = (Path(__file__).resolve().parents[2] / "README.md").read_text(encoding="utf-8")
    for text, said in ((readme, "ideal time divided by measured time"), (report._BANDWIDTH, "as a share of the time it took")):
        assert said in " ".join(text.split()) and "idle network" not in text


@pytest.mark.parametrize(("transports", "attributes", "said"), [
    (["mrc"], {}, "MRC does not wait for switches."),
    (["roce"], {"ns3::Fabric::RemoteConvergence": "5ms"}, "LocalRepair (10 ms) has passed, and to a switch whose link to the destination is dead until ns3::Fabric::RemoteConvergence (5 ms) has passed."),
    (["mrc", "roce"], {"ns3::Fabric::LocalRepair": "1us"}, "LocalRepair (1 us) has passed, and to a switch whose link to the destination is dead until ns3::Fabric::RemoteConvergence (2 s) has passed. MRC does not wait for switches."),
])  # fmt: skip
def test_both_ways_around_a_dead_link_are_said_with_their_times(
    make_run: Make, scenario: Make, transports: list[str], attributes: dict[str, str], said: str
) -> None:
    runs = []
    for transport in transports:
        config = scenario(transport, faults=[{"at": "2ms", "what": "link-down"}])
        config["transport"]["attributes"] = attributes if transport == "roce" else {}
        runs.append(make_run("ring", transport, config))
    assert report._rerouting(plots.hit_jobs(runs)).endswith(said)
    slow = [replace(hit, fault=replace(hit.fault, what="link-rate")) for hit in plots.hit_jobs(runs)]
    assert report._rerouting(slow) == ""


def test_times_of_routing_that_differ_are_said_of_each(make_run: Make, scenario: Make) -> None:
    runs = []
    for local in ("1ms", "2ms"):
        config = scenario("roce", faults=[{"at": "2ms", "what": "switch-down"}])
        config["transport"]["attributes"] = {"ns3::Fabric::LocalRepair": local}
        runs.append(make_run("ring", f"RoCE {local}", config))
    assert "LocalRepair (1 ms in RoCE 1ms, 2 ms in RoCE 2ms)" in report._rerouting(plots.hit_jobs(runs))


def test_the_default_times_of_routing_are_those_of_the_attributes() -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "attributes.md").read_text(encoding="utf-8")
    for name, default in report.REROUTING.items():
        assert re.search(rf"^\| `{name}` \| [^|]* \| {default} \|", text, re.M), name


def test_a_page_begins_with_its_first_section_and_the_best_of_some_others() -> None:
    sections = [report.Section(title, "", body) for title, body in (("a", "1"), ("b", ""), ("c", "3"), ("d", "4"))]
    for first, titles in (("d", "adc"), ("x", "acd"), ("b", "acd"), ("a", "acd")):
        shown = report.one_screen(sections, first, "x")
        assert "".join(section.title for section in shown) == titles
        assert [section.folded for section in shown] == [False, first != "d", True]
    text = report.render("t", "the question", report.one_screen(sections, "d"), "the answer")
    assert re.findall(r"<(details|section)\b", text) == ["section", "section", "details"]
    assert text.index("the question") < text.index("the answer") < text.index("<h2>a</h2>")
    assert 'class="answer"' not in report.render("t", "the question", sections)


def test_long_cells_wrap_and_numbers_stand_right() -> None:
    section = report.Section("t", "", Table(("a", "b"), [("x" * 50, "12")]))
    text = report.render("t", "l", [section])
    assert f'<td class="wrap">{"x" * 50}</td><td class="number" data-label="b">12</td>' in text


def test_png_and_svg_of_a_figure_have_the_same_size(three_rings: list[Run]) -> None:
    figure = plots.bandwidth_bars(three_rings)
    text = report.svg(figure, "p-", "label")
    width, height = re.search(r'width="([\d.]+)pt" height="([\d.]+)pt"', text).groups()
    assert float(width) / float(height) == pytest.approx(
        figure.get_figwidth() / figure.get_figheight(), rel=1e-3
    )


def test_a_number_and_its_unit_stay_on_one_line() -> None:
    text = report.render("t", "l", [], "It keeps 84 % of 5 GB/s for 20 us; 3 planes, 4 KB, 2 seeds.")
    joined = text.replace("\N{NO-BREAK SPACE}", "_")
    assert "It keeps 84_% of 5_GB/s for 20_us; 3 planes, 4_KB, 2 seeds." in joined
