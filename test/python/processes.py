# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Other processes, for tests that end some."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path


def wait_until(holds: Callable[[], bool], what: str, seconds: float = 60) -> None:
    """Wait for a condition."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


def alive(folder: Path) -> list[str]:
    """Command lines of other processes that contain a folder."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes().decode("utf-8", "replace").replace("\0", " ")
        except OSError:
            continue
        if str(folder) in line and int(path.parent.name) != os.getpid():
            found.append(line)
    return found
