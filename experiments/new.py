#!/usr/bin/env python3
# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A folder with a plugin of your own: source, build, scenario, comparison and test (docs/plugins.md).

The source is a complete example of docs/adding.md with your name; change it.

Exit status: 0 written, 2 bad usage, or the folder or the name exists.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from mrcbench.arguments import ROOT, as_command, find_simulator_or_tell
from mrcbench.plugin import KINDS, camel, make_files

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def _name(text: str) -> str:
    if not _NAME.fullmatch(text):
        allowed = "lower-case words and dashes, such as my-window"
        raise argparse.ArgumentTypeError(f"found {text!r}; allowed: {allowed}")
    return text


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="mrc new", description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=list(KINDS), help="what it adds")
    parser.add_argument("name", type=_name, metavar="NAME", help="its name, such as my-window")
    parser.add_argument(
        "--in", type=Path, default=Path(), dest="parent", metavar="FOLDER",
        help="where the folder NAME is made; default: here",
    )  # fmt: skip
    parser.add_argument("--mrc-sim", type=Path, help="the simulator (default: the release build's)")
    return parser.parse_args(arguments)


def package_of(simulator: Path) -> Path:
    """The folder in which CMake finds ns3-mrc: that of a build, or of an installation."""
    is_build = (simulator.parent / "ns3-mrc-config.cmake").is_file()
    return simulator.parent if is_build else simulator.parent.parent


def is_taken(name: str, simulator: Path) -> bool:
    """Whether the simulator has a kind of this name, or its class."""
    known = [subprocess.check_output([simulator, word], text=True) for word in ("schema", "attributes")]
    return bool(re.search(rf'"const": ?"{name}"|^ns3::{camel(name)} ', "\n".join(known), re.M))


def next_commands(folder: Path, name: str, simulator: Path) -> list[str]:
    """The commands that build, run and compare."""
    in_clone = (ROOT / "CMakeLists.txt").is_file()
    driver = os.path.relpath(ROOT / "mrc") if in_clone else str(simulator.parent / "mrc")
    driver = shlex.quote(driver if "/" in driver else f"./{driver}")
    place = shlex.quote(str(folder))
    return [
        f"cmake -S {place} -B {place}/build && cmake --build {place}/build",
        f"{driver} run {place}/scenario.json",
        f"{driver} sweep {place}/{name}-compare.json",
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the folder."""
    options = parse(arguments)
    simulator = find_simulator_or_tell("new", options.mrc_sim)
    if simulator is None:
        return 2
    if is_taken(options.name, simulator):
        print(f"new: {simulator} has a {options.name}; allowed: another name", file=sys.stderr)
        return 2
    folder = options.parent / options.name
    try:
        folder.mkdir(parents=True)
        for name, text in make_files(options.kind, options.name, package_of(simulator)).items():
            (folder / name).write_text(text, encoding="utf-8")
    except FileExistsError:
        print(f"new: {folder} exists; allowed: another name, or --in another folder", file=sys.stderr)
        return 2
    print(f"{folder}: {', '.join(sorted(path.name for path in folder.iterdir()))}\n")
    print("Build it, run it, and compare it; then change the source, and do the same again:\n")
    print("\n".join(f"  {command}" for command in next_commands(folder, options.name, simulator)))
    return 0


if __name__ == "__main__":
    sys.exit(as_command("new", main))
