# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Growth of cost, and the document of figures: ./mrc bench --scaling and --document."""

import csv
import json
import re

import pytest
from matplotlib.figure import Figure
from mrcbench import blocks
from mrcbench.speed import document, scaling
from mrcbench.table import Table


def run(name, value, ns=300.0):
    return {
        "axis": name,
        "value": value,
        "series": scaling.BASE,
        "packet_hops": 1000,
        "ns": ns,
        "ns_fastest": ns - 1,
        "ns_slowest": ns + 1,
        "events_per_packet_hop": 2.0,
        "setup_cpu_s": 0.1,
        "peak_rss_bytes": 12_000_000,
    }


ROWS = [run(name, value) for name, values in scaling.AXES.items() for value in values]
HELD = [
    {"name": f"EventHeld/{name}/{depth}", "ns": 20, "ns_fastest": 19, "ns_slowest": 22}
    for name in ("MapScheduler", "HeapScheduler")
    for depth in (30, 1000)
]


@pytest.fixture(name="simulator")
def fixture_simulator(tmp_path):
    """A simulator that records its settings."""
    file = tmp_path / "mrc-sim"
    file.write_text(
        f"""#!/usr/bin/python3
import json, os, sys
out = sys.argv[sys.argv.index("--out") + 1]
os.makedirs(out)
open({str(tmp_path)!r} + "/log", "a").write(" ".join(sys.argv) + "\\n")
json.dump({{"packet_hops": 1000, "events": 2000, "cpu_s": 0.001, "setup_cpu_s": 0.5,
           "peak_rss_bytes": 1}}, open(out + "/summary.json", "w"))
"""
    )
    file.chmod(0o755)
    return file


def test_every_point_of_every_axis_is_measured(simulator, tmp_path):
    rows = scaling.measure(simulator, 2)
    assert [(row["axis"], row["value"]) for row in rows] == [
        (row["axis"], row["value"]) for row in ROWS
    ]
    assert rows[0]["ns"] == 1000 and rows[0]["events_per_packet_hop"] == 2
    log = (tmp_path / "log").read_text().splitlines()
    assert len(log) == 2 * len(ROWS)
    assert sum("topology.hosts=1024 topology" in " ".join(line.split(" --set ")) for line in log) == 2


def test_an_incast_comes_from_other_t0s():
    job = json.loads(scaling.incast(4)["workload[0]"])
    assert job["senders"] == [8, 9, 10, 11]
    assert job["bytes"] * 4 == scaling.WORK // 4


@pytest.mark.parametrize("axis", scaling.AXES)
def test_points_of_an_axis_differ_in_its_value_and_not_in_the_work(axis):
    works = set()
    for value, settings in scaling.AXES[axis].items():
        job = json.loads(settings.get("workload[0]", "{}"))
        hosts = settings.get("topology.hosts", 64)
        senders = len(job.get("senders", range(hosts)))
        varied = {"hosts": hosts, "QPs per pair": settings.get("workload[0].qps"), "EVs per QP": settings.get("transport.evs")}
        assert varied.get(axis, senders) == value
        assert settings.get("transport.evs") == settings.get("transport.evsActive")
        assert hosts == settings.get("topology.hostsPerT0", 8) * settings.get("topology.t1PerPlane", 8)
        works.add(senders * (job or {"bytes": settings.get("workload[0].bytes")})["bytes"])
    whole = scaling.WORK / 4 if axis == "senders of an incast" else scaling.WORK
    assert all(work == pytest.approx(whole, rel=1e-6) for work in works)


def test_the_csv_is_tidy(tmp_path):
    scaling.write_csv(ROWS + scaling.pending(HELD), tmp_path / "scaling.csv")
    with (tmp_path / "scaling.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {column.key for column in scaling.COLUMNS} <= set(rows[0])
    assert len(rows) == len(ROWS) + len(HELD)
    assert rows[-1]["series"] == "HeapScheduler" and rows[-1]["peak_rss_bytes"] == ""


def test_plots_are_drawn(tmp_path):
    files = scaling.draw(ROWS + scaling.pending(HELD), tmp_path)
    assert [file.name for file in files] == [
        "performance-time.png",
        "performance-memory.png",
        "performance-schedulers.png",
    ]
    assert all(file.stat().st_size > 5000 for file in files)


def test_plots_have_the_numbers_in_their_units(tmp_path, monkeypatch):
    drawn = []
    monkeypatch.setattr(Figure, "savefig", lambda figure, *_, **__: drawn.append(figure))
    scaling.draw(ROWS, tmp_path)
    for figure, label, value in zip(drawn, ("CPU time per packet-hop (ns)", "peak memory (MB)"), (300, 12)):
        texts = [axis.get_ylabel() for axis in figure.axes] + [text.get_text() for text in figure.texts]
        assert label in texts + ([figure._supylabel.get_text()] if figure._supylabel else [])
        lines = [line for axis in figure.axes for line in axis.get_lines() if len(line.get_ydata()) > 1]
        assert lines and all(list(line.get_ydata()) == [value] * len(line.get_ydata()) for line in lines)


def test_the_document_has_a_place_for_every_block():
    blocks.check(document.FILE.read_text(encoding="utf-8"), document.BLOCKS)


def test_figures_replace_those_of_before_and_nothing_else():
    text = "\n".join(
        f"before {name}\n<!-- begin {name} -->\nold\n<!-- end {name} -->"
        for name in document.BLOCKS
    )
    filled = blocks.fill(text, document.contents_of({"scaling": ROWS[:1]}))
    assert filled.count("old") == len(document.BLOCKS) - 1
    assert re.search(r"begin scaling -->\n\n\| axis \| .*\n\n<!-- end", filled, re.S)
    assert blocks.fill(filled, document.contents_of({"scaling": ROWS[:1]})) == filled


def test_the_document_describes_the_machine_of_the_workloads():
    machine = {"cpu": "a CPU", "cores": 2, "memory_bytes": 16e9, "compiler": "g++ 12", "build_type": "Release", "simulator": "mrc-sim 1"}
    found = document.contents_of({"machine": machine, "repeat": 5, "workloads": [{"workload": "W1"}]})
    assert found["machine"] == ["a CPU, 2 cores, 16 GB; g++ 12, Release; mrc-sim 1. Median of 5, CPU time."]


def test_a_document_without_marks_is_refused():
    with pytest.raises(ValueError, match="machine, workloads"):
        blocks.check("", document.BLOCKS)


def test_a_markdown_table_aligns_numbers_and_escapes_marks():
    table = Table(("name", "ns"), [("a<b>|c_d", "1.0")])
    assert document.markdown(table).splitlines() == [
        "| name | ns |",
        "| --- | ---: |",
        r"| a\<b>\|c\_d | 1.0 |",
    ]
