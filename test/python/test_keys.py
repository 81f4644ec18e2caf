# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Settings: keys, attributes, effective values, and the pages of the manual about them."""

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import termios

import jsonschema
import pytest
import manual
from mrcbench.reference import DATA
from mrcbench.suite import schema
from running import SIMULATOR, TOP, needs_simulator

SCENARIOS = sorted((TOP / "experiments" / "scenarios").glob("*.json"))
RING = TOP / "experiments" / "scenarios" / "cluster-c-mrc.json"

pytestmark = needs_simulator


def sim(*arguments, **environment):
    """Runs the simulator."""
    return subprocess.run(
        [SIMULATOR, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        env=dict(os.environ, **environment),
    )


def ask(*arguments):
    """Its output as JSON."""
    done = sim(*arguments)
    assert (done.returncode, done.stderr if arguments[0] != "check" else "") == (0, "")
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", ["keys.md", "attributes.md", "results.md", "scenario.schema.json", "results.json", "keys.json"])
def test_the_manual_has_what_the_simulator_says(name):
    committed = DATA.with_name(name) if name in ("results.json", "keys.json") else TOP / "docs" / name
    said = manual.pages(SIMULATOR)
    assert committed.read_text(encoding="utf-8") == said[name], "./mrc keys --document writes it"
    assert len(said) == 6


def test_no_key_leaves_a_question_open():
    entries = ask("keys", "--json")["keys"]
    assert len(entries) > 190
    for entry in entries:
        assert entry["type"] and entry["meaning"] and entry["allowed"] and entry["without"], entry
        told = {"required", "default", "defaultFrom", "defaultByTransport", "absent"} & set(entry)
        assert len(told) == 1, entry


def test_every_key_of_the_schema_is_listed():
    """A second implementation of the simulator's walk: names of keys at all depths."""

    def names(node):
        for key, value in node.get("properties", {}).items():
            if "const" not in value:
                yield key
                yield from names(value)
        for inner in (node.get("items"), *node.get("allOf", []), node.get("then"), node.get("else")):
            if isinstance(inner, dict):
                yield from names(inner)

    listed = {entry["path"].split(".")[-1] for entry in ask("keys", "--json")["keys"]}
    assert listed == set(names(ask("schema")))


def test_keys_can_be_asked_for_one_by_one():
    assert [entry["path"] for entry in ask("keys", "loss[0].rate", "--json")["keys"]] == ["loss[].rate"]
    done = sim("keys", "switch.ecm")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "mrc-sim: there is no key switch.ecm, did you mean switch.ecn?\n"
    done = sim("attributes", "MrcNsc")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "mrc-sim: this module has no class MrcNsc, did you mean MrcNscc?\n"


def test_a_key_names_an_attribute_that_names_the_key():
    classes = {entry["name"]: entry for entry in ask("attributes", "--json")["classes"]}
    for entry in ask("keys", "--json")["keys"]:
        if "attribute" in entry:
            name, _, attribute = entry["attribute"].rpartition("::")
            facts = next(fact for fact in classes[name]["attributes"] if fact["name"] == attribute)
            assert entry["path"] in facts["keys"]


def test_all_attributes_of_the_sources_are_told():
    text = "".join(file.read_text() for file in (TOP / "model").rglob("*.cc"))
    own = re.findall(r'\.AddAttribute\(\s*"(\w+)"', text)
    traces = re.findall(r'\.AddTraceSource\(\s*"(\w+)"', text)
    classes = ask("attributes", "--json")["classes"]
    told = [facts["name"] for entry in classes for facts in entry["attributes"]]
    sources = [source["name"] for entry in classes for source in entry["traceSources"]]
    assert set(own) <= set(told) and len(told) >= len(own) > 230
    assert sorted(sources) == sorted(traces)


@pytest.mark.parametrize("width", [50, 90])
def test_lines_fit_the_terminal(width):
    main, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    with subprocess.Popen([SIMULATOR, "keys", "switch"], stdout=terminal) as process:
        os.close(terminal)
        shown = b""
        try:
            while chunk := os.read(main, 4096):
                shown += chunk
        except OSError:  # the other end is closed
            pass
    os.close(main)
    assert process.returncode == 0
    lines = shown.decode().replace("\r\n", "\n").splitlines()
    assert width - 12 < max(map(len, lines)) <= width


def test_a_check_of_all_tells_what_is_in_force():
    plain = ask("check", RING)
    said = ask("check", RING, "--all")
    assert list(said) == ["scenario", "attributes", "changed"]
    assert said["scenario"] == plain
    gamma = "ns3::MrcNscc::Gamma"
    assert gamma not in said["changed"] and said["attributes"][gamma] == 0.8
    set_ = ask("check", RING, "--all", "--set", f'transport.attributes={{"{gamma}": 0.5}}')
    assert set_["attributes"][gamma] == 0.5
    by = f"transport.attributes.{gamma}"
    assert set_["changed"][gamma] == {"default": 0.8, "value": 0.5, "by": by}
    key = ask("check", RING, "--all", "--set", "transport.evProbeInterval=20us")
    told = {"default": "1ms", "value": "20us", "by": "transport.evProbeInterval"}
    assert key["changed"]["ns3::MrcEvParameters::EvProbeInterval"] == told
    profile = ask("check", RING, "--all", "--set", "transport.profile=uec")
    assert profile["changed"]["ns3::MrcNscc::WindowRule"]["value"] == "htsim"


def test_all_attributes_that_a_scenario_could_set_are_in_force():
    said = ask("check", RING, "--all")["attributes"]
    classes = ask("attributes", "--json")["classes"]
    told = {f"{c['name']}::{a['name']}": a["default"] for c in classes for a in c["attributes"] if "default" in a}
    assert set(said) == set(told)
    changed = ask("check", RING, "--all")["changed"]
    assert {name for name in told if told[name] != said[name]} == set(changed)


def test_the_environment_cannot_change_what_is_in_force():
    done = sim("check", RING, "--all", NS_ATTRIBUTE_DEFAULT="ns3::MrcNscc::Gamma=0.5")
    assert (done.returncode, done.stdout) == (2, "")
    assert "NS_ATTRIBUTE_DEFAULT" in done.stderr


def test_editors_take_the_schema_and_all_scenarios():
    """With an independent validator: draft 7, which ignores unknown annotations."""
    schema = ask("schema")
    jsonschema.Draft7Validator.check_schema(schema)
    judge = jsonschema.Draft7Validator(schema)
    assert len(SCENARIOS) > 5
    for file in SCENARIOS:
        document = json.loads(file.read_text())
        if "topology" in document and "file" not in document["topology"]:
            judge.validate({"$schema": "./scenario.schema.json", **document})
    wrong = {**json.loads(RING.read_text()), "sed": 1}
    assert not judge.is_valid(wrong)


def test_the_manual_has_the_keys_of_sweeps():
    rows = {path: row for path, *row in schema.list_keys(schema.schema_of("sweeps"))}
    assert rows["`claims[].bound`"] == ["a number below 1e300", "required", "The bound."]
    assert rows["`plots[].kind`"][:2] == ["curve, scatter, heatmap", 'default "curve"']
    assert rows["`seeds`"][0].startswith("a list of whole numbers") and rows["`runs[].after.part`"][1] == "required"
    assert "`references`" not in rows and "`grids`" not in rows, "figures have them, sweeps do not"
    text = (TOP / "docs" / "keys.md").read_text(encoding="utf-8").partition("\n## Sweeps\n")[2]
    assert re.findall(r"^\| (`\S+`) \|", text, re.M) == list(rows)


def test_a_scenario_may_name_the_schema(tmp_path):
    document = {"$schema": "./scenario.schema.json", **json.loads(RING.read_text())}
    (tmp_path / "s.json").write_text(json.dumps(document))
    assert ask("check", tmp_path / "s.json") == ask("check", RING)
    (tmp_path / "s.json").write_text(json.dumps({**document, "$schema": 7}))
    done = sim("check", tmp_path / "s.json")
    assert done.returncode == 2
    assert "$schema: found 7; allowed: a string" in done.stderr


def test_the_driver_of_the_pages_writes_all_where_it_is_told(tmp_path, capsys):
    out = tmp_path / "out"
    out.mkdir()
    assert manual.main(["keys", "--mrc-sim", str(SIMULATOR), "--out", str(out)]) == 0
    assert {file.name: file.read_text() for file in out.iterdir()} == manual.pages(SIMULATOR)
    assert manual.main(["keys", "--mrc-sim", "/bin/false", "--out", str(tmp_path)]) == 2
    assert manual.main(["keys", "--mrc-sim", str(tmp_path / "none"), "--out", str(tmp_path)]) == 2
    assert "no simulator at" in capsys.readouterr().err
    assert os.listdir(tmp_path) == ["out"]
