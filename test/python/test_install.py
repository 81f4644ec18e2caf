# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""An installed module is found by other builds, and all users can run it from a read-only folder."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from running import BUILD, TOP, needs_simulator

OUTSIDE = TOP / "examples" / "outside"
EXPECTED = re.search(r"Expected output: (.*)", (OUTSIDE / "one-write.cc").read_text(encoding="utf-8"))[1]

pytestmark = [pytest.mark.slow, needs_simulator]


def run(*command: object, **more: object) -> str:
    """The output of a program that succeeds."""
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False, **more)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stdout + done.stderr
    return str(done.stdout)


def as_another_user() -> list[str]:
    """The beginning of a command that a user without rights executes."""
    return ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] if os.geteuid() == 0 else []


@pytest.fixture(scope="module", name="prefix")
def fixture_prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("install") / "opt"
    run("cmake", "--install", BUILD, "--prefix", folder)
    for parent in folder.parents[:3]:
        if parent.owner() == folder.owner() and parent.parent != parent:
            parent.chmod(0o755)
    return folder


def test_every_public_header_is_installed(prefix: Path) -> None:
    installed = {path.name for path in (prefix / "include" / "ns3").iterdir()}
    assert installed == {path.name for path in (BUILD / "include" / "ns3").iterdir()}
    assert not any(path.is_symlink() for path in (prefix / "include" / "ns3").iterdir())


@pytest.mark.skipif(BUILD != TOP / "build" / "release", reason="./mrc installs another build")
def test_two_installations_into_one_folder_wait_for_each_other(tmp_path: Path) -> None:
    command = [TOP / "mrc", "install", "--prefix", tmp_path / "opt"]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) for _ in range(2)]
    said = [each.communicate()[0] for each in both]
    assert [each.returncode for each in both] == [0, 0], said
    assert (tmp_path / "opt" / "bin" / "mrc-sim").is_file()


def test_a_program_outside_finds_the_module(prefix: Path, tmp_path: Path) -> None:
    assert len((OUTSIDE / "CMakeLists.txt").read_text(encoding="utf-8").splitlines()) <= 8
    run("cmake", "-S", OUTSIDE, "-B", tmp_path, f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", tmp_path)
    assert run(tmp_path / "one-write").strip() == EXPECTED


@pytest.mark.skipif(not shutil.which("pkg-config"), reason="no pkg-config")
def test_pkg_config_has_all_flags(prefix: Path, tmp_path: Path) -> None:
    path = next(prefix.glob("lib*/**/ns3-mrc.pc")).parent
    flags = run("pkg-config", "--cflags", "--libs", "ns3-mrc", env={**os.environ, "PKG_CONFIG_PATH": str(path)}).split()
    run("c++", OUTSIDE / "one-write.cc", "-o", tmp_path / "one-write", *flags)
    assert run(tmp_path / "one-write").strip() == EXPECTED


def test_another_version_is_not_accepted(prefix: Path, tmp_path: Path) -> None:
    text = (OUTSIDE / "CMakeLists.txt").read_text(encoding="utf-8").replace("(ns3-mrc REQUIRED)", "(ns3-mrc 9.9 REQUIRED)")
    (tmp_path / "CMakeLists.txt").write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["cmake", "-S", tmp_path, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={prefix}"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode and "9.9" in done.stderr


def test_anyone_runs_scenarios_from_a_folder_that_cannot_be_written(prefix: Path, tmp_path: Path) -> None:
    def files() -> dict[Path, int]:
        return {path: path.lstat().st_mtime_ns for path in prefix.rglob("*")}

    run("chmod", "-R", "a-w,a+rX", prefix)
    before, scenario = files(), prefix / "share" / "ns3-mrc" / "experiments" / "scenarios" / "first.json"
    tmp_path.chmod(0o777)
    user = {"cwd": tmp_path, "env": {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}}
    try:
        assert "results: " in run(*as_another_user(), prefix / "bin" / "mrc-sim", "run", scenario, "--out", "direct", **user)
        assert "results: " in run(*as_another_user(), prefix / "bin" / "mrc", "run", scenario, "--out", "driver", **user)
        report = run(*as_another_user(), prefix / "bin" / "mrc", "report", "driver", "--no-motion", **user)
        assert "Report: driver/report.html" in report
        assert files() == before
    finally:
        run("chmod", "-R", "u+w", prefix)
    for name in ("flows.csv", "jobs.csv"):
        assert (tmp_path / "driver" / name).read_bytes() == (tmp_path / "direct" / name).read_bytes()


def test_commands_that_need_the_sources_say_so(prefix: Path) -> None:
    for command in ("test", "setup", "install", "bench", "mutate"):
        done = subprocess.run([prefix / "bin" / "mrc", command, "--prefix", "x"], capture_output=True, text=True, check=False)
        assert done.returncode == 2 and done.stderr == f"mrc: {command} needs the sources, a clone of the repository\n"
