# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Scenarios from the files of other simulators.

Each module in the folder formats is a format, and nothing else refers to it. It has

ABOUT                 its files, in one line
read(files, options)  an Imported of these files, which are in any order; raises ImportProblem
add_options(parser)   optional: options of the command line for this format
"""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType

from . import formats


def names() -> list[str]:
    """The names of all formats."""
    return sorted(module.name for module in pkgutil.iter_modules(formats.__path__))


def load(name: str) -> ModuleType:
    """The module of a format."""
    return importlib.import_module(f"{formats.__name__}.{name}")
