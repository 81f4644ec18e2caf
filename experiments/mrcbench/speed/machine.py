# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""On what it was measured."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

#: What is not known
UNKNOWN = "unknown"


def facts(program: Path) -> dict[str, Any]:
    """The machine and the build.

    @param program the simulator, in its build folder
    """
    cache = read(program.resolve().parent / "CMakeCache.txt")
    compiler = first(r"^CMAKE_CXX_COMPILER:\w+=(.+)$", cache)
    return {
        "cpu": first(r"^model name\s*:\s*(.+)$", read(Path("/proc/cpuinfo"))),
        "cores": os.cpu_count(),
        "memory_bytes": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"),
        "kernel": os.uname().release,
        "compiler": UNKNOWN if compiler == UNKNOWN else answer(compiler, "--version"),
        "build_type": first(r"^CMAKE_BUILD_TYPE:\w+=(.+)$", cache),
        "simulator": answer(str(program), "version"),
    }


def read(file: Path) -> str:
    """A text file, or nothing."""
    return file.read_text(encoding="utf-8", errors="replace") if file.exists() else ""


def first(pattern: str, text: str) -> str:
    """What a pattern finds first."""
    found = re.search(pattern, text, re.M)
    return found.group(1) if found else UNKNOWN


def answer(*command: str) -> str:
    """First line that a command prints, if it ends well."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return UNKNOWN
    lines = done.stdout.splitlines() if done.returncode == 0 else []
    return lines[0] if lines else UNKNOWN
