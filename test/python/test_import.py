# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The command ./mrc import: its arguments, files that it cannot read, and the files that it writes."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from types import ModuleType

import pytest
from imports import command, run, write_files
from mrcbench import importing
from mrcbench.importing.scenario import Flow, Imported, graph, network, write_scenario
from mrcbench.importing.text import ImportProblem, Word, Words, read_lines
from mrcbench.units import time_ns
from running import needs_simulator

MATRIX = "Nodes 4\nConnections 2\n0->1 start 0 size 1000\n2->3 start 5000 size 2000\n"


def call(*arguments: object) -> int:
    return command.main(["--mrc-sim", "/bin/true", *map(str, arguments)])


@pytest.mark.parametrize(
    "arguments, words",
    [
        ([], "FORMAT"),
        (["nothing", "x.cm", "-o", "x.json"], "invalid choice: 'nothing'"),
        (["htsim", "-o", "x.json"], "FILE"),
        (["htsim", "x.cm"], "-o"),
        (["htsim", "x.cm", "-o", "x.txt"], "found 'x.txt'; allowed: a name that ends with .json"),
        (["htsim", "x.cm", "-o", "x.json", "--transport", "quic"], "invalid choice: 'quic'"),
    ],
    ids=str,
)
def test_bad_arguments_are_rejected_and_nothing_is_written(arguments, words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        call(*arguments)
    assert ended.value.code == 2
    assert words in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", importing.names())
@pytest.mark.parametrize(
    "content", [b"", b"\n \n", b"\x7fELF\x00\x01\xff", b"\x00" * 40, None], ids=["empty", "blank", "ELF", "zeros", "folder"]
)
def test_files_of_no_format_are_rejected_with_one_line(name, content, tmp_path, capsys):
    file = tmp_path / "file"
    if content is None:
        file.mkdir()
    else:
        file.write_bytes(content)
    assert call(name, file, "-o", tmp_path / "x.json") == 2
    error = capsys.readouterr().err
    assert error.startswith(f"import: {file}") and error.count("\n") == 1
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("name", importing.names())
def test_a_file_that_does_not_exist_is_named(name, tmp_path, capsys):
    assert call(name, tmp_path / "missing", "-o", tmp_path / "x.json") == 2
    assert f"import: {tmp_path}/missing: No such file" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", importing.names())
def test_every_format_has_a_line_in_the_help(name, capsys):
    with pytest.raises(SystemExit) as ended:
        call(name, "--help")
    assert ended.value.code == 0
    assert importing.load(name).ABOUT.split(":")[0] in capsys.readouterr().out


def test_a_host_that_does_not_exist_is_rejected_and_nothing_is_written(tmp_path, capsys):
    outcome = run(tmp_path, capsys, "htsim", MATRIX.replace("2->3", "2->4"))
    assert outcome.status == 2
    assert outcome.err.endswith("0.txt:4: expected hosts below 4, found '2->4'\n")
    assert outcome.written == []


def test_a_scenario_and_its_flows_are_written(tmp_path, capsys):
    outcome = run(tmp_path, capsys, "htsim", MATRIX)
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.written == ["x.flows.csv", "x.json"]
    assert outcome.scenario["name"] == "x"
    assert outcome.scenario["workload"] == [{"name": "flows", "type": "flows", "file": "x.flows.csv"}]
    assert [row["start_ns"] for row in outcome.rows] == ["", "5"]
    assert "switch" not in outcome.scenario


def test_roce_gets_priority_flow_control(tmp_path, capsys):
    outcome = run(tmp_path, capsys, "htsim", MATRIX, options=["--transport", "roce"])
    assert outcome.scenario["transport"] == {"type": "roce"}
    assert outcome.scenario["switch"] == {"pfc": True}


def test_the_status_tells_that_the_simulator_rejects_the_scenario(tmp_path):
    (file,) = write_files(tmp_path, [MATRIX])
    out = tmp_path / "x.json"
    assert command.main(["--mrc-sim", "/bin/false", "htsim", str(file), "-o", str(out)]) == 1
    assert out.exists()


def test_without_a_simulator_nothing_is_written(tmp_path, capsys):
    (file,) = write_files(tmp_path, [MATRIX])
    missing = str(tmp_path / "missing")
    assert command.main(["--mrc-sim", missing, "htsim", str(file), "-o", str(tmp_path / "x.json")]) == 2
    assert "no simulator at" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [file]


def test_a_scenario_that_cannot_be_written_is_one_line(tmp_path, capsys):
    (file,) = write_files(tmp_path, [MATRIX])
    assert call("htsim", file, "-o", file / "x.json") == 2
    assert capsys.readouterr().err == f"import: {file}/x.flows.csv: Not a directory\n"
    assert list(tmp_path.iterdir()) == [file]
    (tmp_path / "x.json").mkdir()
    assert call("htsim", file, "-o", tmp_path / "x.json") == 2
    assert capsys.readouterr().err == f"import: {tmp_path}/x.json: this is a folder; allowed: the name of a file\n"
    assert sorted(tmp_path.iterdir()) == [file, tmp_path / "x.json"]


@pytest.mark.parametrize(("name", "inside"), [("my run é+1", "my-run-1"), (".hidden_", "hidden"), ("é", "imported")])
@needs_simulator
def test_a_scenario_has_a_name_that_is_allowed(name, inside, tmp_path, capsys):
    (file,) = write_files(tmp_path, [MATRIX])
    out = tmp_path / f"{name}.json"
    assert call("htsim", file, "-o", out) == 0, capsys.readouterr().err
    assert json.loads(out.read_text())["name"] == inside


def test_the_folder_of_a_scenario_is_made(tmp_path, capsys):
    (file,) = write_files(tmp_path, [MATRIX])
    assert call("htsim", file, "-o", tmp_path / "a" / "b" / "x.json") == 0, capsys.readouterr().err
    assert sorted(path.name for path in (tmp_path / "a" / "b").iterdir()) == ["x.flows.csv", "x.json"]


def test_notes_and_losses_are_printed(tmp_path, capsys):
    outcome = run(tmp_path, capsys, "htsim", MATRIX.replace("size 1000", "size 1000 prio 3"))
    assert "note: start times are read in ps" in outcome.out
    assert "not carried over: 1 priorities of connections (prio)\n" in outcome.out


def test_an_existing_scenario_survives_a_bad_file(tmp_path, capsys):
    assert run(tmp_path, capsys, "htsim", MATRIX).status == 0
    before = {file: file.read_bytes() for file in (tmp_path / "out").iterdir()}
    assert run(tmp_path, capsys, "htsim", MATRIX.replace("size", "bytes")).status == 2
    assert before == {file: file.read_bytes() for file in (tmp_path / "out").iterdir()}


def test_a_problem_in_the_middle_of_the_flows_leaves_nothing(tmp_path, monkeypatch, capsys):
    def flows():
        yield Flow(0, 1, 10)
        raise ImportProblem("file:7: expected this, found that")

    bad = ModuleType("bad")
    bad.ABOUT = "bad: files."
    links = [{"a": "a", "b": "s"}, {"a": "b", "b": "s"}]
    bad.read = lambda files, options: Imported(2, "file", flows(), graph(["a", "b"], ["s"], links))
    monkeypatch.setattr(importing, "names", lambda: ["bad"])
    monkeypatch.setattr(importing, "load", lambda name: bad)
    assert call("bad", "file", "-o", tmp_path / "x.json") == 2
    assert capsys.readouterr().err == "import: file:7: expected this, found that\n"
    assert not list(tmp_path.iterdir())


def write(folder: Path, imported: Imported) -> tuple[dict, list[str]]:
    scenario = write_scenario(imported, folder / "s.json", "mrc")
    assert json.loads((folder / "s.json").read_text()) == scenario
    return scenario, (folder / "s.flows.csv").read_text().splitlines()


@pytest.mark.parametrize("name", [name for name in importing.names() if name != "chakra"])  # which has bytes, or JSON
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("byte", [b"\xe9", b"\0"])
def test_the_line_of_a_byte_that_is_no_text_is_named(name, end, byte, tmp_path, capsys):
    file = tmp_path / "file"
    file.write_bytes(end.join([b"\xef\xbb\xbf# comment", "\u00e9".encode(), b"# " + byte, b"more"]))
    assert call(name, file, "-o", tmp_path / "x.json") == 2
    assert capsys.readouterr().err.startswith(f"import: {file}:3: expected text, found ")


TRACE = '{"workload_graph": [%s]}'
COMPUTATION = '{"Id": 0, "NodeType": 4, "runtime": 5}'
SIMAI = "all_gpus: 8\n2\na -1 1 NONE 0 1 NONE 0 1 NONE 0 1\nb -1 1 NONE 0 1 NONE 0 1 ALLREDUCE 9 1\n"
CYCLE = """Nodes 3
Connections 2
Triggers 2
0->1 id 1 trigger 1 size 10 send_done_trigger 2
1->2 id 2 trigger 2 size 10 send_done_trigger 1
trigger id 1 oneshot
trigger id 2 oneshot
"""
NO_MESSAGES = "expected messages between hosts to simulate, found none"


@pytest.mark.parametrize("name, files, message", [
    ("htsim", {"a": "Nodes 4\nConnections 0\n"}, "a:2: expected number of Connections, a whole number from 1 to 2147483648, found '0'"),
    ("htsim", {"a": CYCLE}, "a:4: expected a connection that starts, because no trigger fires, found '0->1'"),
    ("htsim", {"a": "Nodes 4\nConnections 1\n0->0 start 0 size 1\n"}, f"a: {NO_MESSAGES}"),
    ("htsim", {"a": MATRIX.replace("4", "2147483648")}, "a:1: expected number of Nodes, a whole number from 2 to 131072, found '2147483648'"),
    ("htsim", {"a": MATRIX.replace("Nodes 4", "Nodes 8191")}, "a: expected a topology, or hosts that at most 2048 T0s of equal size have, found 8191 hosts"),
    ("htsim", {"a": MATRIX.replace("5000", "1e30")}, "a:4: expected start time of at most 2.592e+18, found '1e30'"),
    ("hpcc", {"a": "0\n"}, "a: expected a flow file, found only others"),
    ("hpcc", {"a": "1\n0 0 3 100 5 2\n"}, f"a: {NO_MESSAGES}"),
    ("hpcc", {"a": "1\n0 1 3 100 5 1e30\n"}, "a:2: expected start in seconds of flow 1 of 1 of at most 2.592e+06, found '1e30'"),
    ("goal", {"a": "num_ranks 2\nrank 0 {\n}\nrank 1 {\n}\n"}, f"a: {NO_MESSAGES}"),
    ("goal", {"a": "num_ranks 2\nrank 0 {\ncalc 5\n}\nrank 1 {\n}\n"}, f"a: {NO_MESSAGES}"),
    ("goal", {"a": "num_ranks 1\nrank 0 {\n}\n"}, "a:1: expected a number of ranks, a whole number from 2 to 131072, found '1'"),
    ("simai", {"a": f"MICRO {SIMAI}"}, f"a: {NO_MESSAGES}"),
    ("simai", {"a": f"DATA {SIMAI}".replace("b -1 1", "b -1 1e30")}, "a:4: expected time in ns of the forward pass of layer 2 of 2 of at most 2.592e+15, found '1e30'"),
    ("simai", {"a": f"DATA {SIMAI}".replace("-1 1 ", "-1 1.5e15 ")}, "a: expected starts and computations that end within 2592000000000000 ns, 30 days, found 3000000000000004 ns"),
    ("chakra", {"a.0.json": TRACE % "", "a.1.json": TRACE % ""}, f"a.0.json: {NO_MESSAGES}"),
    ("chakra", {"a.0.json": TRACE % COMPUTATION, "a.1.json": TRACE % ""}, f"a.0.json: {NO_MESSAGES}"),
    ("chakra", {"a.0.json": TRACE % COMPUTATION}, "a.0.json: expected a number of hosts from 2 to 131072, found 1"),
], ids=str)  # fmt: skip
def test_files_that_cannot_be_simulated_are_rejected_and_nothing_is_written(name, files, message, tmp_path, capsys):
    for file, text in files.items():
        (tmp_path / file).write_text(text, encoding="utf-8")
    assert call(name, *(tmp_path / file for file in files), "-o", tmp_path / "x.json") == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", f"import: {tmp_path}/{message}\n")
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(files)


SLOW = {"type": "clos", "hosts": 2, "hostRate": "400Gbps", "fabricRate": "8Gbps"}
LINKS = graph(["a", "b"], ["s"], [{"a": "a", "b": "s", "rate": 8 * 10**9}, {"a": "b", "b": "s", "rate": "1Tbps"}])


@pytest.mark.parametrize("flows, topology, seconds", [
    ([Flow(0, 1, 10**9)], SLOW, 1),
    ([Flow(0, 1, 10**9)], LINKS, 1),
    ([Flow(0, 1, 25 * 10**9, 3e9)], None, 3 + 2),
    ([Flow(0, 1, 0, 3e9)], None, 3),
    ([Flow(0, None, 0, None, (), 2e9), Flow(0, None, 0, None, (0,), 5e9), Flow(1, None, 0, 1e9, (), 3e9), Flow(0, 1, 0)], None, 7),
    ([Flow(0, None, 0, None, (), 2e9), Flow(0, 1, 0, 1e9, (0,), 4e9)], None, 6),
    ([Flow((0, 1, 2, 3), None, 10**9, op="all-gather")], SLOW, 3),
    ([Flow((0, 1, 2, 3), None, 10**9, op="all-reduce")], SLOW, 6),
    ([Flow((0, 1, 2, 3), None, 10**9, op="all-to-all")], SLOW, 12),
    ([Flow(0, 1, 2**62)], SLOW, 30 * 24 * 3600 - 60),
])  # fmt: skip
def test_a_run_has_a_minute_more_than_computations_and_all_bytes_need(flows, topology, seconds, tmp_path):
    scenario = write_scenario(Imported(4, "file", flows, topology), tmp_path / "s.json", "mrc")
    assert time_ns(scenario["stop"]) == (seconds + 60) * 1e9


def test_every_kind_of_row_has_its_columns(tmp_path):
    flows = [
        Flow(0, 1, 10, 2.5),
        Flow(1, None, 0, after=[0], delay_ns=7),
        Flow((0, 1), None, 64, after=(0, 1), op="all-reduce"),
        Flow(1, 0, 0, 3, delay_ns=0.125),
    ]
    assert write(tmp_path, Imported(2, "file", flows))[1] == [
        "id,src,dst,bytes,start_ns,after,delay_ns,op",
        "0,0,1,10,2.5,,,",
        "1,1,,0,,0,7,",
        "2,0 1,,64,,0 1,,all-reduce",
        "3,1,0,0,3,,0.125,",
    ]


def test_a_graph_has_a_file_of_its_own(tmp_path):
    links = [{"a": "a", "b": "s", "rate": "1Gbps"}, {"a": "b", "b": "s"}]
    topology = {**graph(["a", "b"], ["s"], links), "switchDelay": "0ns"}
    scenario, _ = write(tmp_path, Imported(2, "file", [Flow(0, 1, 1)], topology))
    assert scenario["topology"] == {"type": "graph", "switchDelay": "0ns", "file": "s.graph.json"}
    written = json.loads((tmp_path / "s.graph.json").read_text())
    assert written == {"nodes": topology["nodes"], "links": links}


def test_settings_complement_the_keys_of_the_frame(tmp_path):
    settings = {"transport": {"mtu": 1024}, "stop": "2s", "faults": []}
    scenario, _ = write(tmp_path, Imported(2, "file", [Flow(0, 1, 1, 5)], None, settings))
    assert scenario["transport"] == {"type": "mrc", "mtu": 1024}
    assert (scenario["stop"], scenario["faults"]) == ("2s", [])


@pytest.mark.parametrize("hosts", [2, 3, 16, 17, 31, 32, 100, 1024, 2047, 30000, 65535, 131072])
def test_the_network_of_files_without_one_has_all_hosts_and_no_oversubscription(hosts):
    topology = network(hosts)
    assert topology["hosts"] == hosts and hosts % topology["hostsPerT0"] == 0
    assert hosts // topology["hostsPerT0"] <= 2048 and topology["hostsPerT0"] <= 2048
    assert topology["t1PerPlane"] == (0 if topology["hostsPerT0"] == hosts else topology["hostsPerT0"])


@pytest.mark.parametrize("text", ["x", "1.5", "-1", "11", "0x3", "1e1", "", "9" * 5000, "١"])
def test_a_word_that_is_no_whole_number_within_limits_is_named_with_its_place(text):
    with pytest.raises(ImportProblem, match=r"^f:3: expected size, a whole number from 0 to 10, found '"):
        Word.at(text, "f:3").whole("size", 0, 10)


@pytest.mark.parametrize("text", ["x", "nan", "inf", "-1", "", "1_000", "٣", "1\u00a0"])
def test_a_word_that_is_no_finite_number_is_named_with_its_place(text):
    with pytest.raises(ImportProblem, match=r"^f:3: expected time.*, found '"):
        Word.at(text, "f:3").read("time", float)


def test_words_keep_their_lines_and_the_end_is_named(tmp_path):
    (file,) = write_files(tmp_path, ["a\tb\r\n\n  c"])
    words = Words(file)
    assert [words.next("a word").place for _ in range(3)] == [f"{file}:1", f"{file}:1", f"{file}:3"]
    with pytest.raises(ImportProblem, match=":3: expected a fourth, found the end of the file$"):
        words.next("a fourth")


def test_a_file_that_is_no_text_is_named_with_its_byte(tmp_path):
    file = tmp_path / "file"
    file.write_bytes(b"abc\xff")
    with pytest.raises(ImportProblem, match="file:1: expected text, found the byte 0xff"):
        read_lines(file)


def test_options_of_a_format_are_only_its_own():
    options = command.parse(["htsim", "x.cm", "-o", "x.json"])
    assert isinstance(options, Namespace) and options.cm_start_unit is None
