# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Plugins of mrc-sim: listed, checked and run as kinds of ours, with the same results; each mistake has a message."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from running import SIMULATOR, TOP, needs_simulator

import mrcbench
import new
from mrcbench.engine.tasks import Task, identity
from mrcbench.plugin import EXAMPLES, KINDS, make_files
from mrcbench.suite.loading import load_experiment

BUILD = SIMULATOR.parent.resolve()
STOCK = BUILD / "mrc-sim-adding"
PYTHON = "/usr/bin/python3"

#: The name under which `./mrc new` makes the source of each example again.
NAMES = {kind: Path(what).stem for kind, what in KINDS.items()}

CLASS = """#include "ns3/object.h"
namespace ns3
{{
class {name} : public Object
{{
  public:
    static TypeId GetTypeId();
}};
TypeId
{name}::GetTypeId()
{{
    static TypeId tid = TypeId("ns3::{type}").SetParent<Object>();
    return tid;
}}
NS_OBJECT_ENSURE_REGISTERED({name});
}} // namespace ns3
"""

#: Plugins with mistakes: their sources, and a part of the message.
MISTAKES = {
    "class": (CLASS.format(name="MrcNscc", type="MyNscc"),
              "defines the class ns3::MrcNscc, which ns-3 or this module defines as well; rename it"),
    "type": (CLASS.format(name="MyNscc", type="MrcNscc"), "ns3::MrcNscc"),
    "kind": ((EXAMPLES / KINDS["job"]).read_text(encoding="utf-8").replace('"halo"', '"all-reduce"'),
             "two kinds are called all-reduce"),
    "missing": ("void NotThere();\nstatic const int VALUE = (NotThere(), 1);\n", "undefined symbol: NotThere(); define it"),
}  # fmt: skip

#: Scenarios of mrc-sim-adding that use all examples.
CLOS = {"type": "clos", "planes": 2, "hosts": 16, "hostsPerT0": 4, "t1PerPlane": 4, "hostRate": "100Gbps"}
INCAST = [{"type": "incast", "receiver": 0, "senders": [5, 6, 9, 10], "bytes": "400KB"}]
SCENARIOS: dict[str, dict[str, Any]] = {
    "controller": {"topology": CLOS, "workload": INCAST,
                   "transport": {"type": "mrc", "congestionControl": "ns3::MrcHalvingWindow",
                                 "attributes": {"ns3::MrcHalvingWindow::LeastPackets": 3}}},
    "selector": {"topology": CLOS, "workload": INCAST,
                 "transport": {"type": "mrc", "pathSelector": "ns3::MrcTurnSelector"}},
    "balancer": {"topology": {**CLOS, "planes": 1}, "workload": INCAST, "switch": {"pfc": True},
                 "transport": {"type": "roce", "loadBalancing": "ns3::FabricTwoBalancer"}},
    "job, fault": {"topology": CLOS,
                   "workload": [{"type": "halo", "hosts": "all", "rounds": 3, "bytes": "100KB"}],
                   "faults": [{"what": "link-deaf", "at": "10us", "for": "50us",
                               "link": {"plane": 0, "t0": 0, "t1": 0}}]},
    "topology, transport": {"topology": {"type": "star", "hosts": 8}, "transport": {"type": "irn"},
                            "loss": [{"where": "nic-rx", "rate": 0.01}],
                            "workload": [{"type": "permutation", "bytes": "400KB"}]},
}  # fmt: skip

pytestmark = needs_simulator


def run(*words: object, expected: int = 0, **more: Any) -> str:
    """The output of a command."""
    done = subprocess.run([*map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **more)
    assert done.returncode == expected, done.stdout[-5000:]
    return done.stdout


def write(file: Path, scenario: dict[str, Any]) -> Path:
    """A scenario as a file."""
    file.write_text(json.dumps({"schema": 1, "name": "small", **scenario}), encoding="utf-8")
    return file


def files_of(folder: Path) -> dict[str, bytes]:
    """The files of a results folder, without values that depend on the machine and without the plugins."""
    found = {path.name: path.read_bytes() for path in folder.glob("*.csv")}
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    config.pop("plugins", None)
    return {**found, "config.json": json.dumps(config).encode()}


@pytest.fixture(scope="module", name="built")
def fixture_built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with libmine.so, which has all examples, and the plugins with mistakes; built against a clone's build."""
    folder = tmp_path_factory.mktemp("plugins")
    lines = ["cmake_minimum_required(VERSION 3.21)", "project(mine LANGUAGES CXX)",
             f'find_package(ns3-mrc REQUIRED HINTS "{BUILD}")']  # fmt: skip
    sources = [str(EXAMPLES / "runner/kinds/transports/irn.cc")]
    for kind, name in NAMES.items():
        run(PYTHON, TOP / "experiments/new.py", kind, name, "--in", folder, "--mrc-sim", SIMULATOR)
        sources.append(f"{name}/{name}.cc")
    names = " ".join(f'"{source}"' for source in sources)
    lines.append(f"mrc_add_plugin(mine {names})")
    for name, (source, _) in MISTAKES.items():
        (folder / f"{name}.cc").write_text(source, encoding="utf-8")
        lines.append(f"mrc_add_plugin({name} {name}.cc)")
    lines += ["add_library(stranger MODULE missing.cc)", ""]
    (folder / "CMakeLists.txt").write_text("\n".join(lines), encoding="utf-8")
    run("cmake", "-S", folder, "-B", folder, "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_CXX_FLAGS=-O0 -Wall -Wextra -Werror")
    run("cmake", "--build", folder, "-j", os.cpu_count())
    return folder


@pytest.fixture(name="mine")
def fixture_mine(built: Path) -> Path:
    """The plugin with all examples."""
    return built / "libmine.so"


@pytest.mark.parametrize("kind", KINDS)
def test_new_makes_the_example_again(kind: str) -> None:
    files = make_files(kind, NAMES[kind], Path("/opt"))
    example = (EXAMPLES / KINDS[kind]).read_text(encoding="utf-8")
    assert files[f"{NAMES[kind]}.cc"] == example.replace('"fabric-', '"ns3/fabric-')


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_of_the_example_keeps_its_name(kind: str) -> None:
    files = make_files(kind, "my-own", Path("/opt"))
    old = NAMES[kind]
    camel = "".join(word.capitalize() for word in old.split("-"))
    for name, text in files.items():
        assert f'"{old}' not in text and camel not in text, name
        assert not name.endswith(".json") or json.loads(text)["schema"] == 1
    assert "MyOwn" in files["my-own.cc"] and "my-own" in files["scenario.json"]
    is_class = kind in ("controller", "selector", "balancer")
    assert ('"ns3::MyOwn"' in files["scenario.json"]) == is_class


def test_bad_names_names_of_others_and_existing_folders_are_rejected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = ["--mrc-sim", str(SIMULATOR), "--in", str(tmp_path)]
    for name in ("MyWindow", "my_window", "9x", "a--b", ""):
        with pytest.raises(SystemExit) as end:
            new.main([*place, "controller", name])
        assert end.value.code == 2 and "allowed: lower-case words" in capsys.readouterr().err
    for kind, name in (("job", "write"), ("fault", "link-down"), ("topology", "clos"), ("controller", "mrc-nscc")):
        assert new.main([*place, kind, name]) == 2
        assert f"has a {name}; allowed: another name" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    assert new.main([*place, "controller", "a"]) == 0
    before = sorted(tmp_path.rglob("*"))
    assert new.main([*place, "job", "a"]) == 2
    assert "exists; allowed: another name" in capsys.readouterr().err
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.slow
def test_kinds_and_classes_are_listed(mine: Path) -> None:
    for words, names in (
        (["keys"], ["halo", "link-deaf", "star", "irn"]),
        (["schema"], ["halo", "link-deaf", "star", "irn"]),
        (["attributes", "--json"], ["MrcHalvingWindow", "MrcTurnSelector", "FabricTwoBalancer", "LeastPackets"]),
        (["results"], ["link-deaf-end", "halo"]),
    ):
        without, listed = run(SIMULATOR, *words), run(SIMULATOR, *words, "--plugin", mine)
        for name in names:
            word = re.compile(rf"\b{name}\b")
            assert word.search(listed) and not word.search(without), name
    assert run(SIMULATOR, "keys", "--plugin", mine) == run(STOCK, "keys")
    assert run(SIMULATOR, "attributes", "--json", "--plugin", mine) == run(STOCK, "attributes", "--json")


@pytest.mark.slow
@pytest.mark.skipif(not STOCK.exists(), reason=f"no {STOCK}")
@pytest.mark.parametrize("name", SCENARIOS)
def test_results_are_those_of_kinds_in_the_program(name: str, mine: Path, tmp_path: Path) -> None:
    other = tmp_path / "folder"
    other.mkdir()
    plain = write(tmp_path / "plain.json", SCENARIOS[name])
    own = write(other / "own.json", {**SCENARIOS[name], "plugins": [os.path.relpath(mine, other)]})
    assert run(STOCK, "check", plain, "--estimate") == run(SIMULATOR, "check", own, "--estimate")
    run(STOCK, "run", plain, "--out", tmp_path / "stock", "--quiet")
    run(SIMULATOR, "run", own, "--out", tmp_path / "own", "--quiet")
    run(SIMULATOR, "run", plain, "--plugin", mine, "--out", tmp_path / "option", "--quiet")
    shutil.copy(tmp_path / "option/config.json", other / "config.json")
    run(SIMULATOR, "run", other / "config.json", "--out", tmp_path / "again", "--quiet", cwd="/")
    results = [files_of(tmp_path / folder) for folder in ("stock", "own", "option", "again")]
    assert len(results[0]) > 5 and results[1:] == results[:1] * 3


@pytest.mark.slow
def test_without_the_plugin_the_scenario_is_rejected(tmp_path: Path) -> None:
    for name, scenario in SCENARIOS.items():
        assert "allowed" in run(SIMULATOR, "check", write(tmp_path / "a.json", scenario), expected=2), name


def refuse(scenario: Path, *words: object) -> str:
    """The message of check and of run, which writes nothing."""
    out = scenario.parent / "out"
    told = run(SIMULATOR, "check", scenario, *words, expected=2)
    assert run(SIMULATOR, "run", scenario, "--out", out, *words, expected=2) == told
    assert not out.exists()
    return told


@pytest.mark.slow
@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_in_a_plugin_have_a_message(mistake: str, built: Path, tmp_path: Path) -> None:
    library = built / f"lib{mistake}.so"
    scenario = write(tmp_path / "a.json", {**SCENARIOS["controller"], "plugins": [str(library)]})
    told = refuse(scenario)
    assert MISTAKES[mistake][1] in told and str(library) in told
    assert str(library) in run(SIMULATOR, "keys", "--plugin", library, expected=2)


@pytest.mark.slow
def test_files_that_are_no_plugins_of_this_build_have_a_message(built: Path, mine: Path, tmp_path: Path) -> None:
    scenario = write(tmp_path / "a.json", {**SCENARIOS["controller"], "plugins": ["x.so"]})
    file = tmp_path / "x.so"
    assert f"plugins[0]: {file} cannot be read: No such file" in refuse(scenario)
    file.write_text("no library", encoding="utf-8")
    assert "is no shared library" in refuse(scenario)
    shutil.copy(built / "libstranger.so", file)
    assert "is no plugin of mrc-sim: it has no stamp; build it with" in refuse(scenario)
    # If code of the plugin ran before the comparison, the undefined symbol would be reported
    stamped = (built / "libmissing.so").read_bytes()
    assert stamped.count(b"module 0.") == 1
    file.write_bytes(stamped.replace(b"module 0.", b"module 9."))
    told = refuse(scenario)
    assert "was built for another mrc-sim: found module 9." in told and "; allowed: module 0." in told
    assert "build it again" in told
    file.write_bytes(mine.read_bytes()[:5000])
    assert str(file) in refuse(scenario)


@pytest.mark.slow
def test_the_same_plugin_twice_is_harmless_but_not_its_copy(mine: Path, tmp_path: Path) -> None:
    (tmp_path / "link.so").symlink_to(mine)
    scenario = write(tmp_path / "a.json", {**SCENARIOS["controller"], "plugins": [str(mine), "./link.so", str(mine)]})
    run(SIMULATOR, "run", scenario, "--out", tmp_path / "twice", "--plugin", mine, "--quiet")
    assert json.loads((tmp_path / "twice/config.json").read_text(encoding="utf-8"))["plugins"] == [str(mine)]
    shutil.copy(mine, tmp_path / "copy.so")
    told = refuse(scenario, "--plugin", tmp_path / "copy.so")
    assert f"plugins[0]: {mine} defines the class ns3::" in told
    assert f"which the plugin {tmp_path / 'copy.so'} defines as well; rename it" in told


def test_plugins_of_a_scenario_and_of_a_sweep_are_loaded(tmp_path: Path) -> None:
    scenario = write(tmp_path / "base.json", {"plugins": ["a.so"]})
    (tmp_path / "sweeps").mkdir()
    sweep = tmp_path / "sweeps/sweep.json"
    sweep.write_text(json.dumps({"schema": 1, "base": "../base.json", "plugins": ["lib/b.so"]}), encoding="utf-8")
    (run,) = load_experiment(sweep).runs
    assert (run.scenario.resolve(), run.settings[0]) == (scenario.resolve(), 'plugins=["a.so", "sweeps/lib/b.so"]')
    scenario.write_text("[]", encoding="utf-8")
    assert load_experiment(sweep).runs[0].settings[0] == 'plugins=["sweeps/lib/b.so"]'


@pytest.mark.slow
def test_a_sweep_compares_controllers_of_a_plugin(mine: Path, tmp_path: Path) -> None:
    for name in ("base", "sweep"):
        (tmp_path / name).mkdir()
    shutil.copy(mine, tmp_path / "mine.so")
    write(tmp_path / "base/scenario.json", {**SCENARIOS["controller"], "transport": {"type": "mrc"}})
    sweep = tmp_path / "sweep/compare.json"
    sweep.write_text(json.dumps({
        "schema": 1, "base": "../base/scenario.json", "plugins": ["../mine.so"],
        "cases": {name: {"transport.congestionControl": value}
                  for name, value in (("NSCC", "nscc"), ("own", "ns3::MrcHalvingWindow"))},
    }), encoding="utf-8")  # fmt: skip

    def do() -> str:
        words = [PYTHON, TOP / "experiments/sweep.py", sweep, "--out", tmp_path / "out", "--mrc-sim", SIMULATOR]
        return run(*words, cwd="/")

    assert "done before" not in do()
    table = (tmp_path / "out/sweep.csv").read_text(encoding="utf-8").splitlines()
    place = table[0].split(",").index("fct_ns.p99")
    times = [line.split(",")[place] for line in table[1:]]
    assert len(set(times)) == 2, times
    assert "2 of 2 runs have been done before" in do()
    with open(tmp_path / "mine.so", "ab") as file:
        file.write(b"another build")
    assert "done before" not in do()


def test_the_identity_of_a_run_has_the_content_of_its_plugins(tmp_path: Path) -> None:
    for name in ("a.so", "b.so"):
        (tmp_path / name).write_text("", encoding="utf-8")
    task = Task("run", write(tmp_path / "a.json", {"plugins": ["a.so"]}), ('plugins=["a.so", "b.so"]', "plugins[1]=b.so"))
    seen = {identity(task)}
    for name in ("a.so", "b.so"):
        (tmp_path / name).write_text("new", encoding="utf-8")
        seen.add(identity(task))
    assert len(seen) == 3


@pytest.mark.slow
def test_a_scenario_in_python_has_plugins(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(mine.parent)
    loaded = mrcbench.run({"schema": 1, "name": "a", **SCENARIOS["job, fault"], "plugins": ["./libmine.so"]}, mrc_sim=SIMULATOR)
    assert loaded.completed and loaded.jobs["type"].tolist() == ["halo"]


@pytest.mark.slow
def test_pages_of_runs_with_a_plugin(mine: Path, tmp_path: Path) -> None:
    scenario = write(tmp_path / "a.json", {**SCENARIOS["job, fault"], "plugins": [str(mine)]})
    run(SIMULATOR, "run", scenario, "--out", tmp_path / "out", "--quiet")
    run(PYTHON, TOP / "experiments/report.py", tmp_path / "out", "--mrc-sim", SIMULATOR)
    page = (tmp_path / "out/report.html").read_text(encoding="utf-8")
    assert "halo" in page and "link-deaf" in page


@pytest.mark.slow
def test_a_plugin_in_a_folder_that_cannot_be_written(mine: Path, tmp_path: Path) -> None:
    folder = tmp_path / "read-only"
    folder.mkdir()
    shutil.copy(mine, folder)
    scenario = write(folder / "a.json", {**SCENARIOS["controller"], "plugins": ["libmine.so"]})
    for parent in tmp_path.parents[:3]:
        parent.chmod(0o755)
    run("chmod", "-R", "a-w,a+rX", folder)
    tmp_path.chmod(0o777)
    user = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] if os.geteuid() == 0 else []
    try:
        assert "results: " in run(*user, SIMULATOR, "run", scenario, "--out", "out", cwd=tmp_path)
    finally:
        run("chmod", "-R", "u+w", folder)


@pytest.fixture(scope="module", name="prefix")
def fixture_prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An installation."""
    folder = tmp_path_factory.mktemp("install") / "opt"
    run("cmake", "--install", BUILD, "--prefix", folder)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_three_commands_of_new_work_with_an_installation(kind: str, prefix: Path, tmp_path: Path) -> None:
    told = run(prefix / "bin/mrc", "new", kind, f"my-{kind}", "--in", "somewhere", cwd=tmp_path)
    commands = [line.strip() for line in told.splitlines() if line.startswith("  ")]
    assert len(commands) == 3
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "CXXFLAGS": "-O0"}
    for command in commands:
        run("bash", "-c", command, cwd=tmp_path, env=environment)
    pages = list(tmp_path.glob("results/*/report.html"))
    assert [page.parent.name for page in pages] == [f"my-{kind}-compare"]
    assert list(pages[0].parent.glob("*.png"))
    assert "100% tests passed" in run("ctest", "--test-dir", tmp_path / f"somewhere/my-{kind}/build")


@pytest.mark.slow
def test_each_installed_header_compiles_alone(prefix: Path, tmp_path: Path) -> None:
    folder = prefix / "include/ns3-mrc"
    headers = sorted(path.relative_to(folder) for path in folder.rglob("*.h"))
    assert len(headers) > 40
    for header in headers:
        (tmp_path / f"{header.stem}.cc").write_text(f'#include "{header}"\n#include "{header}"\n', encoding="utf-8")
    sources = [path.name for path in tmp_path.glob("*.cc")]
    standard = json.loads((BUILD / "compile_commands.json").read_text(encoding="utf-8"))[0]["command"]
    option = next(word for word in standard.split() if word.startswith("-std="))
    flags = [option, "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I", folder, "-I", prefix / "include"]
    command = ["xargs", "-P", os.cpu_count(), "-n", "8", "c++", *flags]
    run(*command, input=" ".join(sources), cwd=tmp_path)


if __name__ == "__main__":
    sys.exit(pytest.main([__file__]))
