# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Scenarios and results as files of other programs: `./mrc export`.

A format is a module of the package ``formats`` with an object `FORMAT`. Its name is that of the option.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from . import formats


#: Functions that declare the options of a format, by name.
Options = Mapping[str, Callable[[argparse.ArgumentParser], argparse.Action]]


class ExportError(Exception):
    """The input is wrong, or has something that the format lacks."""


@dataclass(frozen=True)
class Request:
    """An export."""

    source: Path
    out: Path | None  #: None: the default of the format
    options: argparse.Namespace
    simulator: Path


@dataclass(frozen=True)
class Export:
    """The files of an export, none of which is written yet."""

    files: Mapping[Path, str]
    notes: list[str] = field(default_factory=list)  #: differences between the input and the files


@dataclass(frozen=True)
class Format:
    """A format."""

    help: str
    source: str  #: metavar of the input: SCENARIO or DIR
    export: Callable[[Request], Export]
    options: Options = field(default_factory=dict)


def find_formats() -> dict[str, Format]:
    """The formats by name, such as hpcc-fct."""
    names = sorted(module.name for module in pkgutil.iter_modules(formats.__path__))
    return {
        name.replace("_", "-"): importlib.import_module(f".formats.{name}", __name__).FORMAT for name in names
    }
