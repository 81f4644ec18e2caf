# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Files are written as a whole: all or none, also by several processes at once."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from mrcbench.files import write, write_all


def test_files_and_their_folders_are_made(tmp_path: Path) -> None:
    write_all({tmp_path / "a" / "b" / "one": "text", tmp_path / "a" / "two": b"\xff"})
    assert (tmp_path / "a/b/one").read_text() == "text" and (tmp_path / "a/two").read_bytes() == b"\xff"
    assert sorted(os.listdir(tmp_path / "a")) == ["b", "two"]


@pytest.mark.parametrize("bad", ["folder", "old/under a file"])
def test_all_or_none_are_written(bad: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    write(tmp_path / "old", "before")
    with pytest.raises(OSError):
        write_all({tmp_path / "new" / "er" / "one": "1", tmp_path / "old": "after", tmp_path / bad: "2"})
    assert sorted(os.listdir(tmp_path)) == ["folder", "old"]
    assert (tmp_path / "old").read_text() == "before" and not os.listdir(tmp_path / "folder")


def test_a_file_that_has_its_content_already_stays(tmp_path: Path) -> None:
    write_all({tmp_path / "same": "text", tmp_path / "other": "old"})
    before = (tmp_path / "same").stat()
    write_all({tmp_path / "same": b"text", tmp_path / "other": "new"})
    after = (tmp_path / "same").stat()
    assert (after.st_ino, after.st_mtime_ns, after.st_ctime_ns) == (before.st_ino, before.st_mtime_ns, before.st_ctime_ns)
    assert (tmp_path / "other").read_text(encoding="utf-8") == "new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other", "same"]


def test_processes_that_write_the_same_files_do_not_disturb_each_other(tmp_path: Path) -> None:
    contents = [letter * 100_000 for letter in "abc"]
    children = []
    for content in contents:
        child = os.fork()
        if child == 0:
            try:
                for _ in range(300):
                    write_all({tmp_path / "new" / name: content for name in ("one", "two")})
                    assert (tmp_path / "new" / "one").read_text() in contents
            except BaseException:  # noqa: B902 the child must not go on with the tests
                sys.excepthook(*sys.exc_info())
                os._exit(1)
            os._exit(0)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0, 0]
    assert sorted(os.listdir(tmp_path / "new")) == ["one", "two"]
