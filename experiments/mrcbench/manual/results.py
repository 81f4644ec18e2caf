# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""docs/results.md: what stands in a results folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..reference.sweeps import TABLES as SWEEP_TABLES

_OPENING = """# Results

Made by `./mrc results --document` of what `./mrc results` says. Notebooks have the units and meanings beside the data
(`docs/notebooks.md`), and `./mrc report DIR` makes a page of any results folder.

`./mrc run` leaves one folder per run:

{files}

An *id* is a number that names a thing, a *count* a whole number, a *flag* `true` or `false`. A cell is empty, and a value `null`, where there is
nothing to tell. Simulated times are in ns from the start of the run, with up to three digits behind the point; 1 MB is 1,000,000 B. The
same scenario and seed give the same bytes in every CSV file.

Hosts, switches, links and QPs are called the same everywhere. `h3` is host 3 (in a graph, its own name), `p0-t1-5` a switch: plane, tier,
number in the plane. `h3--p0-t0-0` is the direction of a link that `h3` sends, `p0-t0-0--h3` the other one; where several links join the
same two ends, `.1` behind the name is the index of links.csv. `h3/qp4` is the end of a QP at h3."""

_OTHERS = (
    ("config.json", "the scenario with every default, and the versions: `./mrc run config.json` gives the same "
     "bytes again in every CSV file"),
    ("summary.json", "one object: what the run was, counted and took"),
    ("pcap/", "captures, with `measure.pcap`: `docs/captures.md`"),
    ("report.html, motion.html", "pages that `./mrc report` writes"),
    (".detail/", "the run once more with more time series, while `motion.html` is made of it"),
    ("interrupted/", "the results of a run that was interrupted where whole results stood already"),
)  # fmt: skip

_CAPACITY = """`mrc-sim capacity` (docs/capacity.md) leaves `config.json` and a `summary.json` with `"program": "capacity"`
and these keys; there are no tables."""

_SWEEPS = """`./mrc sweep`, `perf`, `figures` and `demo` leave a folder per run and, above them, these tables (docs/sweeps.md),
`report.html`, pictures of the plots, `verdicts.json` with what became of the claims, and perhaps `tables.md`. Between `case` and `seed`
stands a column per value that is varied, named by its path. NAME stands for the name of a job or a measure, N for the number of a fault.

`.runs/` is what the engine knows, a file per run and suffix: `NAME.json` the plan (scenario, settings, files that it reads), `NAME.done` or
`NAME.failed` what became of it, `NAME.log` what the simulator said. Whoever deletes it has all runs done again."""


Said = Mapping[str, Any]  # an object that the simulator has printed


def page(said: Said) -> str:
    """The page.

    @param said what ``mrc-sim results --json`` prints
    """
    parts = [_OPENING.format(files=_files(said["files"])), "## summary.json", _table(said["summary"])]
    for file in said["files"]:
        parts += [f"## {file['name']}", _lead(file["about"], file["when"]), _table(file["columns"])]
        if file["name"] == "samples.csv":
            parts += [_LEAD_SAMPLES, _samples(said["samples"])]
        if file["name"] == "events.csv":
            parts += ["In the order of time. The kinds:", _events(said["events"])]
    parts += ["## Capacity of networks", _CAPACITY, _table(said["capacity"])]
    parts += ["## Sweeps", _SWEEPS]
    for name, table in SWEEP_TABLES.items():
        columns = [
            {"name": column, "kind": entry.kind, "unit": entry.unit, "meaning": entry.about}
            for column, entry in table.columns.items()
        ]
        parts += [f"### {name}", _lead(table.about, table.when), _table(columns)]
    return "\n\n".join(parts) + "\n"


_LEAD_SAMPLES = """`measure.samples` chooses the kinds. Only QPs and ports that were used have rows; `measure.zeros` says whether
zeros have. The kinds:"""


def _files(files: Iterable[Said]) -> str:
    rows = [(f"`{name}`", about) for name, about in _OTHERS[:2]]
    rows += [(f"`{file['name']}`", _short(file)) for file in files if "/" not in file["name"]]
    rows += [(f"`{name}`", about) for name, about in _OTHERS[2:]]
    return _markdown(("file", "holds"), rows)


def _short(file: Said) -> str:
    about = str(file["about"]).split(";", 1)[0].split(". ")[0]
    return about + (f"; {file['when']}" if file["when"] else "")


def _lead(about: str, when: str) -> str:
    return about[0].upper() + about[1:] + "." + (f" The file is there {when}." if when else "")


def _table(entries: Iterable[Said]) -> str:
    return _markdown(
        ("name", "kind", "unit", "meaning"),
        [(f"`{one['name']}`", one["kind"], one["unit"] or "-",
          one["meaning"] + (f" ({one['when']})" if one.get("when") else ""))
         for one in entries],
    )  # fmt: skip


def _samples(kinds: Iterable[Said]) -> str:
    return _markdown(
        ("kind", "object", "unit", "value", "by default"),
        [(f"`{kind['name']}`", kind["object"], kind["unit"], kind["meaning"], "yes" if kind["default"] else "no")
         for kind in kinds],
    )  # fmt: skip


def _events(kinds: Iterable[Said]) -> str:
    return _markdown(
        ("kind", "object", "detail, for example", "meaning"),
        [(f"`{kind['name']}`", kind["object"], kind["detail"] or "-", kind["meaning"]) for kind in kinds],
    )


def _markdown(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
