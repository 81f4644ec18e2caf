# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""docs/results.md: the reference as a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from .entries import Entry, Table
from .events import EVENTS
from .samples import SAMPLES
from .summary import CAPACITY, SUMMARY
from .sweeps import TABLES as SWEEP_TABLES
from .tables import FRAMES, TABLES

_OPENING = """# Results

Made by `python3 -m mrcbench.reference`, in `experiments`; the words are in `experiments/mrcbench/reference`. Notebooks have the units and
meanings beside the data (`docs/notebooks.md`), and `./mrc report DIR` makes a page of any results folder.

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
`report.html`, pictures of the plots, `verdicts.json` with what became of the expectations, and perhaps `tables.md`. Between `case` and `seed`
stands a column per value that is varied, named by its path. NAME stands for the name of a job or a measure, N for the number of a fault.

`.runs/` is what the engine knows, a file per run and suffix: `NAME.json` the plan (scenario, settings, files that it reads), `NAME.done` or
`NAME.failed` what became of it, `NAME.log` what the simulator said. Whoever deletes it has all runs done again."""


def document() -> str:
    """The text of docs/results.md."""
    parts = [_OPENING.format(files=_files()), "## summary.json", _table(_keys(SUMMARY))]
    for name, table in TABLES.items():
        parts += [f"## {name}", _lead(table), _table(_rows(table))]
        if name == "samples.csv":
            parts += [_LEAD_SAMPLES, _samples()]
        if name == "events.csv":
            parts += ["In the order of time. The kinds:", _events()]
    parts += ["## pcap/*.csv", _lead(FRAMES), _table(_rows(FRAMES))]
    parts += ["## Capacity of networks", _CAPACITY, _table(_keys(CAPACITY))]
    parts += ["## Sweeps", _SWEEPS]
    for name, table in SWEEP_TABLES.items():
        parts += [f"### {name}", _lead(table), _table(_rows(table))]
    return "\n\n".join(parts) + "\n"


_LEAD_SAMPLES = """`measure.samples` chooses the kinds. Only QPs and ports that were used have rows; `measure.zeros` says whether
zeros have. The kinds:"""


def _files() -> str:
    rows = [(f"`{name}`", about) for name, about in _OTHERS[:2]]
    rows += [(f"`{name}`", _capital(table)) for name, table in TABLES.items()]
    rows += [(f"`{name}`", about) for name, about in _OTHERS[2:]]
    return _markdown(("file", "holds"), rows)


def _capital(table: Table) -> str:
    return table.about.split(";")[0].split(". ")[0] + (f"; {table.when}" if table.when else "")


def _lead(table: Table) -> str:
    sentence = table.about[0].upper() + table.about[1:] + "."
    return sentence + (f" The file is there {table.when}." if table.when else "")


def _rows(table: Table) -> Iterator[tuple[str, Entry]]:
    yield from table.columns.items()


def _keys(entries: Mapping[str, Entry], above: str = "") -> Iterator[tuple[str, Entry]]:
    """Keys with those below them, joined by dots; [] stands behind lists."""
    for key, entry in entries.items():
        name = f"{above}{key}" + ("[]" if entry.kind == "list" else "")
        yield name, entry
        if key not in ("jobs", "recovery"):  # their keys are the columns of a table
            yield from _keys(entry.below, f"{name}.")


def _table(rows: Iterator[tuple[str, Entry]]) -> str:
    return _markdown(
        ("name", "kind", "unit", "meaning"),
        [(f"`{name}`", entry.kind, entry.unit or "-", entry.about + (" (if any)" if entry.optional else ""))
         for name, entry in rows],
    )  # fmt: skip


def _samples() -> str:
    return _markdown(
        ("kind", "object", "unit", "value", "by default"),
        [(f"`{name}`", kind.object, kind.unit, kind.about, "yes" if kind.default else "no")
         for name, kind in SAMPLES.items()],
    )  # fmt: skip


def _events() -> str:
    return _markdown(
        ("kind", "object", "detail, for example", "meaning"),
        [(f"`{name}`", kind.object, kind.detail or "-", kind.about) for name, kind in EVENTS.items()],
    )


def _markdown(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)
