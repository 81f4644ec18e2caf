# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Files of other simulators for tests: imports them, and writes them in other ways that mean the same."""

from __future__ import annotations

import csv
import importlib
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from mrcbench import importing
from mrcbench.importing.scenario import Flow, Imported
from mrcbench.importing.text import ImportProblem

command = importlib.import_module("import")

#: Functions that change the bytes of a text file but not its meaning.
SPELLINGS = {
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "tabs": lambda text: text.replace(" ", "\t"),
    "repeated blanks": lambda text: text.replace(" ", "   "),
    "blanks around lines": lambda text: "".join(f"  {line}  \n" for line in text.splitlines()),
    "no newline at the end": lambda text: text.rstrip("\n"),
    "newlines at the end": lambda text: text + "\n\n",
    "byte order mark": lambda text: "\ufeff" + text,
}

every_spelling = pytest.mark.parametrize("change", SPELLINGS.values(), ids=SPELLINGS.keys())


def write_files(folder: Path, texts: Sequence[str]) -> list[Path]:
    """Write files 0.txt, 1.txt and so on."""
    files = [folder / f"{number}.txt" for number in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_bytes(text.encode())
    return files


def read(folder: Path, name: str, *texts: str, options: Sequence[str] = ()) -> Imported:
    """Import files with these texts by the format of this name."""
    return load(name, write_files(folder, texts), options)


def load(name: str, files: Sequence[Path], options: Sequence[str] = ()) -> Imported:
    """Import files by the format of this name."""
    parsed = command.parse([name, *map(str, files), "-o", "x.json", *options])
    result = importing.load(name).read(files, parsed)
    result.flows = list(result.flows)
    return result


def meaning(imported: Imported) -> tuple[Any, ...]:
    """All of an Imported in a form that can be compared, without names of files."""
    left = [re.sub(r"\S*/\d\.txt", "FILE", text) for text in imported.left + imported.notes]
    return imported.hosts, list(imported.flows), imported.topology, imported.settings, left


def problem(folder: Path, name: str, *texts: str, options: Sequence[str] = ()) -> str:
    """The message about bad files, without the name of the folder; nothing else must be raised."""
    with pytest.raises(ImportProblem) as caught:
        read(folder, name, *texts, options=options)
    message = str(caught.value)
    assert message.startswith(f"{folder}/") and "\n" not in message
    assert re.search(r"expected .+, found |expected .+ found none", message), message
    return message.replace(f"{folder}/", "")


def messages(imported: Imported) -> list[Flow]:
    """The messages."""
    return [flow for flow in imported.flows if flow.dst is not None]


class Outcome(NamedTuple):
    """A call of the command line."""

    status: int
    out: str
    err: str
    written: list[str]  #: names of the files in its folder
    scenario: dict[str, Any]
    rows: list[dict[str, str]]  #: of the file of flows


def run(folder: Path, capsys: Any, name: str, *texts: str, options: Sequence[str] = ()) -> Outcome:
    """Call ./mrc import with these files, and with a simulator that accepts everything."""
    given = folder / "given"
    given.mkdir(exist_ok=True)
    files = write_files(given, texts)
    out = folder / "out" / "x.json"
    out.parent.mkdir(exist_ok=True)
    status = command.main(["--mrc-sim", "/bin/true", name, *map(str, files), "-o", str(out), *options])
    printed = capsys.readouterr()
    scenario = json.loads(out.read_text()) if out.exists() else {}
    flows = out.with_name("x.flows.csv")
    rows = list(csv.DictReader(flows.read_text().splitlines())) if flows.exists() else []
    written = sorted(file.name for file in out.parent.iterdir())
    return Outcome(status, printed.out, printed.err, written, scenario, rows)
