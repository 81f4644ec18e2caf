# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Arguments that the drivers reject before they run anything, without leaving files."""

from __future__ import annotations

import argparse
import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import demo
import figures
import pytest
import sweep
from mrcbench import arguments

TOP = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("driver", [demo, figures, sweep], ids=lambda driver: driver.__name__)
@pytest.mark.parametrize(
    "words, complaint",
    [
        (["--out", "file"], "'file' cannot be a folder for results: File exists"),
        (["--out", "file/deeper"], "'file/deeper' cannot be a folder for results: Not a directory"),
        (["--out", "dangling"], "'dangling' cannot be a folder for results: File exists"),
        (["--out", "/proc/mrc"], "'/proc/mrc' cannot be a folder for results: No such file"),
        (["--out", ""], "found ''; allowed: the name of a folder"),
        (["--cores", "0"], "found '0'; allowed: a whole number from 1"),
        (["--cores", "-3"], "found '-3'; allowed: a whole number from 1"),
        (["--cores", "two"], "found 'two'; allowed: a whole number from 1"),
        (["--cores", "٣"], "found '٣'; allowed: a whole number from 1"),
    ],
    ids=str,
)
def test_what_cannot_be_meant_is_refused(
    driver, words, complaint, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("no folder")
    (tmp_path / "dangling").symlink_to("nowhere")
    with pytest.raises(SystemExit) as ended:
        driver.main([*(["sweep.json"] if driver is sweep else []), *words])
    assert ended.value.code == 2
    assert complaint in capsys.readouterr().err
    assert sorted(os.listdir(tmp_path)) == ["dangling", "file"]


@pytest.mark.parametrize(("error", "status", "said"), [
    (KeyboardInterrupt(), 130, "x: interrupted"),
    (PermissionError(13, "Permission denied", "a b"), 2, "x: a b: Permission denied"),
    (OSError("odd"), 2, "x: odd"),
])  # fmt: skip
def test_what_the_system_refuses_is_a_line(error, status, said, capsys):
    def fail() -> int:
        raise error

    assert arguments.as_command("x", fail) == status
    assert capsys.readouterr().err == f"{said}\n"


def test_a_folder_that_can_be_made_is_not_made_yet(tmp_path):
    options = demo.parse(["--out", str(tmp_path / "a" / "b"), "--cores", "3"])
    assert (options.out, options.cores) == (tmp_path / "a" / "b", 3)
    assert os.listdir(tmp_path) == []


def test_small_results_do_not_replace_large_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arguments, "find_simulator_or_tell", lambda command, given: Path("mrc-sim"))
    found = {}
    for words in ([], ["--quick"], ["--quick", "--out", "mine"], ["--out", "mine"]):
        how = arguments.execution("demo", demo.parse(words), Path("results") / "demo")
        assert how
        found[" ".join(words)] = str(how.out)
    assert found == {
        "": "results/demo", "--quick": "results/demo-quick", "--quick --out mine": "mine", "--out mine": "mine",
    }  # fmt: skip


@pytest.mark.slow
@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="not Debian 12's Python")
def test_the_drivers_do_not_see_the_users_own_modules(tmp_path):
    broken = tmp_path / ".local" / "lib" / "python3.11" / "site-packages" / "pandas"
    broken.mkdir(parents=True)
    (broken / "__init__.py").write_text("raise ImportError('an old pandas')")
    done = subprocess.run(
        [TOP / "mrc", "figures", "--list"],
        env=dict(os.environ, HOME=str(tmp_path), PYTHONPATH=str(broken.parent)),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "overload" in done.stdout


def test_commands_without_sweeps_need_no_packages_of_sweeps() -> None:
    code = "import sys; sys.modules.update(psutil=None, jsonschema=None, snakemake=None)\n"
    code += "for name in ('bench', 'export', 'import', 'manual', 'new', 'report'): __import__(name)"
    subprocess.run([sys.executable, "-c", code], cwd=TOP / "experiments", check=True)


class Caught(Exception):
    """The parser of a program, in place of its result."""


@pytest.mark.parametrize("program", ["demo", "export", "figures", "manual", "perf", "report", "sweep"])
def test_a_default_that_the_help_tells_is_the_default(program, monkeypatch):
    def catch(parser, *_):
        raise Caught(parser)

    monkeypatch.setattr(argparse.ArgumentParser, "parse_args", catch)
    with pytest.raises(Caught) as caught:
        importlib.import_module(program).parse([])
    parser = caught.value.args[0]
    told = {action: re.search(r"\(([\w.,]+)\)$", action.help or "") for action in parser._actions}
    told = {action: text[1] for action, text in told.items() if text and action.default is not None}
    for action, text in told.items():
        assert action.default == (action.type(text) if action.type else text), action.option_strings
    assert len(told) >= 6 or program != "perf"
