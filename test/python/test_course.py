# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The exercises of docs/course.md: their commands give the numbers of their tables."""

from __future__ import annotations

import csv
import json
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from running import SIMULATOR, TOP, needs_simulator

pytestmark = [needs_simulator, pytest.mark.slow]

PAGE = (TOP / "docs" / "course.md").read_text(encoding="utf-8")


def section(number: int) -> str:
    """The text of an exercise."""
    return PAGE.split(f"\n## {number}. ")[1].split("\n## ")[0]


def told(number: int) -> list[list[str]]:
    """The cells of its table, without the header."""
    rows = [line.strip("|").split("|") for line in section(number).splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


def done(number: int, out: Path) -> Path:
    """The folder with its results."""
    (commands,) = re.findall(r"```sh\n(.*?)```", section(number), re.S)
    script = commands.replace("./mrc run", f"{shlex.quote(str(SIMULATOR))} run --quiet").replace("results/", f"{out}/")
    subprocess.run(["bash", "-c", script], cwd=TOP, check=True, capture_output=True)
    return out


def rows(path: Path) -> Iterator[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def of_job(run: Path, name: str, column: str) -> float:
    return next(float(row[column]) for row in rows(run / "jobs.csv") if row["job"] == name)


def test_one_path_or_all_paths(tmp_path: Path) -> None:
    done(1, tmp_path)
    found = []
    for run, name in (("roce", "RoCE, one QP"), ("roce8", "RoCE, 8 QPs"), ("mrc", "MRC")):
        (job,) = rows(tmp_path / f"course-{run}" / "jobs.csv")
        links = rows(tmp_path / f"course-{run}" / "links.csv")
        uplinks = [float(row["bytes"]) for row in links if row["tier"] == "t0-t1"]
        idle = sum(size < 1e6 for size in uplinks)
        found.append([name, f"{float(job['busbw_gbps']):.1f}", f"{idle} of {len(uplinks)}"])
    assert found == told(1)


def test_trim_drop_or_pause(tmp_path: Path) -> None:
    done(2, tmp_path)
    found = []
    for run in ("trim", "drop", "pause", "lossy"):
        folder = tmp_path / f"course-{run}"
        summary = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
        keys = ("trimmed_packets", "dropped_packets", "retransmitted_packets", "timeouts")
        times = of_job(folder, "incast", "duration_ns") / 1e3, of_job(folder, "victim", "busbw_gbps")
        found.append([f"{times[0]:,.0f}", f"{times[1]:.1f}", *(f"{summary[key]:,}" for key in keys)])
    assert found == [row[1:] for row in told(2)]


def test_how_fast_a_dead_link_is_found(tmp_path: Path) -> None:
    done(3, tmp_path)
    found = []
    for window in (2, 4, 8):
        table = rows(tmp_path / f"course-window-{window}" / "recovery.csv")
        row = next(row for row in table if row["what"] == "link-down")
        columns = list(row)  # the command prints these by their places
        found.append([row["lost_packets"], f"{float(row[columns[17]]) / 1e3:.1f}"])
        assert columns[7] == "lost_packets"
    assert found == [row[1:] for row in told(3)]


def test_the_price_of_a_loss(tmp_path: Path) -> None:
    done(4, tmp_path)
    found = []
    for rate in ("0", "0.0001", "0.001", "0.01"):
        folders = (tmp_path / f"course-loss-{transport}-{rate}" for transport in ("roce", "mrc"))
        found.append([f"{float(next(rows(folder / 'jobs.csv'))['busbw_gbps']):.1f}" for folder in folders])
    assert found == [row[2:] for row in told(4)]
