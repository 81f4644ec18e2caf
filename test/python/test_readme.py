# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The commands of README.md and docs/first-steps.md are executed in order, by a reader's shell."""

import re
import subprocess
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
README = (TOP / "README.md").read_text(encoding="utf-8")
FIRST_STEPS = (TOP / "docs" / "first-steps.md").read_text(encoding="utf-8")
ARCHITECTURE = (TOP / "docs" / "architecture.md").read_text(encoding="utf-8")
COMMANDS = README + FIRST_STEPS
FOLDERS = re.findall(r"^\| `([^`]+)` \|", ARCHITECTURE, re.M)

# Commands that run in a shorter form, because they would run this test, or take minutes
SHORTER = {
    "./mrc test": "./mrc test --list",
    "./mrc demo": "./mrc demo --quick --out results/demo",
    "./mrc bench": "./mrc bench --repeat 1 --no-micro --only W1,W5-W1",
}
SLOW = ("./mrc demo", "./mrc bench")


def blocks():
    """The shell blocks, one parameter each."""
    for block in re.findall(r"^```sh\n(.*?)^```$", COMMANDS, re.M | re.S):
        first = block.splitlines()[0]
        yield pytest.param(block, id=first, marks=[pytest.mark.slow] if first in SLOW else [])


@pytest.fixture(scope="module", name="folder")
def fixture_folder(tmp_path_factory):
    """A folder in which ./mrc is the driver and all other files are from earlier blocks."""
    folder = tmp_path_factory.mktemp("a reader's folder")
    (folder / "mrc").symlink_to(TOP / "mrc")
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("block", blocks())
def test_block_does_what_it_says(block, folder):
    script = "\n".join(SHORTER.get(line, line) for line in block.splitlines())
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip(), "nothing to see"


def test_the_first_scenario_is_as_short_as_promised():
    scenario = re.search(r"<<'END'\n(.*?)^END$", FIRST_STEPS, re.M | re.S).group(1)
    assert len(scenario.splitlines()) <= 10


def test_the_readme_and_contributing_are_short():
    for name in ("README.md", "CONTRIBUTING.md"):
        assert len((TOP / name).read_text(encoding="utf-8").splitlines()) <= 120, name


def test_all_commands_are_known_to_the_driver():
    usage = subprocess.run([TOP / "mrc", "help"], capture_output=True, text=True, check=True).stdout
    commands = set(re.findall(r"^\./mrc (\S+)", COMMANDS, re.M) + re.findall(r"`\./mrc ([a-z]+)", COMMANDS))
    assert len(commands) >= 12
    for command in commands:
        assert re.search(rf"^  {command} ", usage, re.M), command


def test_folders_of_the_architecture_exist():
    assert [name for name in FOLDERS if not (TOP / name).exists()] == []


def test_every_folder_is_in_the_architecture():
    folders = {
        str(folder.relative_to(TOP))
        for parent in (TOP, TOP / "model", TOP / "runner")
        for folder in parent.iterdir()
        if folder.is_dir() and not folder.name.startswith((".", "build"))
    }
    assert folders - set(FOLDERS) - {"model", "results", "cmake"} == set()
