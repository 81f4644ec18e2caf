# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Files that are written as a whole: readers see the old or the new one, also if several processes write."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from pathlib import Path


def write(path: Path, content: str | bytes) -> None:
    """Write a file; see `write_all`."""
    write_all({path: content})


def write_all(files: Mapping[Path, str | bytes]) -> None:
    """Write all files, and make their folders; if one file cannot be written, write none.

    Files that have their content already stay, with their times: a run must not find its inputs changed
    because the same command was called again.

    @raise OSError if one cannot be written
    """
    folders = sorted({folder for path in files for folder in path.parents if not folder.exists()})
    fresh = {path: path.with_name(f".{path.name}.{os.getpid()}.new") for path in files}
    path = Path()  # the current one
    try:
        for path in folders:
            path.mkdir(exist_ok=True)
        for path, content in files.items():
            if path.is_dir():
                raise IsADirectoryError(21, "this is a folder; allowed: the name of a file")
            fresh[path].write_bytes(content.encode() if isinstance(content, str) else content)
    except OSError as error:
        for new in fresh.values():
            with contextlib.suppress(OSError):
                new.unlink()
        for folder in reversed(folders):
            with contextlib.suppress(OSError):
                folder.rmdir()
        raise OSError(error.errno, error.strerror, str(path)) from error
    for path, new in fresh.items():
        if path.is_file() and path.read_bytes() == new.read_bytes():
            new.unlink()
        else:
            new.replace(path)
