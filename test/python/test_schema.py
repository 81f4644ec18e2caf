# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The schema of scenarios from the program, and the program without files and environment."""

import json
import shutil
import subprocess

import pytest
from running import SIMULATOR, TOP, needs_simulator

KINDS = TOP / "runner" / "kinds"

pytestmark = needs_simulator

#: Keywords of draft 7 whose value is a schema, and those whose value contains schemas by key
INNER = ("items", "additionalProperties", "if", "then", "else")
INNER_BY_KEY = ("properties",)

SCENARIO = {
    "schema": 1,
    "name": "small",
    "topology": {"type": "clos", "hosts": 4, "hostsPerT0": 2, "t1PerPlane": 2},
    "workload": [{"type": "write", "hosts": [0, 2], "bytes": "100KB"}],
}


@pytest.fixture(scope="module", name="alone")
def fixture_alone(tmp_path_factory):
    """Runs a copy of the simulator in a separate folder, without any environment."""
    folder = tmp_path_factory.mktemp("alone")
    shutil.copy(SIMULATOR, folder)

    def run(*arguments):
        return subprocess.run(
            ["./mrc-sim", *arguments], cwd=folder, env={}, capture_output=True, text=True, check=False
        )

    run.folder = folder
    return run


@pytest.fixture(name="schema")
def fixture_schema(alone):
    done = alone("schema")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def nodes(schema):
    """A schema and all nested schemas."""
    yield schema
    inner = [schema[word] for word in INNER if isinstance(schema.get(word), dict)]
    inner += [node for word in INNER_BY_KEY for node in schema.get(word, {}).values()]
    for node in inner + schema.get("allOf", []):
        yield from nodes(node)


def choices(schema):
    """The constants by which a value chooses among kinds."""
    return [next(iter(choice["if"]["properties"].values()))["const"] for choice in schema["allOf"]]


def test_the_simulator_needs_nothing_but_its_scenario(alone):
    (alone.folder / "small.json").write_text(json.dumps(SCENARIO))
    done = alone("run", "small.json", "--out", "results", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    summary = json.loads((alone.folder / "results" / "summary.json").read_text())
    assert summary["flows_completed"] == 1


def test_every_kind_has_a_file_of_its_name_and_stands_in_order(schema):
    places = {
        "topologies": schema["properties"]["topology"],
        "transports": schema["properties"]["transport"],
        "jobs": schema["properties"]["workload"]["items"],
        "faults": schema["properties"]["faults"]["items"],
    }
    for family, place in places.items():
        files = {file.stem for file in (KINDS / family).glob("*.cc") if "Kind::Make<" in file.read_text()}
        assert set(choices(place)) == files
    known = [
        "write", "permutation", "incast", "all-to-all", "all-reduce", "all-gather", "reduce-scatter", "broadcast",
        "send-recv", "flows", "poisson",
    ]  # fmt: skip
    assert [name for name in choices(places["jobs"]) if name in known] == known


def test_it_is_json_schema_of_draft_7(schema):
    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
    types = {"string", "integer", "number", "boolean", "array", "object"}
    count = 0
    for node in nodes(schema):
        count += 1
        kinds = node.get("type", [])
        assert set([kinds] if isinstance(kinds, str) else kinds) <= types
        assert all(isinstance(node.get(word, ""), str) for word in ("title", "description", "pattern"))
        bounds = ("minimum", "maximum", "exclusiveMinimum", "minItems", "maxItems")
        assert all(isinstance(node.get(word, 0), (int, float)) for word in bounds)
        assert isinstance(node.get("enum", []), list) and isinstance(node.get("required", []), list)
        assert len(set(node.get("required", []))) == len(node.get("required", []))
        assert isinstance(node.get("additionalProperties", {}), (bool, dict))
        assert node.get("enum") != [] and node.get("allOf") != []
        assert "$ref" not in node and "kinds" not in node
    assert count > 300


def test_closed_objects_have_the_keys_that_they_need(schema):
    for node in nodes(schema):
        if node.get("additionalProperties") is False:
            assert set(node.get("required", [])) <= set(node["properties"])


def test_every_key_is_described(schema):
    """An editor shows the description; messages show titles, types and bounds."""
    for node in nodes(schema):
        for key, value in node.get("properties", {}).items():
            assert "const" in value or value.get("description"), key


def test_the_command_takes_no_arguments(alone):
    done = alone("schema", "small.json")
    assert done.returncode == 2
    assert "one argument too many: small.json" in done.stderr


def test_the_page_about_adding_shows_its_examples_as_they_are():
    done = subprocess.run(
        ["/usr/bin/python3", TOP / "docs" / "adding" / "fill.py", "--check"], check=False
    )
    assert done.returncode == 0
