# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The driver ./mrc as a user meets it: wrong words, odd folders, exit status, and that a second call has nothing to do."""

import fcntl
import json
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
DRIVER = TOP / "mrc"
RESULTS = TOP / "experiments" / "mrcbench" / "reference" / "results.json"
SIMULATOR = ("run", "check", "capacity", "keys", "attributes", "results", "schema")
PYTHON = ("demo", "figures", "report", "export", "sweep", "perf", "test", "mutate", "bench")
COMMANDS = (*SIMULATOR, *PYTHON, "setup", "help")


def mrc(*arguments, driver=DRIVER, cwd=TOP, **environment):
    """Runs the driver and returns the finished process."""
    return subprocess.run(
        [str(driver), *arguments],
        cwd=cwd,
        env=dict(os.environ, **environment),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def without_build(folder):
    """A copy of the driver alone: enough for every answer it gives before it builds."""
    folder.mkdir(parents=True)
    shutil.copy(DRIVER, folder / "mrc")
    return folder / "mrc"


def test_unknown_command_is_named_and_the_known_ones_listed():
    done = mrc("fly")
    assert done.returncode == 2
    assert "unknown command 'fly'" in done.stderr
    for command in COMMANDS:
        assert f"\n  {command} " in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("words", [(), ("help",), ("--help",), ("-h",), ("help", "help")])
def test_help_goes_to_stdout_and_builds_nothing(words, tmp_path):
    driver = without_build(tmp_path / "copy")
    done = mrc(*words, driver=driver)
    assert done.returncode == 0
    assert "./mrc COMMAND" in done.stdout
    assert done.stderr == ""
    assert os.listdir(driver.parent) == ["mrc"]


def test_commands_of_later_releases_are_unknown():
    for command in ("docs", "doctor"):
        assert mrc(command).returncode == 2
        assert f"unknown command '{command}'" in mrc("help", command).stderr


@pytest.fixture(name="built")
def fixture_built(tmp_path):
    """A copy of the driver whose build is done, by stand-ins for all that builds, and the experiments."""
    driver = without_build(tmp_path / "a copy")
    (driver.parent / "experiments").symlink_to(TOP / "experiments")
    tools = driver.parent / "tools"
    tools.mkdir()
    for name in ("ninja", "cmake", "apt-get", "sudo"):
        (tools / name).write_text("#!/bin/sh\n")
        (tools / name).chmod(0o755)
    build = driver.parent / "build" / "release"
    build.mkdir(parents=True)
    (build / "build.ninja").write_text("")
    (build / "CMakeCache.txt").write_text(f"CMAKE_HOME_DIRECTORY:INTERNAL={driver.parent}\n")
    fake = Path(__file__).with_name("fake_mrc_sim.py")
    (build / "mrc-sim").write_text(f'#!/bin/sh\nexec /usr/bin/python3 "{fake}" "$@"\n')
    (build / "mrc-sim").chmod(0o755)
    return lambda *words, **more: mrc(
        *words, driver=driver, MRC_PRESET="release", PATH=f"{tools}:{os.environ['PATH']}", **more
    )


@pytest.mark.slow
@pytest.mark.parametrize("command", PYTHON)
def test_a_python_tool_tells_its_options_without_a_build(command, tmp_path):
    driver = without_build(tmp_path / "copy")
    for folder in ("experiments", "test"):
        (driver.parent / folder).symlink_to(TOP / folder)
    done = mrc("help", command, driver=driver, PYTHONDONTWRITEBYTECODE="1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == mrc(command, "--help", driver=driver, PYTHONDONTWRITEBYTECODE="1").stdout
    assert "-h, --help" in done.stdout
    assert not (driver.parent / "build").exists()


@pytest.mark.parametrize("command", SIMULATOR)
def test_the_simulator_tells_its_options_itself(built, tmp_path, command):
    simulator = tmp_path / "a copy" / "build" / "release" / "mrc-sim"
    simulator.write_text('#!/bin/sh\necho "$*"\n')
    assert built("help", command).stdout == f"{command} --help\n"


def write_sweep(folder):
    """A sweep of two runs."""
    job = {"name": "ring", "type": "all-reduce", "bytes": "1MB"}
    topology = {"type": "clos", "planes": 4, "hosts": 8, "hostsPerT0": 4, "t1PerPlane": 4, "hostRate": "100Gbps"}
    scenario = {"schema": 1, "name": "ring", "topology": topology, "transport": {"type": "mrc"}, "workload": [job]}
    (folder / "scenario.json").write_text(json.dumps(scenario))
    (folder / "night.json").write_text('{"seeds": [1, 2]}')


@pytest.mark.slow
def test_a_sweep_with_the_build_where_the_user_stands(built, tmp_path):
    write_sweep(tmp_path)
    done = built("sweep", "night.json", "--cores", "2", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[-1] == "mrc: sweep (build/release)"
    assert done.stdout.splitlines()[-2] == "Report: results/night/report.html"
    assert (tmp_path / "results" / "night" / "sweep.csv").exists()


@pytest.mark.slow
def test_what_can_be_set_is_told_by_the_simulator_or_written_into_the_manual(built, tmp_path):
    simulator = tmp_path / "a copy" / "build" / "release" / "mrc-sim"
    said = dict.fromkeys(("keys", "classes", "files", "capacity", "samples", "events"), [])
    said["summary"] = json.loads(RESULTS.read_text())["summary"]  # sweeps have some of its columns
    (tmp_path / "said.json").write_text(json.dumps(said))
    simulator.write_text(f"""#!/bin/sh
if [ "$2" != --json ]; then echo "$*"; exit; fi
cat '{tmp_path}/said.json'
""")
    assert built("keys", "workload[0].bytes").stdout == "keys workload[0].bytes\n"
    assert built("attributes", "MrcNscc").stdout == "attributes MrcNscc\n"
    names = ["keys.md", "attributes.md", "results.md", "scenario.schema.json", "results.json", "keys.json"]
    for command in ("keys", "attributes", "results"):
        out = tmp_path / command
        out.mkdir()
        done = built(command, "--document", "--out", out)
        assert (done.returncode, done.stdout) == (0, "".join(f"page: {out / name}\n" for name in names))
        assert (out / "attributes.md").read_text().startswith("# Attributes and trace sources\n")
        assert (out / "scenario.schema.json").read_text() == "schema\n"
    done = built("keys", "switch", "--document")
    assert done.returncode == 2
    assert "unrecognized arguments: switch" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    "words, message",
    [
        (["sweep"], "the following arguments are required: FILE"),
        (["sweep", "none.json"], "sweep: none.json: No such file or directory"),
        (["sweep", "night.json", "--fast"], "unrecognized arguments: --fast"),
        (["perf"], "the following arguments are required: OP"),
        (["perf", "all-gather", "--min", "2MB", "--max", "1MB"], "--min 2000000 is above --max 1000000"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, list) else "",
)
def test_words_that_a_command_does_not_know(built, tmp_path, words, message):
    write_sweep(tmp_path)
    before = sorted(os.listdir(tmp_path))
    done = built(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr and done.stdout == ""
    assert sorted(os.listdir(tmp_path)) == before


@pytest.mark.slow
def test_a_report_of_results_where_the_user_stands(built, tmp_path):
    write_sweep(tmp_path)
    assert built("sweep", "night.json", "--cores", "2", cwd=tmp_path).returncode == 0
    done = built("report", "results/night", "--no-motion", "--out", "page.html", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines() == ["mrc: report (build/release)"] and done.stdout == "Report: page.html\n"
    done = built("report", "results", "--no-motion", "--out", "results", cwd=tmp_path)
    assert done.returncode == 2 and "report: --out results: this is a folder" in done.stderr


def link_of(home):
    """Where Debian's Python looks for modules of the user who lives there."""
    ask = "import site; print(site.getusersitepackages())"
    found = subprocess.run(
        ["/usr/bin/python3", "-c", ask], env=dict(os.environ, HOME=str(home)), capture_output=True, text=True, check=True
    )
    return Path(found.stdout.strip()) / "mrcbench"


def test_setup_makes_the_package_importable(built, tmp_path):
    home = tmp_path / "a home"
    home.mkdir()
    done = built("setup", HOME=str(home))
    link = link_of(home)
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines() == [
        f"mrc: mrcbench can now be imported in /usr/bin/python3 ({link})", "mrc: ready: build/release",
    ]  # fmt: skip
    # As in a shell of the user's, not one of ./mrc test
    shell = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    found = subprocess.run(
        ["/usr/bin/python3", "-c", "import mrcbench; print(mrcbench.load.__name__)"], cwd="/",
        env={**shell, "HOME": str(home)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert found.stdout == "load\n"
    assert built("setup", HOME=str(home)).stderr.splitlines() == ["mrc: ready: build/release"]


def test_setup_mends_a_link_and_leaves_what_is_not_ours(built, tmp_path):
    link = link_of(tmp_path)
    link.parent.mkdir(parents=True)
    link.symlink_to(tmp_path / "where the repository was")
    assert "mrcbench can now be imported" in built("setup", HOME=str(tmp_path)).stderr
    assert (link / "results.py").exists()
    link.unlink()
    link.mkdir()
    done = built("setup", HOME=str(tmp_path))
    assert done.returncode == 0 and f"{link} is not a link of ours, so it is unchanged" in done.stderr


def test_setup_without_a_place_for_the_package(built, tmp_path):
    (tmp_path / ".local").write_text("no folder")
    done = built("setup", HOME=str(tmp_path))
    assert done.returncode == 0 and "cannot be written; docs/notebooks.md describes" in done.stderr


@pytest.mark.slow
def test_a_dry_run_of_perf_leaves_nothing(built, tmp_path):
    before = sorted(os.listdir(tmp_path))
    done = built("perf", "all-reduce", "--ranks", "8", "--dry-run", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "12 runs: 0 done, 0 refused, 12 to do." in done.stdout
    assert sorted(os.listdir(tmp_path)) == before


def test_unknown_preset_is_refused_with_the_known_ones():
    done = mrc("setup", MRC_PRESET="fast")
    assert done.returncode == 2
    assert "'fast'" in done.stderr and "release, debug or asan" in done.stderr


def test_setup_refuses_what_it_does_not_know():
    done = mrc("setup", "--now")
    assert done.returncode == 2
    assert "unknown argument '--now'" in done.stderr


def test_setup_ns3_without_a_folder():
    done = mrc("setup", "--ns3")
    assert done.returncode == 2
    assert "--ns3 needs a folder" in done.stderr


def test_setup_ns3_with_a_missing_folder(tmp_path):
    done = mrc("setup", "--ns3", str(tmp_path / "nowhere"), driver=without_build(tmp_path / "copy"))
    assert done.returncode == 2
    assert "there is no folder" in done.stderr


def test_setup_ns3_with_a_folder_that_is_not_ns3_says_what_is_needed(tmp_path):
    done = mrc("setup", "--ns3", str(tmp_path), driver=without_build(tmp_path / "copy"))
    assert done.returncode == 2
    assert "include/ns3/core-module.h" in done.stderr
    assert not (tmp_path / "copy" / "build").exists()


def test_missing_packages_without_root_and_sudo_are_named(tmp_path):
    """A machine where dpkg knows no package, and a user who may not install any."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name, script in {
        "dpkg-query": "exit 1",
        "id": "echo 1000",
        "sudo": "exit 1",
        "apt-get": "echo called >&2; exit 1",
    }.items():
        (tools / name).write_text(f"#!/bin/bash\n{script}\n")
        (tools / name).chmod(0o755)
    driver = without_build(tmp_path / "copy")
    done = mrc("setup", driver=driver, PATH=f"{tools}:{os.environ['PATH']}")
    assert done.returncode == 2
    assert "neither root nor a user of sudo" in done.stderr
    assert "apt-get install" in done.stderr and "libns3-dev" in done.stderr
    assert "called" not in done.stderr


BARE = {"g++", "make", "cmake", "ninja-build", "libns3-dev", "nlohmann-json3-dev", "libeigen3-dev", "libcli11-dev"}
ANALYSIS = {
    "python3", "python3-pandas", "python3-matplotlib", "python3-scipy", "python3-jinja2", "python3-tabulate"
}  # fmt: skip


@pytest.mark.parametrize(
    "words, besides",
    [(command, set()) for command in SIMULATOR]
    + [
        ("keys --document", ANALYSIS),
        ("sweep", {*ANALYSIS, "snakemake", "python3-jsonschema", "python3-psutil"}),
        ("report", {*ANALYSIS, "node-d3"}),
        ("help report", {*ANALYSIS} - BARE),
        ("bench", {*ANALYSIS, "libbenchmark-dev"}),
        ("install --prefix x", {*ANALYSIS, "snakemake", "python3-jsonschema", "python3-psutil", "node-d3"}),
    ],
    ids=str,
)
def test_a_command_asks_for_what_it_needs_and_no_more(tmp_path, words, besides):
    """A machine without a package, and a user who may not install any."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for name, script in {"dpkg-query": "exit 1", "id": "echo 1000", "sudo": "exit 1"}.items():
        (tools / name).write_text(f"#!/bin/bash\n{script}\n")
        (tools / name).chmod(0o755)
    done = mrc(*words.split(), driver=without_build(tmp_path / "copy"), PATH=f"{tools}:{os.environ['PATH']}")
    assert done.returncode == 2
    needs = besides if words.startswith("help") else BARE | besides
    assert set(done.stderr.split("apt-get install ")[1].split()) == needs


def test_a_failed_step_shows_the_end_of_its_log(tmp_path):
    driver = without_build(tmp_path / "a copy with blanks")  # nothing to configure there
    done = mrc("setup", driver=driver)
    assert done.returncode == 2
    assert "configuring failed" in done.stderr
    assert "CMake" in done.stderr


def test_the_repository_is_found_from_anywhere_and_through_a_link(tmp_path):
    folder = tmp_path / "a folder"
    folder.mkdir()
    (folder / "bench").symlink_to(DRIVER)
    done = mrc("test", "--list", driver=folder / "bench", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "test_driver.py," in done.stdout.split()
    assert os.listdir(folder) == ["bench"]


def test_a_second_setup_does_nothing_and_is_quick():
    assert mrc("setup").returncode == 0
    started = time.monotonic()
    done = mrc("setup")
    elapsed = time.monotonic() - started
    assert done.returncode == 0
    assert done.stderr.splitlines() == [
        f"mrc: ready: build/{os.environ.get('MRC_PRESET', 'release')}"
    ]
    assert elapsed < 5  # 0.2 s on an idle machine


def test_exit_status_of_the_runner_passes_through(tmp_path):
    missing = tmp_path / "no such scenario.json"
    for command in ("run", "check"):
        done = mrc(command, str(missing))
        assert done.returncode == 2
        assert "no such scenario.json" in done.stderr


def test_the_schema_is_printed_and_nothing_else():
    done = mrc("schema")
    assert done.returncode == 0
    assert json.loads(done.stdout)["type"] == "object"


def test_run_needs_a_scenario():
    assert mrc("run").returncode == 2


def test_a_build_folder_that_cannot_be_written_is_told(tmp_path):
    driver = without_build(tmp_path / "copy")
    (driver.parent / "build").write_text("no folder")
    done = mrc("setup", driver=driver)
    assert done.returncode == 2
    assert f"the folder {driver.parent}/build/release cannot be written" in done.stderr


@pytest.fixture(name="unwritable")
def fixture_unwritable():
    """A build that is up to date, and whose folder this user cannot write: the folder, and a function that runs the driver."""
    folder = Path(tempfile.mkdtemp(prefix="mrc unwritable "))
    folder.chmod(0o755)
    shutil.copy(DRIVER, folder / "mrc")
    for name in ("cmake", "model", "helper", "runner"):
        (folder / name).mkdir()
    (folder / "CMakeLists.txt").write_text("")
    build = folder / "build" / "release"
    build.mkdir(parents=True)
    (build / "mrc-sim").write_text('#!/bin/sh\necho "$*"\n')
    (build / "mrc-sim").chmod(0o755)
    (build / "built").write_text("")
    os.utime(build / "built", (time.time() + 10, time.time() + 10))
    build.chmod(0o555)
    tools = folder / "tools"
    tools.mkdir()
    for name in ("dpkg-query", "id", "sudo"):  # nor does it install anything
        (tools / name).write_text("#!/bin/sh\nexit 1\n")
        (tools / name).chmod(0o755)
    other = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}

    def run(*words):
        return subprocess.run(
            [folder / "mrc", *words], cwd="/", capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
            env=dict(os.environ, MRC_PRESET="release", PATH=f"{tools}:{os.environ['PATH']}"), **other,
        )  # fmt: skip

    yield folder, run
    build.chmod(0o755)
    shutil.rmtree(folder)


def test_a_build_that_cannot_be_written_is_used_if_nothing_has_changed(unwritable):
    _, run = unwritable
    done = run("run", "ring.json")
    assert (done.returncode, done.stdout) == (0, "run ring.json\n")
    assert done.stderr == "mrc: mrc-sim run ring.json (build/release)\n"


@pytest.mark.parametrize("change", ["a newer source", "a source that is gone", "no program", "no build that ended"])
def test_a_build_that_cannot_be_written_and_is_not_up_to_date_is_refused(unwritable, change):
    folder, run = unwritable
    build = folder / "build" / "release"
    late = time.time() + 20
    build.chmod(0o755)
    if change == "a newer source":
        (folder / "runner" / "new.cc").write_text("")
        os.utime(folder / "runner" / "new.cc", (late, late))
    elif change == "a source that is gone":
        os.utime(folder / "model", (late, late))
    else:
        (build / ("mrc-sim" if change == "no program" else "built")).unlink()
    build.chmod(0o555)
    done = run("run", "ring.json")
    assert (done.returncode, done.stdout) == (2, "")
    assert f"the folder {build} cannot be written" in done.stderr


def test_what_was_left_out_is_looked_for_again_after_something_was_installed(tmp_path):
    """By the build itself: it configures again when the folder of headers has changed, while targets are left out."""
    done = subprocess.run(
        ["cmake", "--preset", "release", "-B", tmp_path, "-DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON", "-DMRC_CLI11_INCLUDE=OFF"],
        cwd=TOP, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "mrc-core-tests is not built: GTest::gtest_main is not there" in done.stdout
    assert "mrc: the scenario runner mrc-sim is not built without CLI/App.hpp (Debian: libcli11-dev)" in done.stdout
    assert " /usr/include " in rules_of_the_build(tmp_path)


@pytest.mark.skipif(not (TOP / "build" / "release" / "mrc-core-tests").exists(), reason="no build with all libraries")
def test_a_build_with_all_libraries_does_not_look_again():
    assert " /usr/include " not in rules_of_the_build(TOP / "build" / "release")


def rules_of_the_build(build):
    """The dependencies of the build tool's file."""
    return next(line for line in (build / "build.ninja").read_text().splitlines() if line.startswith("build build.ninja:"))


@pytest.mark.skipif(not (TOP / "build" / "release" / "mrc-sim").exists(), reason="no build to wait for")
def test_waiting_for_another_call_is_told():
    with open(TOP / "build" / "release" / "lock", "a", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        waiting = subprocess.Popen(
            [DRIVER, "run", "--help"], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        )
        assert "waiting for another ./mrc" in waiting.stderr.readline()
    waiting.communicate(timeout=600)
    assert waiting.returncode == 0
