# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""GOAL files become the messages and computations that their programs have; bad files are named with their places."""

from __future__ import annotations

import argparse
import random
import struct
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from goal_programs import ANY, Operation, Ranks, as_binary, as_text, draw_program, execute
from mrcbench.importing.formats import goal
from mrcbench.importing.scenario import Flow, Imported, write_scenario
from mrcbench.importing.text import ImportProblem

SEEDS = range(6)


def size_of(value: str | bytes) -> str:
    """The name of a case whose content is not printed."""
    return str(len(value))


def load(folder: Path, content: str | bytes, name: str = "program") -> Imported:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return goal.read([path], argparse.Namespace())


def flows(folder: Path, content: str | bytes) -> list[Flow]:
    return list(load(folder, content).flows)


def lines(*statements: str, ranks: int = 2) -> str:
    """A program whose rank 0 has these statements, and whose others have none."""
    rest = "".join(f"rank {rank} {{\n}}\n" for rank in range(1, ranks))
    return f"num_ranks {ranks}\nrank 0 {{\n" + "\n".join(statements) + "\n}\n" + rest


def problem(folder: Path, content: str | bytes) -> str:
    with pytest.raises(ImportProblem) as raised:
        load(folder, content)
    return str(raised.value)


def contents(rows: Iterable[Flow]) -> list[tuple[object, ...]]:
    """All rows regardless of their order, without those that combine others."""
    return sorted((row.src, row.dst or -1, row.size, row.delay_ns) for row in rows if row.size or row.delay_ns)


# The meaning of programs


def test_a_program_of_two_ranks(tmp_path: Path) -> None:
    text = """
        num_ranks 2
        rank 0 {
        l1: calc 1500
        l2: send 1048576b to 1 tag 7 cpu 0 nic 0
        l2 requires l1
        }
        rank 1 {
        r1: recv 1048576b from 0 tag 7
        r2: calc 100
        r2 requires r1
        }
    """
    imported = load(tmp_path, text)
    assert (imported.hosts, imported.left) == (2, [])
    assert list(imported.flows) == [
        Flow(0, None, 0, None, (), 1500),
        Flow(0, 1, 1048576, None, (0,)),
        Flow(1, None, 0, None, (1,), 100),
    ]


class Ends:
    """When the operations of a program start and end, from the times of rows."""

    def __init__(self, program: Ranks, rows: list[Flow], times: list[tuple[int, int]]) -> None:
        self._program = program
        self._time = {}
        for row, (start, end) in zip(rows, times):
            if row.dst is not None or row.delay_ns:
                self._time[row.size or row.delay_ns] = (start, end)

    def start(self, rank: int, number: int) -> int:
        one = self._program[rank][number]
        if one.kind != "recv":
            return self._time[one.size][0]
        return self.earliest(rank, number)

    def end(self, rank: int, number: int) -> int:
        one = self._program[rank][number]
        end = self._time[one.size][1]
        return max(end, self.start(rank, number)) if one.kind == "recv" else end

    def earliest(self, rank: int, number: int) -> int:
        one = self._program[rank][number]
        waits = [self.end(rank, other) for other in one.requires]
        waits += [self.start(rank, other) for other in one.irequires]
        return max(waits, default=0)


@pytest.mark.parametrize("seed", SEEDS)
def test_operations_start_when_the_program_allows_it_in_every_network(tmp_path: Path, seed: int) -> None:
    program = draw_program(seed, vague=seed % 2 == 1)
    rows = flows(tmp_path, as_text(program))
    random_ = random.Random(seed)
    for most in (0, 100, 100_000):
        times = execute(rows, [random_.randint(0, most) for _ in rows])
        ends = Ends(program, rows, times)
        busy: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for rank, operations in enumerate(program):
            for number, one in enumerate(operations):
                assert ends.start(rank, number) >= ends.earliest(rank, number)
                if one.kind == "send":
                    assert ends.start(rank, number) == ends.earliest(rank, number)
                if one.kind == "calc":
                    busy.setdefault((rank, one.cpu), []).append((ends.start(rank, number), ends.end(rank, number)))
        for intervals in busy.values():
            intervals.sort()
            assert all(end <= start for (_, end), (start, _) in zip(intervals, intervals[1:]))


@pytest.mark.parametrize("seed", SEEDS)
def test_every_operation_has_its_row(tmp_path: Path, seed: int) -> None:
    program = draw_program(seed)
    rows = flows(tmp_path, as_text(program))
    sent = [(rank, one.peer, one.size) for rank, part in enumerate(program) for one in part if one.kind == "send"]
    assert sorted((row.src, row.dst, row.size) for row in rows if row.dst is not None) == sorted(sent)
    computed = [(rank, one.size) for rank, part in enumerate(program) for one in part if one.kind == "calc"]
    assert sorted((row.src, row.delay_ns) for row in rows if row.dst is None and row.delay_ns) == sorted(computed)


def test_a_requirement_waits_for_the_end_and_an_irequirement_for_the_start(tmp_path: Path) -> None:
    rows = flows(tmp_path, lines("a: calc 10", "b: calc 20 cpu 1", "c: calc 30 cpu 2", "b requires a", "c irequires b"))
    assert [row.after for row in rows] == [(), (0,), (0,)]


def test_an_operation_that_follows_a_start_does_not_wait_for_the_end(tmp_path: Path) -> None:
    rows = flows(tmp_path, lines("a: calc 10", "b: calc 20 cpu 1", "b irequires a"))
    assert [row.after for row in rows] == [(), ()]


def test_a_follower_of_a_start_waits_for_the_processor_of_the_other(tmp_path: Path) -> None:
    rows = flows(tmp_path, lines("a: calc 10", "b: calc 20", "c: calc 30 cpu 1", "c irequires b"))
    assert [row.after for row in rows] == [(), (0,), (0,)]


def test_computations_of_a_processor_follow_each_other_in_the_order_in_which_they_are_ready(tmp_path: Path) -> None:
    statements = ("late: calc 1", "first: calc 50", "other: calc 20 cpu 1", "late requires other", "next: calc 3")
    rows = flows(tmp_path, lines(*statements))
    assert [(row.delay_ns, row.after) for row in rows] == [(50, ()), (20, ()), (3, (0,)), (1, (1, 2))]


def test_a_computation_is_ready_when_the_last_of_its_dependencies_has_ended(tmp_path: Path) -> None:
    rows = flows(tmp_path, lines(
        "a: calc 50", "b: calc 20 cpu 1", "x: calc 1 cpu 2", "x requires a", "x requires b",
        "c: calc 30 cpu 3", "y: calc 2 cpu 2", "y requires c",
    ))  # fmt: skip
    assert [row.delay_ns for row in rows][-2:] == [2, 1]


def test_a_computation_that_waits_for_its_processor_delays_its_followers(tmp_path: Path) -> None:
    rows = flows(tmp_path, lines(
        "a: calc 100", "b: calc 101", "x: calc 1 cpu 1", "x requires b",
        "c: calc 150 cpu 2", "y: calc 2 cpu 1", "y requires c",
    ))  # fmt: skip
    assert [row.delay_ns for row in rows][-2:] == [2, 1]


def test_the_order_of_computations_heeds_dependencies_through_other_ranks(tmp_path: Path) -> None:
    text = """num_ranks 2
        rank 0 {
        a: calc 1
        r: recv 8b from 1
        a requires r
        b: calc 2
        s: send 8b to 1
        s requires b
        }
        rank 1 {
        r: recv 8b from 0
        s: send 8b to 0
        s requires r
        }"""
    rows = flows(tmp_path, text)
    assert [row.delay_ns for row in rows if row.dst is None] == [2, 1]


def test_computations_of_two_processors_and_of_two_ranks_overlap(tmp_path: Path) -> None:
    text = "num_ranks 2\nrank 0 {\ncalc 10\ncalc 20 cpu 1\n}\nrank 1 {\ncalc 30\n}\n"
    assert [row.after for row in flows(tmp_path, text)] == [(), (), ()]


def test_a_receive_after_another_operation_waits_for_both(tmp_path: Path) -> None:
    text = """num_ranks 2
        rank 0 {
        send 8b to 1
        }
        rank 1 {
        c: calc 10
        r: recv 8b from 0
        r requires c
        d: calc 20 cpu 1
        e: calc 30 cpu 2
        d requires r
        e requires r
        }"""
    rows = flows(tmp_path, text)
    by_delay = {row.delay_ns: row for row in rows if row.dst is None}
    both = next(number for number, row in enumerate(rows) if row.dst is None and not row.delay_ns)
    assert by_delay[20].after == by_delay[30].after == (both,)
    assert {(rows[one].dst, rows[one].delay_ns) for one in rows[both].after} == {(1, 0), (None, 10)}


def test_a_long_chain_of_receives_has_short_lists(tmp_path: Path) -> None:
    count = 300
    chain = [Operation("recv", 8, 0, number, requires=[number - 1] if number else []) for number in range(count)]
    chain.append(Operation("calc", 5, requires=[count - 1]))
    rows = flows(tmp_path, as_text([[Operation("send", 8, 1, number) for number in range(count)], chain]))
    assert max(len(row.after) for row in rows) < 12
    assert execute(rows, [7] * len(rows))[-1] == (7, 12)


# Matching


def test_messages_of_a_pair_and_a_tag_keep_their_order(tmp_path: Path) -> None:
    send = [Operation("send", size, 1) for size in (8, 16, 24)]
    receive = [Operation("recv", size, 0) for size in (8, 16, 24)]
    receive += [Operation("calc", 10 + number, cpu=number, requires=[number]) for number in range(3)]
    rows = flows(tmp_path, as_text([send, receive]))
    assert {row.delay_ns: rows[row.after[0]].size for row in rows if row.dst is None} == {10: 8, 11: 16, 12: 24}


def test_the_order_of_messages_is_that_of_their_execution(tmp_path: Path) -> None:
    text = lines("a: send 8b to 1", "b: send 16b to 1", "a requires b").replace(
        "rank 1 {\n", "rank 1 {\n p: recv 16b from 0\n q: recv 8b from 0\n q requires p\n"
    )
    assert [row.size for row in flows(tmp_path, text)] == [16, 8]


def test_tags_and_sources_separate_messages(tmp_path: Path) -> None:
    senders = [[Operation("send", 100 + rank, 3, 5), Operation("send", 200 + rank, 3, 6)] for rank in range(3)]
    receives = [Operation("recv", 200 + rank, rank, 6) for rank in (2, 1, 0)]
    receives += [Operation("recv", 100 + rank, rank, 5) for rank in (1, 0, 2)]
    assert len(flows(tmp_path, as_text([*senders, receives]))) == 6


@pytest.mark.parametrize("peer, tag", [(ANY, ANY), (ANY, 4), (0, ANY)])
def test_a_receive_may_leave_the_rank_or_the_tag_open(tmp_path: Path, peer: int, tag: int) -> None:
    program = [[Operation("send", 8, 1, 4)], [Operation("recv", 8, peer, tag), Operation("calc", 9, requires=[0])]]
    for content in (as_text(program), as_binary(program)):
        imported = load(tmp_path, content)
        assert list(imported.flows)[1].after == (0,)
        assert imported.left == [
            "1 receives from any rank or with any tag take messages as if these took no time"
        ]


@pytest.mark.parametrize("peer, tag, other", [
    (ANY, ANY, Operation("send", 9, 1, 4)), (ANY, ANY, Operation("send", 8, 2, 4)), (ANY, 4, Operation("send", 8, 1, 5)),
    (2, ANY, Operation("send", 8, 1, 4)),
])  # fmt: skip
def test_an_open_receive_waits_for_a_send_that_fits(tmp_path: Path, peer: int, tag: int, other: Operation) -> None:
    """The send of rank 0 has another size, receiver, tag or sender; the one of rank 2 fits."""
    other.requires = [0]
    program = [
        [Operation("recv", 8, 1), other],
        [Operation("recv", 8, peer, tag), Operation("send", 8, 0, requires=[0]), Operation("send", 8, 2, requires=[0])],
        [Operation("recv", 8, 1), Operation("send", 8, 1, 4, requires=[0])],
    ]
    path = tmp_path / "program"
    assert f"waits for {path}:16, {path}:15, {path}:10, which waits for this one" in problem(tmp_path, as_text(program))


def test_an_open_receive_takes_the_first_message_of_its_size(tmp_path: Path) -> None:
    program = [
        [Operation("send", 8, 2, 1), Operation("send", 9, 2, 2)],
        [Operation("calc", 50), Operation("send", 8, 2, 3, requires=[0])],
        [
            Operation("recv", 9, ANY, ANY), Operation("recv", 8, ANY, ANY), Operation("recv", 8, ANY, ANY),
            *(Operation("calc", 100 + number, cpu=number, requires=[number]) for number in range(3)),
        ],
    ]  # fmt: skip
    rows = flows(tmp_path, as_text(program))
    found = {row.delay_ns: (rows[row.after[0]].src, rows[row.after[0]].size) for row in rows if row.delay_ns >= 100}
    assert found == {100: (0, 9), 101: (0, 8), 102: (1, 8)}


def test_a_posted_open_receive_and_a_named_one_share_messages_in_the_order_of_posting(tmp_path: Path) -> None:
    program = [
        [Operation("calc", 50), Operation("send", 8, 1, 1, requires=[0]), Operation("send", 8, 1, 1, requires=[1])],
        [
            Operation("recv", 8, ANY, 1), Operation("calc", 10), Operation("recv", 8, 0, 1, requires=[1]),
            Operation("calc", 100, cpu=1, requires=[0]), Operation("calc", 101, cpu=2, requires=[2]),
        ],
    ]  # fmt: skip
    rows = flows(tmp_path, as_text(program))
    first = [number for number, row in enumerate(rows) if row.dst == 1]
    assert first[0] in next(row.after for row in rows if row.delay_ns == 100)
    assert first[1] in next(row.after for row in rows if row.delay_ns == 101)


# Values


def test_messages_without_data_have_a_byte(tmp_path: Path) -> None:
    imported = load(tmp_path, as_text([[Operation("send", 0, 1)], [Operation("recv", 0, 0)]]))
    assert [row.size for row in imported.flows] == [1]
    assert imported.left == ["1 messages without data have 1 byte"]


def test_messages_of_a_rank_to_itself_are_computations_without_duration(tmp_path: Path) -> None:
    imported = load(tmp_path, as_text([[Operation("send", 9, 0), Operation("recv", 9, 0)], []]))
    assert list(imported.flows) == [Flow(0, None, 0, None, (), 0)]
    assert imported.left == ["1 messages of a rank to itself take no time"]


@pytest.mark.parametrize("write", [as_text, as_binary])
def test_nics_are_left_out(tmp_path: Path, write: Callable[[Ranks], str | bytes]) -> None:
    program = [[Operation("send", 9, 1, nic=1), Operation("send", 9, 1)], [Operation("recv", 9, 0) for _ in range(2)]]
    assert load(tmp_path, write(program)).left == [
        "1 operations name a NIC other than 0; the transport distributes packets itself"
    ]


@pytest.mark.parametrize("write", [as_text, as_binary])
def test_sizes_beyond_32_bits_are_kept(tmp_path: Path, write: Callable[[Ranks], str | bytes]) -> None:
    program = [[Operation("send", 2**40 + 1, 1, 2**32 - 2)], [Operation("recv", 2**40 + 1, 0, 2**32 - 2), Operation("calc", 2**41)]]
    assert contents(flows(tmp_path, write(program))) == [(0, 1, 2**40 + 1, 0), (1, -1, 0, 2**41)]


def test_labels_are_those_of_a_rank(tmp_path: Path) -> None:
    text = "num_ranks 2\nrank 0 {\nl1: calc 5\n}\nrank 1 {\nl1: calc 6\nl2: calc 7 cpu 1\nl2 requires l1\n}\n"
    assert [(row.src, row.after) for row in flows(tmp_path, text)] == [(0, ()), (1, ()), (1, (1,))]


# Forms of files


@pytest.mark.parametrize("seed", SEEDS)
def test_the_binary_form_means_the_same_as_the_text(tmp_path: Path, seed: int) -> None:
    program = draw_program(seed, vague=True)
    text, binary = load(tmp_path, as_text(program)), load(tmp_path, as_binary(program), "other.goal")
    assert contents(text.flows) == contents(binary.flows)
    assert (text.hosts, text.left) == (binary.hosts, binary.left)
    lengths = [execute(list(one.flows), [3] * 10_000)[-1] for one in (text, binary)]
    assert lengths[0] == lengths[1]


def test_white_space_and_line_ends_do_not_matter(tmp_path: Path) -> None:
    text = as_text(draw_program(1))
    expected = flows(tmp_path, text)
    for other in (
        text.replace("\n", "\r\n"), text.replace(" ", "\t"), text.replace(" ", "  \t "), text.replace("\n", "\n\n  "),
        text.replace(": ", ":"), text.replace(": ", " : "), text.replace("b to", " b to"), text.rstrip("\n"),
        "\ufeff" + text, text.replace(" {\n", "{"), text.replace("\n}", "}"),
    ):  # fmt: skip
        assert flows(tmp_path, other) == expected


def test_comments_do_not_matter(tmp_path: Path) -> None:
    text = as_text(draw_program(2))
    expected = flows(tmp_path, text)
    for other in (
        text.replace("\n", "\n// l1: calc 5 /* \n"), text.replace("\n", "\n/* }\n} */"),
        text.replace("\n", " // rank 7 {\n"), "/* one */ /* two **/" + text + "// the end",
    ):  # fmt: skip
        assert flows(tmp_path, other) == expected


def test_lines_count_from_one_behind_comments_of_several_lines(tmp_path: Path) -> None:
    text = "/* a\nb\n*/ // c\n" + lines("calc 5", "calc x").replace("\n", "\r\n")
    assert "program:7: " in problem(tmp_path, text)


def test_blocks_of_ranks_may_come_in_any_order(tmp_path: Path) -> None:
    text = as_text(draw_program(3, ranks=3))
    head, *blocks = text.split("\nrank ")
    other = "\nrank ".join([head, blocks[2], blocks[0], blocks[1]])
    assert contents(flows(tmp_path, text)) == contents(flows(tmp_path, other))


def test_the_written_table_names_rows_by_number(tmp_path: Path) -> None:
    imported = load(tmp_path, lines("a: calc 10", "b: send 8b to 1", "b requires a").replace("1 {", "1 {\nrecv 8b from 0"))
    write_scenario(imported, tmp_path / "s.json", "mrc")
    assert (tmp_path / "s.flows.csv").read_text().splitlines() == [
        "id,src,dst,bytes,start_ns,after,delay_ns,op", "0,0,,0,,,10,", "1,0,1,8,,0,,",
    ]  # fmt: skip


def test_a_file_of_many_lines_takes_seconds(tmp_path: Path) -> None:
    statements = ["l0: calc 1"]
    for number in range(1, 25_000):
        statements += [f"l{number}: calc {number}", f"l{number} requires l{number - 1}"]
    begin = time.process_time()
    assert len(flows(tmp_path, lines(*statements))) == 25_000
    assert time.process_time() - begin < 10


# Bad files


@pytest.mark.parametrize("content, message", [
    ("", "program:1: expected 'num_ranks' with a number, found the end of the file"),
    ("rank 0 {\n}\n", "program:1: expected 'num_ranks' with a number, found 'rank 0 {'"),
    ("num_ranks 0\n", "program:1: expected a number of ranks, a whole number from 2 to 131072, found '0'"),
    ("num_ranks 1\nrank 0 {\n}\n", "program:1: expected a number of ranks, a whole number from 2 to 131072, found '1'"),
    ("num_ranks 131073\n", "program:1: expected a number of ranks, a whole number from 2 to 131072, found '131073'"),
    ("num_ranks two\n", "program:1: expected a number of ranks, found 'two'"),
    ("num_ranks 2\nnum_ranks 2\n", "program:2: expected 'rank NUMBER {', found 'num_ranks 2'"),
    ("num_ranks 2\nrank 0 {\n}\n", "program:3: expected 'rank 1 {', found the end of the file"),
    ("num_ranks 2\nrank 2 {\n}\n", "program:2: expected a rank, a whole number from 0 to 1, found '2'"),
    ("num_ranks 2\nrank 0 {\n}\nrank 0 {\n}\n", "program:4: expected a rank that has no statements in line 2, found rank 0"),
    ("num_ranks 2\nrank 0 {\ncalc 5\n", "program:3: expected '}' after the statements of a rank, found the end of the file"),
    ("num_ranks 2\nrank 0\n{\n}\n", "program:2: expected '{', found the end of the line"),
    ("num_ranks 2\n/* rank 0 {\n}\n", "program:2: expected '*/' after '/*', found the end of the file"),
    ("num_ranks 2\nrank 0 {\n}\n}\n", "program:4: expected 'rank NUMBER {', found '}'"),
    (lines("put 8b to 1"), "program:3: expected send, recv, calc, 'LABEL requires LABEL', 'LABEL irequires LABEL' or '}', found 'put 8b to 1'"),
    (lines("send 8 to 1"), "program:3: expected a size such as 100b, found '8 to 1'"),
    (lines("send 8b from 1"), "program:3: expected 'to RANK', found 'from 1'"),
    (lines("send 8b to -1"), "program:3: expected 'to RANK', found 'to -1'"),
    (lines("send 8b to 2"), "program:3: expected a rank, a whole number from 0 to 1, found '2'"),
    (lines("send 8b to 1 tag -1"), "program:3: expected the end of the statement, found 'tag -1'"),
    (lines("send 8b to 1 tag 4294967295 cpu 0"), "program:3: expected a tag, a whole number from 0 to 4294967294, found '4294967295'"),
    (lines("send 8b to 1 cpu 0 tag 1"), "program:3: expected the end of the statement, found 'tag 1'"),
    (lines("recv 8b to 1"), "program:3: expected 'from RANK' or 'from -1', found 'to 1'"),
    (lines("calc 5 nic 1"), "program:3: expected the end of the statement, found 'nic 1'"),
    (lines("calc 1.5"), "program:3: expected the end of the statement, found '.5'"),
    (lines("calc -5"), "program:3: expected a time in ns, found '-5'"),
    (lines("calc 5 cpu 256"), "program:3: expected a processor, a whole number from 0 to 255, found '256'"),
    (lines("calc 9223372036854775808"), "program:3: expected a time in ns, a whole number from 0 to 2592000000000000, found '9223372036854775808'"),
    (lines("calc " + "9" * 5000), "found '" + "9" * 5000),
    (lines("a: calc 5", "b requires a", "b: calc 6"), "program:4: expected a label of a line above in the block of rank 0, found 'b'"),
    (lines("a: calc 5", "a: calc 6"), "program:4: expected a label that is not that of line 3, found 'a'"),
    (lines("a: calc 5", "b: calc 6", "b needs a"), "found 'b needs a'"),
    (lines("calc 5 calc 6"), "program:3: expected the end of the statement, found 'calc 6'"),
    (lines("calc 5").encode() + b"\xff", "program:7: expected text, found the byte 0xff"),
], ids=size_of)  # fmt: skip
def test_bad_text(tmp_path: Path, content: str | bytes, message: str) -> None:
    assert message in problem(tmp_path, content)


@pytest.mark.parametrize("program, message", [
    ([[Operation("send", 8, 1, 4)], []], "program:3: expected a receive of this message: from rank 0 to rank 1, tag 4, 8 bytes; found none"),
    ([[Operation("send", 8, 1), Operation("send", 8, 1)], [Operation("recv", 8, 0)]], "program:4: expected a receive of this"),
    ([[Operation("send", 8, 1, 4), Operation("send", 8, 1, 2)], []], "program:3: expected a receive of this message: from rank 0 to rank 1, tag 4"),
    ([[Operation("recv", 8, 1, 4)], []], "program:3: expected a send of this message: from rank 1 to rank 0, tag 4, 8 bytes; found none"),
    ([[Operation("recv", 8, ANY, ANY)], []], "program:3: expected a send of this message: from any rank to rank 0, any tag, 8 bytes"),
    ([[Operation("send", 8, 1, 1)], [Operation("recv", 8, 0, 2)]], "program:6: expected a send of this message: from rank 0"),
    ([[Operation("send", 8, 1)], [Operation("recv", 9, 0)]], "program:6: expected a receive of 8 bytes, as {path}:3 sends, found 9"),
    ([[Operation("recv", 8, ANY, ANY)], [Operation("send", 9, 0)]], "program:3: expected a send of this message"),
    ([[Operation("calc", 1, requires=[1]), Operation("calc", 2, requires=[0])], []],
     "program:3: expected operations that do not wait for each other, found that this one waits for {path}:4, which waits for this one"),
    ([[Operation("calc", 1, irequires=[0])], []], "program:3: expected operations that do not wait for each other, found that this one waits for itself"),
    ([[Operation("recv", 8, 1), Operation("send", 8, 1, requires=[0])], [Operation("recv", 8, 0), Operation("send", 8, 0, requires=[0])]],
     "found that this one waits for {path}:9, {path}:8, {path}:4, which waits for this one"),
    ([[Operation("calc", 1, requires=[(number + 1) % 9]) for number in range(9)], []], "and 2 more, which waits for this one"),
])  # fmt: skip
def test_programs_that_cannot_be_executed(tmp_path: Path, program: Ranks, message: str) -> None:
    assert message.replace("{path}", str(tmp_path / "program")) in problem(tmp_path, as_text(program))
    assert ("rank" in problem(tmp_path, as_binary(program))) and "node" in problem(tmp_path, as_binary(program))


@pytest.mark.parametrize("length, ending", [(2, ""), (6, ""), (7, ""), (8, " and 1 more"), (10, " and 3 more")])
def test_a_cycle_names_its_first_operations_and_counts_the_others(tmp_path: Path, length: int, ending: str) -> None:
    ring = [Operation("calc", 1, requires=[(number + 1) % length]) for number in range(length)]
    shown = [f"{tmp_path / 'program'}:{line}" for line in range(4, 3 + min(length, 7))]
    said = problem(tmp_path, as_text([ring, []]))
    assert f"this one waits for {', '.join(shown)}{ending}, which waits for this one" in said


def changed(at: int, form: str, value: int) -> bytes:
    """A binary program of two ranks, with a changed number."""
    content = bytearray(as_binary([[Operation("calc", 5), Operation("send", 8, 1, requires=[0])], [Operation("recv", 8, 0)]]))
    struct.pack_into(form, content, at, value)
    return bytes(content)


#: Places in that file: nodes of rank 0, and the index of its second node.
NODES, INDEX = 14 + 32 + 8 + 4, 14 + 32 + 8 + 4 + 2 * 39


def test_the_binary_program_is_good_as_it_is(tmp_path: Path) -> None:
    assert [row.after for row in flows(tmp_path, changed(0, "<Q", 4223))] == [(), (0,)]


@pytest.mark.parametrize("content, message", [
    (changed(0, "<Q", 2342), "program: byte 0: expected 4223, found 2342: the converter was stopped"),
    (changed(0, "<Q", 4222), "program:1: expected text, found"),
    (changed(0, "<Q", 4223)[:10], "program: byte 0: expected the head of the file in 14 bytes, found 10 bytes"),
    (changed(8, "<I", 0), "program: byte 8: expected a number of ranks from 2 to 131072, found 0"),
    (changed(8, "<I", 1000), "program: byte 14: expected places of 1000 ranks in 16000 bytes"),
    (changed(14, "<Q", 5), "program: byte 14: expected the place of rank 0 from 38 to"),
    (changed(22, "<Q", 2**63), "program: byte 14: expected the place of rank 0"),
    (changed(22, "<Q", 40), "program: byte 46: expected numbers of roots and nodes of rank 0 in 8 bytes, found 2 bytes"),
    (changed(46, "<I", 100), "program: byte 58: expected 100 nodes of rank 0 in 3900 bytes, found 82 bytes"),
    (changed(50, "<I", 2**32 - 1), "nodes of rank 0 in 78 bytes, found 0 bytes"),
    (changed(NODES + 4, "<B", 4), f"program: rank 0, node 0 (byte {NODES}): expected a kind of 1 (send), 2 (receive) or 3 (computation), found 4"),
    (changed(NODES + 39 + 5, "<I", 2), "rank 0, node 1 (byte 97): expected a rank below 2 as its peer, found 2"),
    (changed(NODES + 39 + 5, "<I", ANY), "rank 0, node 1 (byte 97): expected a rank below 2 as its peer"),
    (changed(NODES + 39 + 17, "<I", ANY), "rank 0, node 1 (byte 97): expected a tag of a send"),
    (changed(NODES + 9, "<Q", 2**63), "rank 0, node 0 (byte 58): expected a size of at most 9223372036854775807"),
    (changed(NODES, "<I", 1), "rank 0, node 0 (byte 58): expected as many operations before it as refer to it, found 1"),
    (changed(NODES + 23, "<I", 2), "rank 0, node 0 (byte 58): expected at most 1 indices, found 2"),
    (changed(NODES + 27, "<I", 1), "rank 0, node 0 (byte 58): expected at most 1 indices, found 2"),
    (changed(INDEX, "<I", 2), "rank 0, node 0 (byte 58): expected indices below 2, found 2"),
    (changed(0, "<Q", 4223)[:-1], "program: byte 30: expected the place of rank 1"),
], ids=size_of)  # fmt: skip
def test_bad_binary_files(tmp_path: Path, content: bytes, message: str) -> None:
    assert message in problem(tmp_path, content)


@pytest.mark.parametrize("seed", SEEDS)
def test_damaged_binary_files_are_read_or_named(tmp_path: Path, seed: int) -> None:
    random_ = random.Random(seed)
    good = as_binary(draw_program(seed, ranks=3, rounds=2))
    for _ in range(200):
        content = bytearray(good)
        for _ in range(random_.randint(1, 3)):
            content[random_.randrange(len(content))] = random_.choice((0, 1, 255, random_.randrange(256)))
        try:
            flows(tmp_path, bytes(content[: random_.choice((len(content), random_.randrange(len(content))))]))
        except ImportProblem as found:
            assert str(found).startswith(str(tmp_path / "program"))


def test_one_program_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_text(lines("calc 5"), encoding="utf-8")
    with pytest.raises(ImportProblem, match="expected one file, found 2"):
        goal.read([path, path], argparse.Namespace())


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ImportProblem, match="No such file"):
        goal.read([tmp_path / "none"], argparse.Namespace())
