#!/usr/bin/env python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Writes pages of the manual on keys, attributes and results from the simulator's output, and the schema.

Exit status: 0 done, 2 bad usage, or the simulator fails.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from mrcbench.arguments import MANUAL, as_command, find_simulator_or_tell
from mrcbench.files import write
from mrcbench.rendering import render
from mrcbench.table import NOTHING, Table
from mrcbench.suite.schema import list_keys, schema_of
from mrcbench.reference import DATA, KEYS, entries, sweep_tables

Said = Mapping[str, Any]  #: an object that the simulator has printed


def keys(said: Said) -> str:
    """docs/keys.md: every key of scenarios and sweeps.

    @param said the output of ``mrc-sim keys --json``
    """
    sections: dict[str, list[Said]] = {}
    objects = {first for entry in said["keys"] for first, dot, _ in [entry["path"].partition(".")] if dot}
    for entry in said["keys"]:
        first = entry["path"].partition(".")[0]
        outer = {first, f"{first}[]"} & objects
        sections.setdefault(first.removesuffix("[]") if outer else "The scenario itself", []).append(entry)
    header = ("key", "value", "without it", "meaning")
    return render("keys.md", sections=[(name, Table(header, list(map(_key, entries))))
                                       for name, entries in sections.items()],
                  sweeps=Table(header, list_keys(schema_of("sweeps"))))  # fmt: skip


def types(said: Said) -> dict[str, dict[str, list[str]]]:
    """keys.json: the types of every key of scenarios by its path, and the required keys of every object.

    Keys that depend on the kind of an object, or on other keys, are not required.

    @param said the output of ``mrc-sim keys --json``
    """
    found: dict[str, dict[str, list[str]]] = {}

    def at(path: str) -> dict[str, list[str]]:
        return found.setdefault(path, {"types": [], "required": []})

    def add(values: list[str], value: str) -> None:
        if value not in values:
            values.append(value)

    for entry in said["keys"]:
        path = entry["path"]
        words = any(isinstance(value, str) for value in entry.get("values", ()))
        for kind in [*entry["type"].split(" or "), *(["word"] if words else [])]:
            add(at(path)["types"], kind)
        outer, _, key = path.rpartition(".")
        if outer:
            at(outer)["types"] = at(outer)["types"] or ["object"]
        if entry.get("required") and not {"kinds", "only"} & entry.keys():
            add(at(outer)["required"], key)
            if outer and "[]" not in outer:
                add(at("")["required"], outer)
    return found


def _key(entry: Said) -> tuple[str, str, str, str]:
    place = f"`{entry['path']}`"
    if "kinds" in entry:
        place += f" ({', '.join(entry['kinds'])})"
    if "only" in entry:
        place += f", {' or '.join(entry['only'])}"
    if "with" in entry:
        place += f", with `{entry['with']}`"
    sets = f" Sets `{entry['attribute']}`." if "attribute" in entry else ""
    return place, entry["allowed"], entry["without"], entry["meaning"] + sets


def attributes(said: Said) -> str:
    """docs/attributes.md: the ns-3 attributes and trace sources of the module's classes.

    @param said the output of ``mrc-sim attributes --json``
    """
    header, traces = ("attribute", "value", "default", "meaning"), ("trace source", "callback", "meaning")
    classes = [
        (entry, Table(header, list(map(_attribute, entry["attributes"]))), Table(traces, [
            (f"`{source['name']}`", f"`{source['callback']}`", _sentence(source["meaning"]))
            for source in entry["traceSources"]]))
        for entry in said["classes"] if entry["attributes"] or entry["traceSources"]
    ]  # fmt: skip
    bare = [entry["name"] for entry in said["classes"] if not (entry["attributes"] or entry["traceSources"])]
    return render("attributes.md", classes=classes, bare=_codes(bare))


def _attribute(facts: Said) -> tuple[str, str, str, str]:
    default = facts.get("default", NOTHING)
    shown = str(default).lower() if isinstance(default, bool) else str(default)
    also = f" Key {_codes(facts['keys'])}." if "keys" in facts else ""
    return f"`{facts['name']}`", facts["allowed"], shown, _sentence(facts["meaning"]) + also


def _codes(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _sentence(text: str) -> str:
    """A help text that ends with a period."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def results(said: Said) -> str:
    """docs/results.md: the files of a results folder.

    @param said the output of ``mrc-sim results --json``
    """
    files = [(f"`{file['name']}`", _short(file)) for file in said["files"] if "/" not in file["name"]]
    kinds = [
        (f"`{kind['name']}`", kind["object"], kind["unit"], kind["meaning"], ("no", "yes")[kind["default"]])
        for kind in said["samples"]
    ]
    events = [
        (f"`{kind['name']}`", kind["object"], kind["detail"] or NOTHING, kind["meaning"])
        for kind in said["events"]
    ]
    return render(
        "results.md",
        files=Table(("file", "holds"), [*_OTHERS[:2], *files, *_OTHERS[2:]]),
        summary=_columns(said["summary"]),
        tables=[(file["name"], _lead(file["about"], file["when"]), _columns(file["columns"]))
                for file in said["files"]],
        samples=Table(("kind", "object", "unit", "value", "by default"), kinds),
        events=Table(("kind", "object", "detail, for example", "meaning"), events),
        capacity=_columns(said["capacity"]),
        sweeps=[(name, _lead(table.about, table.when), _columns(
            {"name": column, "kind": entry.kind, "unit": entry.unit, "meaning": entry.about}
            for column, entry in table.columns.items()))
            for name, table in sweep_tables(entries(said["summary"])).items()],
    )  # fmt: skip


#: Files that the simulator does not describe.
_OTHERS = (
    ("`config.json`", "the scenario with every default, and the versions: `./mrc run config.json` gives the "
     "same bytes again in every CSV file"),
    ("`summary.json`", "one object: configuration, counters and cost of the run"),
    ("`pcap/`", "captures, with `measure.pcap`: `docs/captures.md`"),
    ("`report.html, motion.html`", "pages that `./mrc report` writes"),
    ("`why.csv`", "durations of jobs without a mechanism, from `./mrc report --why`"),
    ("`.detail/`", "a repetition of the run with more time series, while `motion.html` is made"),
    ("`interrupted/`", "the results of an interrupted run, if the folder already had complete results"),
)  # fmt: skip


def _short(file: Said) -> str:
    about = str(file["about"]).split(";", 1)[0].split(". ")[0]
    return about + (f"; {file['when']}" if file["when"] else "")


def _lead(about: str, when: str) -> str:
    return about[0].upper() + about[1:] + "." + (f" The file is there {when}." if when else "")


def _columns(entries: Iterable[Said]) -> Table:
    """A row per column or key."""
    rows = [
        (f"`{one['name']}`", one["kind"], one["unit"] or NOTHING,
         one["meaning"] + (f" ({one['when']})" if one.get("when") else ""))
        for one in entries
    ]  # fmt: skip
    return Table(("name", "kind", "unit", "meaning"), rows)


#: The function that makes the page, by command
PAGES = {"keys": keys, "attributes": attributes, "results": results}


def ask(simulator: Path, *words: str) -> str:
    """The output of a command of the simulator.

    @raise subprocess.CalledProcessError if it fails
    """
    return subprocess.run([simulator, *words], capture_output=True, text=True, check=True).stdout


def pages(simulator: Path) -> dict[str, str]:
    """The files of the manual by their names.

    @raise subprocess.CalledProcessError if the simulator fails
    """
    said = {command: ask(simulator, command, "--json") for command in PAGES}
    files = {f"{command}.md": page(json.loads(said[command])) for command, page in PAGES.items()}
    files["scenario.schema.json"] = ask(simulator, "schema")
    files[DATA.name] = json.dumps(json.loads(said["results"]), indent=1) + "\n"
    files[KEYS.name] = "{\n" + ",\n".join(
        f" {json.dumps(path)}: {json.dumps(own)}" for path, own in types(json.loads(said["keys"])).items()
    ) + "\n}\n"  # fmt: skip
    return files


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="mrc", description=__doc__.splitlines()[0])
    parser.add_argument("command", choices=sorted(PAGES), help="any one; all pages are written")
    parser.add_argument("--document", action="store_true", help="write the pages; the default")
    parser.add_argument("--mrc-sim", type=Path, help="the simulator (default: the release build's)")
    parser.add_argument("--out", type=Path, help="folder of the pages (default: docs)")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pages."""
    options = parse(arguments)
    simulator = find_simulator_or_tell(options.command, options.mrc_sim)
    if simulator is None:
        return 2
    try:
        files = pages(simulator)
    except subprocess.CalledProcessError as error:
        print(f"{options.command}: {error.stderr.strip()}", file=sys.stderr)
        return 2
    for name, text in files.items():
        # The package that reads results.json and keys.json contains them
        folder = DATA.parent if name in (DATA.name, KEYS.name) else MANUAL
        path = (options.out or folder) / name
        write(path, text)
        print(f"page: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(as_command(sys.argv[1] if len(sys.argv) > 1 else "keys", main))
