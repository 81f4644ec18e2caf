# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Execution traces of Chakra become messages, collectives and computations; bad files are named with their places."""

from __future__ import annotations

import argparse
import json
import random
import struct
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from chakra_traces import (
    COLL, COMP, MEM_LOAD, METADATA, RECV, SEND, Node, attribute, block, collective, compute, encode, framed, number,
    receive, send, varint, write,
)  # fmt: skip
from goal_programs import execute
from mrcbench.importing.formats import chakra
from mrcbench.importing.formats.chakra import wire
from mrcbench.importing.scenario import Flow, Imported
from mrcbench.importing.text import ImportProblem

SEEDS = range(6)
ALL_REDUCE, REDUCE, ALL_GATHER, GATHER, SCATTER, BROADCAST, ALL_TO_ALL, REDUCE_SCATTER, BLOCK, BARRIER = range(10)


def size_of(value: str | bytes) -> str:
    """The name of a case whose content is not printed."""
    return str(len(value))


def load(paths: Iterable[Path], data_only: bool = False) -> Imported:
    return chakra.read(list(paths), argparse.Namespace(data_deps_only=data_only))


def flows(folder: Path, *ranks: list[Node], **form: Any) -> list[Flow]:
    return list(load(write(folder, dict(enumerate(ranks)), **form)).flows)


def problem(paths: Iterable[Path]) -> str:
    with pytest.raises(ImportProblem) as raised:
        load(paths)
    return str(raised.value)


def jobs(rows: Iterable[Flow]) -> list[tuple[str, tuple[int, ...], int]]:
    return [(row.op, tuple(row.src), row.size) for row in rows if not isinstance(row.src, int)]


def draw_traces(seed: int, ranks: int = 4, rounds: int = 8) -> dict[int, list[Node]]:
    """Traces without cycles in which all messages, collectives and times of computations differ."""
    random_ = random.Random(seed)
    traces: dict[int, list[Node]] = {rank: [] for rank in range(ranks)}

    def add(rank: int, node: Node) -> None:
        earlier = [one.id for one in traces[rank]]
        random_.shuffle(earlier)
        node.data, node.control = earlier[: random_.choice((0, 1, 2))], earlier[2 : random_.choice((2, 3))]
        node.id = len(traces[rank])
        traces[rank].append(node)

    for step in range(rounds):
        for rank in range(ranks):
            micros = 1 + step * ranks + rank
            add(rank, compute(0, micros, is_cpu_op=random_.random() < 0.4))
            peer = (rank + 1 + random_.randrange(ranks - 1)) % ranks
            add(rank, send(0, peer, 10_000 + micros, tag=micros))
            add(peer, receive(0, rank, 10_000 + micros, tag=micros))
        group, name = random_.choice(((range(ranks), "0"), ((1, 3), "7")))
        for rank in group:
            add(rank, collective(0, ALL_REDUCE, 50_000 + step, pg_name=name))
    return traces


def groups_file(folder: Path, content: Any = None) -> Path:
    path = folder / "groups.json"
    path.write_text(json.dumps({"7": [1, 3]} if content is None else content), encoding="utf-8")
    return path


# The meaning of traces


def test_a_message_between_computations(tmp_path: Path) -> None:
    rows = flows(tmp_path, [compute(0, 5), send(1, 1, 4096, 0)], [receive(0, 0, 4096), compute(1, 3, 0)])
    assert rows == [
        Flow(0, None, 0, None, (), 5000), Flow(0, 1, 4096, None, (0,)), Flow(1, None, 0, None, (1,), 3000),
    ]  # fmt: skip


@pytest.mark.parametrize("kind, op, size", [
    (ALL_REDUCE, "all-reduce", 1000), (REDUCE_SCATTER, "reduce-scatter", 1000), (BLOCK, "reduce-scatter", 1000),
    (ALL_GATHER, "all-gather", 4000), (ALL_TO_ALL, "all-to-all", 250), (BROADCAST, "broadcast", 1000),
])  # fmt: skip
def test_a_collective_of_all_ranks(tmp_path: Path, kind: int, op: str, size: int) -> None:
    rows = flows(tmp_path, *([collective(0, kind, 1000)] for _ in range(4)))
    assert jobs(rows) == [(op, (0, 1, 2, 3), size)]


def test_a_collective_of_one_rank_is_a_computation_without_duration(tmp_path: Path) -> None:
    rows = flows(tmp_path, [collective(0, ALL_REDUCE, 1000), compute(1, 5, 0)])
    assert rows == [Flow(0, None, 0, None, (), 0), Flow(0, None, 0, None, (0,), 5000)]


def test_a_collective_waits_for_its_ranks_and_each_rank_for_it(tmp_path: Path) -> None:
    ranks = [[compute(0, 5 + rank), collective(1, ALL_REDUCE, 1000, 0), compute(2, 9, 1)] for rank in range(3)]
    rows = flows(tmp_path, *ranks)
    assert rows[3] == Flow((0, 1, 2), None, 1000, None, (0, 1, 2), 0, "all-reduce")
    assert all(3 in row.after for row in rows[4:])


def test_a_rank_begins_its_part_when_it_is_ready_itself(tmp_path: Path) -> None:
    ranks = [[send(0, 1, 10**7), collective(1, ALL_GATHER, 100, 0)], [receive(0, 0, 10**7), collective(1, ALL_GATHER, 100)],
             [collective(1, ALL_GATHER, 100)]]  # fmt: skip
    rows = flows(tmp_path, *ranks)
    waits = [rows[row] for row in next(row for row in rows if row.op).after]
    assert [(row.src, row.dst) for row in waits] == [(0, None)], "rank 1, the receiver, does not wait for the message"
    both = [ranks[0], [ranks[1][0], collective(1, ALL_GATHER, 100, 0)], ranks[2]]
    assert [(rows[row].src, rows[row].dst) for row in [row for row in flows(tmp_path, *both) if row.op][0].after] == [(0, 1)]


def test_a_rank_waits_for_messages_of_others_without_a_row_of_its_own(tmp_path: Path) -> None:
    ranks = {1: [send(0, 2, 50), collective(1, ALL_GATHER, 100, 0, pg_name="7")], 2: [receive(0, 1, 50)],
             3: [collective(1, ALL_GATHER, 100, pg_name="7")], 0: []}  # fmt: skip
    rows = list(load([*write(tmp_path, ranks), groups_file(tmp_path)]).flows)
    assert [(row.src, row.dst) for row in rows] == [(1, 2), ((1, 3), None)]


@pytest.mark.parametrize("size, found", [("000000000000000000000100", 100), ("²", None), ("1" * 41, None)])
def test_sizes_that_are_texts(tmp_path: Path, size: str, found: int | None) -> None:
    ranks = dict.fromkeys(range(2), [collective(0, ALL_REDUCE, size)])  # type: ignore[arg-type]
    paths = write(tmp_path, ranks, "json")
    if found is None:
        assert "expected comm_size, a whole number from 0 to" in problem(paths)
    else:
        assert jobs(load(paths).flows) == [("all-reduce", (0, 1), found)]


def test_json_may_begin_with_a_mark_of_the_order_of_bytes(tmp_path: Path) -> None:
    paths = write(tmp_path, dict.fromkeys(range(2), [collective(0, ALL_REDUCE, 100)]), "json")
    plain = list(load(paths).flows)
    for path in paths:
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert list(load(paths).flows) == plain


def test_a_barrier_is_a_computation_that_waits_for_all_ranks(tmp_path: Path) -> None:
    barrier = Node(1, COLL, [0], [], 0, {"comm_type": BARRIER})
    rows = flows(tmp_path, *([compute(0, 5 + rank), barrier, compute(2, 9, 1), send(3, 1 - rank, 1, 1), receive(4, 1 - rank, 1)]
                             for rank in range(2)))  # fmt: skip
    durations: list[set[float]] = []  # of all computations before each row
    for row in rows:
        durations.append({rows[one].delay_ns for one in row.after}.union(*(durations[one] for one in row.after)))
    later = [found for row, found in zip(rows, durations) if row.delay_ns == 9000 or row.size]
    assert len(later) == 4 and all({5000, 6000} <= found for found in later)


@pytest.mark.parametrize("seed", SEEDS)
def test_dependencies_hold_in_every_network_and_one_of_a_kind_is_in_flight(tmp_path: Path, seed: int) -> None:
    traces = draw_traces(seed)
    rows = list(load([*write(tmp_path, traces), groups_file(tmp_path)]).flows)
    random_ = random.Random(seed)
    for most in (0, 3000, 10**6):
        times = execute_collectives(rows, [random_.randint(0, most) for _ in rows])
        by_size = {row.size or row.delay_ns: time for row, time in zip(rows, times) if row.size or row.delay_ns}
        for rank, nodes in traces.items():
            ends: dict[int, int] = {}
            busy: dict[str, list[tuple[int, int]]] = {}
            for node in nodes:
                start, end = by_size[node.attributes.get("comm_size", node.micros * 1000)]
                earliest = max((ends[one] for one in node.data + node.control), default=0)
                ends[node.id] = max(end, earliest) if node.kind == RECV else end
                assert node.kind == RECV or start >= earliest
                unit = "cpu" if node.attributes.get("is_cpu_op") else "gpu" if node.kind == COMP else "network"
                if node.kind != RECV:
                    busy.setdefault(unit, []).append((start, end))
            for intervals in busy.values():
                intervals.sort()
                assert all(end <= start for (_, end), (start, _) in zip(intervals, intervals[1:]))


def execute_collectives(rows: Sequence[Flow], durations: list[int]) -> list[tuple[int, int]]:
    """Start and end of each row; collectives take their duration as messages do."""
    return execute([row._replace(dst=-1) if row.op else row for row in rows], durations)


def test_receives_are_no_communication_in_flight(tmp_path: Path) -> None:
    one, other = [compute(0, 9), send(1, 1, 10, 0), receive(2, 1, 30)], [receive(0, 0, 10), send(1, 0, 30)]
    rows = flows(tmp_path, one, other)
    assert {row.size: row.after for row in rows if row.dst is not None} == {10: (0,), 30: ()}


def test_communications_of_a_rank_follow_each_other(tmp_path: Path) -> None:
    rows = flows(tmp_path, [send(0, 1, 10), send(1, 1, 20, tag=1)], [receive(0, 0, 10), receive(1, 0, 20, tag=1)])
    assert [(row.size, row.after) for row in rows] == [(10, ()), (20, (0,))]


def test_a_cpu_and_a_gpu_work_side_by_side(tmp_path: Path) -> None:
    rows = flows(tmp_path, [compute(0, 5, is_cpu_op=True), compute(1, 6), compute(2, 7, is_cpu_op=True), compute(3, 8)])
    assert [(row.delay_ns, row.after) for row in rows] == [(5000, ()), (6000, ()), (7000, (0,)), (8000, (1,))]


def test_accesses_of_memory_by_a_cpu_are_beside_those_of_a_gpu(tmp_path: Path) -> None:
    rows = flows(tmp_path, [Node(one, MEM_LOAD, [], [], one + 5, {"is_cpu_op": one % 2}) for one in range(4)])
    assert [(row.delay_ns, row.after) for row in rows] == [(5000, ()), (6000, ()), (7000, (0,)), (8000, (1,))]


def test_a_duration_of_zero_is_a_nanosecond(tmp_path: Path) -> None:
    imported = load(write(tmp_path, {0: [compute(0, 0, num_ops=5), compute(1, 0)]}))
    assert [row.delay_ns for row in imported.flows] == [1, 1]
    assert imported.left == ["1 computations have a number of operations but no duration, and take 1 ns"]


def test_the_longest_duration_is_thirty_days(tmp_path: Path) -> None:
    month = 30 * 24 * 3600 * 10**6
    assert [row.delay_ns for row in flows(tmp_path, [compute(0, month)])] == [month * 1000]
    with pytest.raises(ImportProblem, match=f"a duration up to {month}000 ns, found {month + 1} us"):
        flows(tmp_path, [compute(0, month + 1)])


def test_collectives_of_a_group_match_by_their_order(tmp_path: Path) -> None:
    def rank(*kinds: int) -> list[Node]:
        return [collective(one, kind, 100 + kind) for one, kind in enumerate(kinds)]

    rows = flows(tmp_path, rank(ALL_REDUCE, REDUCE_SCATTER, ALL_REDUCE), rank(ALL_REDUCE, REDUCE_SCATTER, ALL_REDUCE))
    assert [op for op, _, _ in jobs(rows)] == ["all-reduce", "reduce-scatter", "all-reduce"]


# Groups


def test_groups_come_from_a_side_file(tmp_path: Path) -> None:
    ranks = {rank: [collective(0, ALL_REDUCE, 100 + rank % 2, pg_name=str(1 + rank % 2))] for rank in range(4)}
    side = groups_file(tmp_path, {"1": [0, 2], "2": [3, 1]})
    assert sorted(jobs(load([side, *write(tmp_path, ranks)]).flows)) == [
        ("all-reduce", (0, 2), 100), ("all-reduce", (3, 1), 101),
    ]  # fmt: skip


@pytest.mark.parametrize("group", [{}, {"pg_name": ""}, {"pg_name": "0"}, {"comm_group": 0}])
def test_no_group_or_group_0_has_all_ranks(tmp_path: Path, group: dict[str, Any]) -> None:
    ranks = {rank: [collective(0, ALL_REDUCE, 100, **group)] for rank in range(4)}
    assert jobs(load([*write(tmp_path, ranks), groups_file(tmp_path, {"0": [1, 2]})]).flows) == [("all-reduce", (0, 1, 2, 3), 100)]


def test_groups_come_from_pytorch(tmp_path: Path) -> None:
    values = json.dumps([{"pg_name": "5", "ranks": [2, 0]}, {"pg_name": "6", "ranks": []}])
    head = Node(0, METADATA, inputs=f"['{values}']")
    ranks = {
        0: [head, collective(1, ALL_REDUCE, 100, pg_name="5"), collective(2, ALL_REDUCE, 200, pg_name="6")],
        1: [head, collective(1, ALL_REDUCE, 200, pg_name="6")],
        2: [head, collective(1, ALL_REDUCE, 100, pg_name="5"), collective(2, ALL_REDUCE, 200, pg_name="6")],
    }
    assert jobs(load(write(tmp_path, ranks)).flows) == [("all-reduce", (2, 0), 100), ("all-reduce", (0, 1, 2), 200)]


@pytest.mark.parametrize("involved, groups", [
    ([True, False], [(0, 1), (2, 3), (4, 5), (6, 7)]), ([False, True], [(0, 2, 4, 6), (1, 3, 5, 7)]),
    ([True, True, False], [tuple(range(8))]), ([False], [(0, 2, 4, 6), (1, 3, 5, 7)]),
])  # fmt: skip
def test_involved_dimensions_choose_the_group(tmp_path: Path, involved: list[bool], groups: list[tuple[int, ...]]) -> None:
    ranks = {rank: [collective(0, ALL_REDUCE, 100, involved_dim=involved)] for rank in range(8)}
    side = groups_file(tmp_path, {"logical-dims": ["2", "4"]})
    for form in ("et", "json"):
        rows = load([*write(tmp_path, ranks, form), side]).flows
        assert sorted(jobs(rows)) == [("all-reduce", group, 100) for group in groups]


def test_without_involved_dimensions_all_are(tmp_path: Path) -> None:
    assert jobs(flows(tmp_path, *([collective(0, ALL_REDUCE, 8, involved_dim=[True] * 4)] for _ in range(2)))) == jobs(
        flows(tmp_path, *([collective(0, ALL_REDUCE, 8)] for _ in range(2)))
    )


# Parts that are left out


@pytest.mark.parametrize("ranks, left", [
    ([[Node(0, COLL, [], [], 9, {"is_cpu_op": True})]], "1 communications of CPUs are computations; those of GPUs are messages"),
    ([[Node(0, MEM_LOAD, [], [], 9)]], "1 accesses of remote memory are computations of the duration in the trace"),
    ([[compute(0, 1, 5)]], "1 dependencies on nodes that the trace does not have"),
    ([[collective(0, ALL_REDUCE, 5)]], "1 collectives have one rank and take no time"),
    ([[collective(0, BROADCAST, 5)]] * 2, "1 broadcasts do not name their root; the first rank of the group sends"),
    ([[collective(0, ALL_REDUCE, 0)]] * 2, "1 messages without data have 1 byte"),
    ([[collective(0, ALL_TO_ALL, 5)], [collective(0, ALL_TO_ALL, 8)]], "1 all-to-alls have different sizes at their ranks; all take the largest"),
    ([[send(0, 1, 0)], [receive(0, 0, 0)]], "1 messages without data have 1 byte"),
    ([[send(0, 0, 5), receive(1, 0, 5)]], "1 messages of a rank to itself take no time"),
    ([[compute(0, 1, 1), Node(1, COMP, [], [0], 2)]], "1 dependencies on control are in cycles with dependencies on data"),
])  # fmt: skip
def test_what_is_left_out_is_counted(tmp_path: Path, ranks: list[list[Node]], left: str) -> None:
    assert load(write(tmp_path, dict(enumerate(ranks)))).left == [left]


def test_only_dependencies_on_control_that_contradict_data_are_left_out(tmp_path: Path) -> None:
    chain = [Node(0, COMP, [], [], 1), Node(1, COMP, [2], [0], 2), Node(2, COMP, [], [1], 3), Node(3, COMP, [1], [2], 4)]
    imported = load(write(tmp_path, {0: chain}))
    assert [row.delay_ns for row in imported.flows] == [1000, 3000, 2000, 4000]
    assert imported.left == ["1 dependencies on control are in cycles with dependencies on data"]


def test_dependencies_on_control_may_be_ignored(tmp_path: Path) -> None:
    paths = write(tmp_path, {0: [compute(0, 1), Node(1, COMP, [], [0], 2, {"is_cpu_op": True})]})
    assert [row.after for row in load(paths).flows] == [(), (0,)]
    assert [row.after for row in load(paths, data_only=True).flows] == [(), ()]


def test_other_json_files_are_named(tmp_path: Path) -> None:
    side = groups_file(tmp_path, {"scheduling-policy": "LIFO"})
    imported = load([side, *write(tmp_path, {0: [compute(0, 1)]})])
    assert imported.left == [f"{side} is neither a trace nor a file of groups or of logical dimensions"]


# Forms of files


@pytest.mark.parametrize("seed", SEEDS)
def test_all_forms_mean_the_same(tmp_path: Path, seed: int) -> None:
    traces = draw_traces(seed)
    side = groups_file(tmp_path)
    expected = list(load([side, *write(tmp_path, traces)]).flows)
    for form in ("et.gz", "json", "json.gz"):
        assert list(load([*write(tmp_path, traces, form), side]).flows) == expected
    for at in (0, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 3):
        assert list(load([*write(tmp_path, traces, packed=bool(at), zeros=at % 2 == 0, at=at), side]).flows) == expected
    for nodes in traces.values():
        random.Random(seed).shuffle(nodes)
    assert list(load([side, *reversed(write(tmp_path, traces))]).flows) == expected


@pytest.mark.parametrize("metadata", [
    b"", block(1, "0.0.4"), block(1, "1.0.0"), block(2, block(1, "schema") + block(29, "1.1")),
    block(1, "1.0.0") + block(2, block(1, "name") + block(29, "x" * 105)),
], ids=size_of)  # fmt: skip
def test_any_metadata_of_known_versions(tmp_path: Path, metadata: bytes) -> None:
    if len(metadata) > 100:
        assert len(metadata) == ord("{"), "the length of the metadata looks like JSON"
    assert len(flows(tmp_path, [compute(0, 5)], metadata=metadata)) == 1


def test_json_with_other_line_ends_and_names(tmp_path: Path) -> None:
    path = tmp_path / "a.0.json"
    text = '{"workload_graph": [\n{"Id": 0, "NodeType": "COMP_NODE", "durationMicros": 4},\n{"id": 1, "type": 4, "ctrlDeps": [0], "runtime": 5}]}'
    for content in (text, text.replace("\n", "\r\n"), text.replace(" ", "\t"), "\n\t " + text):
        path.write_text(content, encoding="utf-8", newline="")
        assert [(row.delay_ns, row.after) for row in load([path]).flows] == [(4000, ()), (5000, (0,))]


def test_the_content_shows_the_form(tmp_path: Path) -> None:
    (path,) = write(tmp_path, {0: [compute(0, 5)]}, "json.gz")
    other = path.rename(tmp_path / "x.0.et")
    assert len(list(load([other]).flows)) == 1


def test_numbers_of_fixed_length_have_this_length() -> None:
    for form, content in (("<d", 0.5), ("<f", 0.5), ("<I", 7), ("<Q", 7), ("<i", -7), ("<q", -7)):
        data = struct.pack(form, content)
        assert wire.fixed(form, data) == content
        for value in (data[:-1], data + b"x", 7):
            with pytest.raises(wire.WireError, match="a number of fixed length"):
                wire.fixed(form, value)


def test_a_node_with_the_id_0_has_no_field_for_it(tmp_path: Path) -> None:
    rows = flows(tmp_path, [compute(0, 5), compute(1, 6, 0, is_cpu_op=True)])
    assert [row.after for row in rows] == [(), (0,)]


def test_a_large_trace_takes_seconds(tmp_path: Path) -> None:
    nodes = [compute(one, 1, one - 1, is_cpu_op=one % 2) for one in range(1, 20_000)]
    paths = write(tmp_path, {0: [compute(0, 1), *nodes]})
    begin = time.process_time()
    assert len(list(load(paths).flows)) == 20_000
    assert time.process_time() - begin < 10


# Bad files


def one_file(folder: Path, content: bytes, name: str = "trace.0.et") -> list[Path]:
    path = folder / name
    path.write_bytes(content)
    return [path]


GOOD = encode([compute(0, 5), compute(1, 6, 0)])


@pytest.mark.parametrize("content, message", [
    (b"", "trace.0.et: expected an execution trace, found an empty file"),
    (GOOD[:-1], "trace.0.et: byte 20: expected a message of"),
    (b"\x80", "trace.0.et: byte 0: expected the length of a message, found the end of the file"),
    (b"\xff" * 11, "trace.0.et: byte 0: expected the length of a message, found more than 10 bytes of it"),
    (GOOD + varint(2**40), "expected a message of at most 1073741824 bytes, found 1099511627776"),
    (encode([], metadata=block(1, "0.0.1")), "trace.0.et: byte 0: expected version 0.0.4 or 1.0.0, found '0.0.1'"),
    (framed([compute(0, 5).encode(), compute(1, 5).encode()]), "byte 0: expected the metadata of an execution trace, found another message"),
    (encode([compute(0, 5), compute(0, 6)]), "trace.0.et: expected nodes with different ids, found two with the id 0"),
    (encode([Node(3, 8)]), "trace.0.et: node 3: expected a type of a node from 0 to 7, found 8"),
    (encode([Node(3, COLL, attributes={"comm_size": 5})]), "node 3: expected comm_type, a whole number from 0 to 9, found none"),
    (encode([Node(3, COLL, attributes={"comm_type": 0})]), "node 3: expected comm_size, a whole number from 0 to"),
    (encode([collective(3, 0, -5)]), "node 3: expected comm_size, a whole number from 0 to 9223372036854775807, found -5"),
    (encode([collective(3, 10, 5)]), "node 3: expected comm_type, a whole number from 0 to 9, found 10"),
    (encode([collective(3, GATHER, 5)]), "node 3: expected one of ALL_REDUCE, ALL_GATHER, BROADCAST, ALL_TO_ALL, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, BARRIER as comm_type, found GATHER"),
    (encode([collective(3, REDUCE, 5)]), "as comm_type, found REDUCE"),
    (encode([collective(3, 0, 5, pg_name="4")]), "node 3: expected a group of the traces or of a file of groups (none), found '4'"),
    (encode([collective(3, 0, 5, involved_dim=[True, False])]), "node 3: expected a file with logical-dims, because involved_dim is [1, 0]; found none"),
    (encode([collective(3, 0, 5, involved_dim="all")]), "node 3: expected a list as involved_dim, found 'all'"),
    (encode([send(3, 1, 5)]), "node 3: expected comm_dst, a whole number from 0 to 0, found 1"),
    (encode([Node(3, SEND, attributes={"comm_size": 5})]), "node 3: expected comm_dst, a whole number from 0 to 0, found none"),
    (encode([Node(3, SEND, attributes={"comm_src": 0, "comm_dst": 0})]), "node 3: expected comm_size"),
    (encode([Node(3, RECV, attributes={"comm_size": 5})]), "node 3: expected comm_src"),
    (encode([Node(3, COMP, micros=2**60)]), "node 3: expected a duration up to"),
    (encode([compute(3, 1, 4), compute(4, 1, 3)]), "node 3: expected operations that do not wait for each other, found that this one waits for"),
    (encode([Node(3, METADATA, inputs='[{"pg_name": 1}]')]), "expected pg_name and ranks of groups, found [{"),
    (encode([Node(3, METADATA, inputs='[{"pg_name": "1", "ranks": [7]}]')]), "process group 1: expected different ranks from 0 to 0, of which there are traces, found [7]"),
    (framed([b"", b"\x08"]), "byte 1: expected a number, found the end of the message"),
    (framed([number(1, 4)]), "expected the metadata of an execution trace, found another message"),
    (framed([block(3, "a")]), "expected the metadata of an execution trace, found another message"),
    (framed([b"", b"\x08" + b"\xff" * 11]), "byte 1: expected a number, found more than 10 bytes of it"),
    (framed([b"", b"\x0b"]), "byte 1: expected a form of field 1 of 0, 1, 2 or 5, found 3"),
    (framed([b"", b"\x12\x7f"]), "byte 1: expected 127 bytes of field 2, found 0"),
    (framed([b"", block(3, "a")]), "byte 1: expected a number as field 3, found 1 bytes"),
    (framed([b"", number(10, 4)]), "byte 1: expected an attribute, found the number 4"),
    (framed([b"", block(10, block(1, b"\xff"))]), "byte 1: expected text, found the byte 0xff"),
    (framed([b"", number(3, METADATA) + number(8, 4)]), "byte 1: expected inputs, found the number 4"),
    (b"\x1f\x8b" + b"\0" * 30, "trace.0.et: expected compressed data, found"),
    (b"{", "trace.0.et:1: expected JSON, found"),
    (b'{"workload_graph": 4}', "trace.0.et: expected a list as workload_graph, found 4"),
    (b'{"workload_graph": [4]}', "entry 0 of workload_graph: expected a node, found 4"),
    (b'{"workload_graph": [{"NodeType": 4}]}', "entry 0 of workload_graph: expected an Id, found none"),
    (b'{"workload_graph": [{"Id": -1}]}', "entry 0 of workload_graph: expected whole numbers of 64 bits as Id, found -1"),
    (b'{"workload_graph": [{"Id": 18446744073709551616}]}', "expected whole numbers of 64 bits as Id, found 18446744073709551616"),
    (b'{"workload_graph": [{"Id": ' + b"9" * 5000 + b"}]}", "trace.0.et: expected JSON, found Exceeds the limit"),
    (b'{"a": ' + b"[" * 100_000, "trace.0.et: expected JSON, found maximum recursion depth"),
    (b'{"a": "\xff"}', "trace.0.et: expected JSON, found 'utf-8' codec"),
    (b'{"workload_graph": [{"Id": 1, "NodeType": "WAIT"}]}', "entry 0 of workload_graph: expected whole numbers of 64 bits as NodeType, found 'WAIT'"),
    (b'{"workload_graph": [{"Id": 1, "NodeType": 4, "data_deps": ["a"]}]}', "expected whole numbers of 64 bits as datadeps, found 'a'"),
    (b'{"workload_graph": [{"Id": 1, "NodeType": 7, "comm_type": [4]}]}', "expected comm_type"),
], ids=size_of)  # fmt: skip
def test_bad_traces(tmp_path: Path, content: bytes, message: str) -> None:
    assert message in problem(one_file(tmp_path, content))


@pytest.mark.parametrize("ranks, message", [
    ({0: [send(0, 1, 5)], 1: []}, "trace.0.et: node 0: expected a receive of this message: from rank 0 to rank 1, tag 0, 5 bytes; found none"),
    ({0: [receive(0, 1, 5, tag=2)], 1: []}, "trace.0.et: node 0: expected a send of this message: from rank 1 to rank 0, tag 2, 5 bytes; found none"),
    ({0: [send(0, 1, 5)], 1: [receive(9, 0, 6)]}, "trace.1.et: node 9: expected a receive of 5 bytes, as {folder}/trace.0.et: node 0 sends, found 6"),
    ({0: [collective(0, ALL_REDUCE, 5)], 1: []}, "trace.0.et: node 0: expected the same collective by rank 1 of its group, found none"),
    ({0: [collective(0, ALL_REDUCE, 5)], 1: [collective(4, ALL_REDUCE, 6)]}, "trace.1.et: node 4: expected all-reduce of 5 bytes, as in {folder}/trace.0.et: node 0, found all-reduce of 6 bytes"),
    ({0: [collective(0, ALL_REDUCE, 5)], 1: [collective(4, ALL_TO_ALL, 5)]}, "found all-to-all of 5 bytes"),
    ({0: [compute(0, 1)], 2: [compute(0, 1)]}, "trace.2.et: expected traces of all ranks below, found none of rank 1"),
    ({0: [Node(0, SEND, attributes={"comm_src": 1, "comm_dst": 1, "comm_size": 5})], 1: []}, "node 0: expected comm_src 0, the rank of the trace, found 1"),
    ({0: [collective(0, ALL_REDUCE, 5, pg_name="7")], 1: []}, "node 0: expected a group of the traces or of a file of groups (none), found '7'"),
    ({0: [receive(0, 1, 5), send(1, 1, 5, 0)], 1: [receive(0, 0, 5), send(1, 0, 5, 0)]}, "trace.0.et: node 0: expected operations that do not wait for each other"),
])  # fmt: skip
def test_ranks_that_do_not_fit(tmp_path: Path, ranks: dict[int, list[Node]], message: str) -> None:
    assert message.replace("{folder}", str(tmp_path)) in problem(write(tmp_path, ranks))


@pytest.mark.parametrize("content, message", [
    ({"1": [0, 9]}, "group 1: expected different ranks from 0 to 1, of which there are traces, found [0, 9]"),
    ({"1": [0, 2]}, "group 1: expected different ranks"),
    ({"1": [-1, 1]}, "group 1: expected different ranks"),
    ({"1": [0, 0]}, "group 1: expected different ranks"),
    ({"1": []}, "group 1: expected different ranks"),
    ({"1": [True]}, "group 1: expected different ranks"),
    ({"logical-dims": ["2", "2"]}, "expected logical-dims with the product 2, the number of traces, found ['2', '2']"),
    ({"logical-dims": "2"}, "expected logical-dims with the product 2"),
    ({"logical-dims": ["2", "x"]}, "expected logical-dims with the product 2"),
    ({"1": [1]}, "trace.0.et: node 0: expected a group with rank 0, found group '1' with 1"),
])  # fmt: skip
def test_bad_side_files(tmp_path: Path, content: dict[str, Any], message: str) -> None:
    ranks = {rank: [collective(0, ALL_REDUCE, 5, pg_name="1")] for rank in range(2)}
    assert message in problem([*write(tmp_path, ranks), groups_file(tmp_path, content)])


def test_names_and_sets_of_files(tmp_path: Path) -> None:
    assert "expected a name that ends with .RANK.et" in problem(one_file(tmp_path, GOOD, "trace.et"))
    assert "expected traces beside this file, found none" in problem([groups_file(tmp_path)])
    twice = one_file(tmp_path, GOOD, "a.0.et") + one_file(tmp_path, GOOD, "b.0.et")
    assert f"b.0.et: expected a trace of another rank than {tmp_path}/a.0.et, found rank 0" in problem(twice)
    assert "No such file" in problem([tmp_path / "none.0.et"])


@pytest.mark.parametrize("seed", SEEDS)
def test_damaged_traces_are_read_or_named(tmp_path: Path, seed: int) -> None:
    random_ = random.Random(seed)
    traces = draw_traces(seed, rounds=1)
    traces[1] += [Node(99, METADATA, inputs='[{"pg_name": "1", "ranks": [0]}]')]
    side = groups_file(tmp_path)
    for form in ("et", "json", "et.gz"):
        paths = write(tmp_path, traces, form)
        good = paths[1].read_bytes()
        for _ in range(60):
            content = bytearray(good[: random_.choice((len(good), random_.randrange(1, len(good))))])
            for _ in range(random_.randint(0, 2)):
                content[random_.randrange(len(content))] = random_.choice((0, 1, 255, random_.randrange(256)))
            paths[1].write_bytes(content)
            try:
                load([*paths, side])
            except ImportProblem as found:
                assert str(found).startswith(str(tmp_path))


def test_attributes_of_other_kinds_are_ignored(tmp_path: Path) -> None:
    node = compute(0, 5).encode() + block(10, block(1, "comm_size") + block(6, "ab")) + attribute("other", 5, at=5)
    assert len(list(load(one_file(tmp_path, framed([b"", node]))).flows)) == 1
