# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Connection matrices and topologies of htsim: relations between files first, then traps and bad files."""

from __future__ import annotations

import time

import pytest
from imports import SPELLINGS, every_spelling, load, meaning, problem, read, run, write_files
from mrcbench.importing.scenario import Flow, write_scenario

MATRIX = """# a comment
Nodes 8
Connections 5
Triggers 2
Failures 1
0->1 id 1 start 0 size 1000000 send_done_trigger 1
1->2 id 2 trigger 1 size 2000000 recv_done_trigger 2
3->2 id 3 start 2500 size 3000000 recv_done_trigger 2 prio 7
2->0 id 4 trigger 2 size 5000000000
4->5 start 0.000000 size 0
trigger id 1 oneshot
trigger id 2 barrier count 2
failure switch_type AGG switch_id 3 link_id 1
"""

TREE = """# two pods
Nodes 8
Tiers 3
Podsize 4

Tier 0
Downlink_speed_Gbps 200
Radix_Down 2
Radix_Up 2
Downlink_Latency_ns 700
Switch_Latency_ns 50
Queue_Up 100000

Tier 1
Downlink_speed_Gbps 200
Radix_Down 2
Radix_Up 2
Downlink_Latency_ns 700
Switch_Latency_ns 50
Oversubscribed 2

Tier 2
Downlink_speed_Gbps 100
Radix_Down 2
Downlink_Latency_ns 700
Switch_Latency_ns 50
"""

LEAF_SPINE = """Nodes 32
Tiers 2
Podsize 32
Tier 0
Downlink_speed_Gbps 100
Radix_Down 8
Radix_Up 4
Downlink_Latency_ns 1000
Oversubscribed 2
Tier 1
Downlink_speed_Gbps 100
Radix_Down 8
Downlink_Latency_ns 1000
Bundle 2
"""


def matrix(*lines: str, nodes: int = 8) -> str:
    """A matrix with matching counts."""
    kinds = [sum(word in line[: len(word)] for line in lines) for word in ("trigger", "failure")]
    counts = (len(lines) - sum(kinds), *kinds)
    heads = zip(("Connections", "Triggers", "Failures"), counts, strict=True)
    return "".join(f"{line}\n" for line in (f"Nodes {nodes}", *(f"{a} {b}" for a, b in heads), *lines))


def flows(tmp_path, *lines: str, **more) -> list[Flow]:
    return list(read(tmp_path, "htsim", matrix(*lines), **more).flows)


def left(tmp_path, *lines: str) -> str:
    return "\n".join(read(tmp_path, "htsim", matrix(*lines)).left)


# Relations


def test_the_order_of_files_does_not_matter(tmp_path):
    assert meaning(read(tmp_path, "htsim", MATRIX, TREE)) == meaning(read(tmp_path, "htsim", TREE, MATRIX))


@every_spelling
def test_the_spelling_of_files_does_not_matter(change, tmp_path):
    plain = read(tmp_path, "htsim", MATRIX, TREE)
    assert meaning(read(tmp_path, "htsim", change(MATRIX), change(TREE))) == meaning(plain)


def test_keys_of_topologies_have_any_case_and_tiers_any_order(tmp_path):
    head, *tiers = TREE.split("Tier ")
    turned = head.upper() + "".join(f"tier {tier.lower()}" for tier in reversed(tiers))
    assert meaning(read(tmp_path, "htsim", MATRIX, turned)) == meaning(read(tmp_path, "htsim", MATRIX, TREE))


def test_headers_and_triggers_have_any_place(tmp_path):
    lines = MATRIX.splitlines()
    moved = "\n".join(lines[10:] + lines[4:0:-1] + lines[5:10])
    assert meaning(read(tmp_path, "htsim", moved, TREE)) == meaning(read(tmp_path, "htsim", MATRIX, TREE))


def test_a_matrix_of_the_imported_flows_gives_them_again(tmp_path):
    first = list(read(tmp_path, "htsim", MATRIX.replace("Failures 1\n", "").rpartition("failure")[0]).flows)
    lines, triggers = [], []
    for number, flow in enumerate(first):
        fires = [str(other + 1) for other, later in enumerate(first) if number in later.after]
        text = f"{flow.src}->{flow.dst} id {number + 1} size {flow.size}"
        start = f"trigger {number + 1}" if flow.after else f"start {round((flow.start_ns or 0) * 1000)}"
        lines.append(" ".join([text, start, *(f"send_done_trigger {fire}" for fire in fires)]))
        if flow.after:
            triggers.append(f"trigger id {number + 1} barrier count {len(flow.after)}")
    assert flows(tmp_path, *lines, *triggers) == first


def test_units_of_start_times_differ_by_powers_of_thousand(tmp_path):
    starts = [
        flows(tmp_path, "0->1 start 7000000 size 1", options=["--cm-start-unit", unit])[0].start_ns
        for unit in ("ps", "ns", "us")
    ]
    assert starts == [7e3, 7e6, 7e9]


def test_a_mapping_of_hosts_maps_the_flows(tmp_path):
    plain = flows(tmp_path, "0->1 start 0 size 5", "2->3 start 9 size 6")
    turned = flows(tmp_path, "7->6 start 0 size 5", "5->4 start 9 size 6")
    assert turned == [flow._replace(src=7 - flow.src, dst=7 - flow.dst) for flow in plain]


# Matrices


def test_connections_become_flows_with_their_waits(tmp_path):
    assert list(read(tmp_path, "htsim", MATRIX, TREE).flows) == [
        Flow(0, 1, 1000000),
        Flow(3, 2, 3000000, 2.5),
        Flow(4, 5, 0),
        Flow(1, 2, 2000000, None, (0,)),
        Flow(2, 0, 5000000000, None, (1, 3)),
    ]


def test_a_oneshot_starts_all_that_wait_for_it(tmp_path):
    lines = ["0->1 start 0 size 1 send_done_trigger 4", "0->2 id 1 trigger 4 size 2", "0->3 id 2 trigger 4 size 3"]
    assert [flow.after for flow in flows(tmp_path, *lines, "trigger id 4 oneshot")] == [(), (0,), (0,)]


def test_a_multishot_starts_one_after_each_end(tmp_path):
    lines = [f"0->{number} start 0 size 1 send_done_trigger 1" for number in (1, 2)]
    lines += [f"0->{number} id {number} trigger 1 size 1 send_done_trigger 1" for number in (3, 4, 5)]
    found = flows(tmp_path, *lines, "trigger id 1 multishot")
    assert [(flow.dst, flow.after) for flow in found] == [(1, ()), (2, ()), (3, (0,)), (4, (1,)), (5, (2,))]
    assert "2 starts by a multishot trigger of several" in left(tmp_path, *lines, "trigger id 1 multishot")


def test_a_multishot_with_more_waiting_than_ends_starts_only_so_many(tmp_path):
    lines = ["0->1 start 0 size 1 recv_done_trigger 1", "1->2 id 1 trigger 1 size 1", "1->3 id 2 trigger 1 size 1"]
    assert len(flows(tmp_path, *lines, "trigger id 1 multishot")) == 2
    assert "1 connections that never start" in left(tmp_path, *lines, "trigger id 1 multishot")


def test_a_barrier_that_lacks_an_end_starts_none(tmp_path):
    lines = ["0->1 start 0 size 1 recv_done_trigger 1", "1->2 id 1 trigger 1 size 1"]
    assert len(flows(tmp_path, *lines, "trigger id 1 barrier count 2")) == 1
    assert "1 connections that never start" in left(tmp_path, *lines, "trigger id 1 barrier count 2")


def test_both_ends_of_a_connection_can_fire_a_barrier(tmp_path):
    lines = ["0->1 start 0 size 1 recv_done_trigger 1 send_done_trigger 1", "1->2 id 1 trigger 1 size 1"]
    assert flows(tmp_path, *lines, "trigger id 1 barrier count 2")[1].after == (0,)


def test_connections_that_wait_for_each_other_never_start(tmp_path):
    lines = ["0->1 id 1 trigger 1 size 1 send_done_trigger 2", "0->1 id 2 trigger 2 size 1 send_done_trigger 1"]
    lines += ["trigger id 1 oneshot", "trigger id 2 oneshot"]
    assert flows(tmp_path, "2->3 start 0 size 5", *lines) == [Flow(2, 3, 5)]
    alone = problem(tmp_path, "htsim", matrix(*lines))
    assert alone == "0.txt:5: expected a connection that starts, because no trigger fires, found '0->1'"


def test_a_connection_without_end_fires_nothing(tmp_path):
    lines = ["0->1 start 0 size 0 send_done_trigger 1", "0->1 id 2 trigger 1 size 1"]
    assert flows(tmp_path, *lines, "trigger id 1 oneshot") == [Flow(0, 1, 0)]


@pytest.mark.parametrize(
    "kind, sender, exact",
    [
        ("send", 0, True), ("send", 1, False), ("send", 2, True),
        ("recv", 0, False), ("recv", 1, True), ("recv", 2, False),
    ],
)  # fmt: skip
def test_waits_for_the_other_end_are_counted(kind, sender, exact, tmp_path):
    lines = [f"0->1 start 0 size 1 {kind}_done_trigger 1", f"{sender}->3 id 2 trigger 1 size 1"]
    found = left(tmp_path, *lines, "trigger id 1 oneshot")
    assert found.startswith("1 waits for the other end") != exact and "-1" not in found


def test_a_message_to_itself_keeps_the_chain_of_waits(tmp_path):
    lines = ["0->1 start 0 size 1 send_done_trigger 1", "1->1 id 1 trigger 1 size 9 send_done_trigger 2"]
    lines += ["1->2 id 2 trigger 2 size 1", "trigger id 1 oneshot", "trigger id 2 oneshot"]
    assert flows(tmp_path, *lines)[1:] == [Flow(1, None, 0, None, (0,)), Flow(1, 2, 1, None, (1,))]
    assert "1 messages of a host to itself" in left(tmp_path, *lines)


def test_messages_of_a_connection_share_its_id_and_start_in_microseconds(tmp_path):
    lines = ["0->1 id 1 msg start 3 size 10", "0->1 id 1 msg 7 start 4 size 10"]
    assert [flow.start_ns for flow in flows(tmp_path, *lines)] == [3000, 4000]
    assert "2 connections shared by messages (msg)" in left(tmp_path, *lines)


def test_times_are_exact_beyond_single_precision(tmp_path):
    assert flows(tmp_path, "0->1 start 123456789123 size 1")[0].start_ns == 123456789.123


def test_addon_and_priorities_are_counted(tmp_path):
    lines = ["0->1 start 0 size 1 prio 3 addon", "0->1 start 0 size 1 prio 4"]
    assert left(tmp_path, *lines).splitlines() == ["2 priorities of connections (prio)", "1 marks of connections (addon)"]


@pytest.mark.parametrize("start, warned", [(0, False), (999, True), (1000, False)])
def test_small_start_times_are_pointed_out(start, warned, tmp_path):
    notes = read(tmp_path, "htsim", matrix(f"0->1 start {start} size 1")).notes
    assert any("another unit is probable" in note for note in notes) == warned


@pytest.mark.parametrize("name, said", [("gen_incast_32n_2000us", "us"), ("a_5ns", "ns"), ("8nodes", ""), ("us3", ""), ("3users", "")])
def test_a_unit_in_the_name_of_the_file_is_pointed_out(name, said, tmp_path):
    (file,) = write_files(tmp_path, [matrix("0->1 start 1500 size 1")])
    notes = load("htsim", [file.rename(tmp_path / f"{name}.cm")]).notes
    assert [note for note in notes if "the name of the file" in note] == (
        [f"the name of the file has {said}, so this may be the unit"] if said else []
    )


def test_messages_without_end_beside_one_of_a_host_to_itself_end_with_the_scenario(tmp_path):
    imported = read(tmp_path, "htsim", matrix("0->1 start 0 size 0", "2->2 start 0 size 1000"))
    assert write_scenario(imported, tmp_path / "s.json", "mrc")["workload"][0]["until"] == "10ms"


def test_a_failure_without_a_topology_is_counted(tmp_path):
    failure = "failure switch_type AGG switch_id 0 link_id 0"
    assert left(tmp_path, "0->1 start 0 size 1", failure) == "1 failures, because there is no topology file"


# Topologies


def test_three_tiers_of_the_same_delay_are_a_clos(tmp_path):
    assert read(tmp_path, "htsim", MATRIX, TREE).topology == {
        "type": "clos", "tiers": 3, "hosts": 8, "hostsPerT0": 2, "parallelLinks": 1, "linkDelay": "700ns",
        "hostRate": "200Gbps", "fabricRate": "200Gbps", "coreRate": "100Gbps",
        "t0PerPod": 2, "t1PerPod": 2, "t2PerPlane": 4, "switchDelay": "50ns",
    }  # fmt: skip


def test_two_tiers_have_parallel_links_by_their_bundle(tmp_path):
    topology = read(tmp_path, "htsim", matrix("0->31 start 0 size 1", nodes=32), LEAF_SPINE).topology
    assert topology == {
        "type": "clos", "tiers": 2, "hosts": 32, "hostsPerT0": 8, "parallelLinks": 2, "linkDelay": "1000ns",
        "hostRate": "100Gbps", "fabricRate": "100Gbps", "t1PerPlane": 2, "switchDelay": "0ns",
    }  # fmt: skip


def test_tiers_of_different_delays_are_a_graph_of_the_same_links(tmp_path):
    slower = TREE[::-1].replace("Downlink_Latency_ns 700"[::-1], "Downlink_Latency_ns 900"[::-1], 1)[::-1]
    topology = read(tmp_path, "htsim", MATRIX, slower).topology
    assert [node["name"] for node in topology["nodes"][:8]] == [f"h{host}" for host in range(8)]
    assert len(topology["nodes"]) == 8 + 4 + 4 + 4
    links = [(link["a"], link["b"], link["rate"], link["delay"]) for link in topology["links"]]
    assert len(links) == 8 + 4 * 2 + 4 * 2
    assert ("h5", "p0-t0-2", "200Gbps", "700ns") in links
    assert ("p0-t0-2", "p0-t1-3", "200Gbps", "700ns") in links
    assert ("p0-t1-3", "p0-t2-2", "100Gbps", "900ns") in links


def test_a_bundle_of_the_highest_tier_is_parallel_links_of_a_graph(tmp_path):
    bundled = TREE + "Bundle 2\n"
    bundled = bundled[::-1].replace("Radix_Down 2"[::-1], "Radix_Down 4"[::-1], 1)[::-1]
    topology = read(tmp_path, "htsim", MATRIX.replace("link_id 1", "link_id 0"), bundled).topology
    assert [link["b"] for link in topology["links"] if link["a"] == "p0-t1-3"] == ["p0-t2-1"] * 2


def test_a_failure_takes_the_uplink_of_a_t1_down(tmp_path):
    imported = read(tmp_path, "htsim", MATRIX, TREE)
    link = {"a": "p0-t1-3", "b": "p0-t2-3"}
    assert imported.settings == {"faults": [{"what": "link-down", "at": "0ns", "link": link}]}


@pytest.mark.parametrize("kind", ["TOR", "CORE"])
def test_failures_of_other_switches_are_counted(kind, tmp_path):
    imported = read(tmp_path, "htsim", MATRIX.replace("AGG", kind), TREE)
    assert "1 failures of other switches than AGG of three tiers" in imported.left
    assert not imported.settings


def test_queues_and_unequal_latencies_of_switches_are_counted(tmp_path):
    unequal = TREE.replace("Switch_Latency_ns 50", "Switch_Latency_ns 60", 1)
    imported = read(tmp_path, "htsim", MATRIX, unequal)
    assert "1 lengths of queues (Queue_Up, Queue_Down)" in imported.left
    assert "2 latencies of switches: all have that of tier 0, 60 ns" in imported.left
    assert imported.topology["switchDelay"] == "60ns"


def test_the_nodes_line_is_optional_with_a_topology(tmp_path):
    without = read(tmp_path, "htsim", MATRIX.replace("Nodes 8\n", ""), TREE)
    assert meaning(without) == meaning(read(tmp_path, "htsim", MATRIX, TREE))


# Bad files

ONE = "0->1 start 0 size 1"


@pytest.mark.parametrize(
    "text, words",
    [
        (MATRIX.replace("Connections 5", "Connections 6"), "0.txt:3: Connections: expected 6, found 5"),
        (MATRIX.replace("Triggers 2", "Triggers 1"), "0.txt:4: Triggers: expected 1, found 2"),
        (MATRIX.replace("Triggers 2", "Triggers 99"), "0.txt:4: Triggers: expected 99, found 2"),
        (MATRIX.replace("Failures 1", "Failures 0"), "0.txt:5: Failures: expected 0, found 1"),
        (MATRIX.replace("Triggers 2\n", ""), "0.txt:12: expected a line 'Triggers 2', found none"),
        ("Nodes 4\n", "expected a line 'Connections 0', found none"),
        (MATRIX.replace("Nodes 8", "Nodes 5"), "0.txt:10: expected hosts below 5, found '4->5'"),
        (MATRIX.replace("Nodes 8", "Nodes 1"), "0.txt:2: expected number of Nodes, a whole number from 2"),
        (MATRIX.replace("Nodes 8", "Nodes"), "0.txt:2: expected the number of Nodes, found the end of the line"),
        (MATRIX.replace("Nodes 8", "Nodes 8 9"), "0.txt:2: expected the end of the line, found '9'"),
        (MATRIX.replace("Nodes 8", "Nodes 8\nNodes 8"), "expected one line Nodes, after that of"),
        (MATRIX.replace("Nodes 8", "Node 8"), "0.txt:2: expected Nodes, Connections, Triggers, Failures, SRC->DST"),
        (MATRIX.replace("Nodes 8\n", ""), "0.txt:12: expected a line 'Nodes N', found none"),
        (matrix("0->x start 0 size 1"), "0.txt:5: expected SRC->DST with host numbers, a whole number of at least 0, found 'x'"),
        (matrix("0-> 1 start 0 size 1"), "0.txt:5: expected SRC->DST with host numbers"),
        (matrix("-1->1 start 0 size 1"), "0.txt:5: expected SRC->DST with host numbers"),
        (matrix("0->1 start 0"), "0.txt:5: expected a size of this connection, found '0->1'"),
        (matrix("0->1 start 0 size"), "0.txt:5: expected a size in bytes, found the end of the line"),
        (matrix("0->1 start 0 size 1.5"), "0.txt:5: expected size in bytes, a whole number"),
        (matrix("0->1 size 1"), "0.txt:5: expected either start or trigger for this connection, found '0->1'"),
        (matrix("0->1 id 1 start 0 trigger 1 size 1", "trigger id 1 oneshot"), "expected either start or trigger"),
        (matrix("0->1 start -5 size 1"), "0.txt:5: expected start time of at least 0, found '-5'"),
        (matrix("0->1 start soon size 1"), "0.txt:5: expected start time, found 'soon'"),
        (matrix("0->1 start 0 size 1 size 2"), "0.txt:5: expected size once in a connection, found 'size'"),
        (matrix("0->1 start 0 size 1 color 2"), "0.txt:5: expected one of id, start, size"),
        (matrix("0->1 id 0 start 0 size 1"), "0.txt:5: expected id of a connection, a whole number of at least 1"),
        (matrix("0->1 id 1 start 0 size 1", "1->2 id 1 start 0 size 1"), "0.txt:6: expected another id than that of"),
        (matrix("0->1 trigger 1 size 1", "trigger id 1 oneshot"), "expected an id of this connection, because a trigger"),
        (matrix("0->1 id 1 trigger 9 size 1", "trigger id 1 oneshot"), "0.txt:5: expected the id of a trigger of this file"),
        (matrix("0->1 start 0 size 1 send_done_trigger 2"), "0.txt:5: expected the id of a trigger of this file, found '2'"),
        (matrix(ONE, "trigger oneshot"), "0.txt:6: expected an id of this trigger, found 'trigger'"),
        (matrix(ONE, "trigger id 1"), "0.txt:6: expected one of oneshot, multishot, barrier for this trigger"),
        (matrix(ONE, "trigger id 1 oneshot barrier"), "0.txt:6: expected id, count or one of oneshot"),
        (matrix(ONE, "trigger id 1 barrier"), "0.txt:6: expected a count of this barrier, found 'trigger'"),
        (matrix(ONE, "trigger id 1 oneshot", "trigger id 1 oneshot"), "0.txt:7: expected another id than 1, which"),
        (matrix(f"{ONE} send_done_trigger 1", f"{ONE} send_done_trigger 1", "trigger id 1 oneshot"), "0.txt:6: expected trigger 1 to fire once, as"),
        (matrix(ONE, "failure switch_type SPINE switch_id 0 link_id 0"), "0.txt:6: expected one of TOR, AGG, CORE, found 'SPINE'"),
        (matrix(ONE, "failure switch_type AGG switch_id 0"), "0.txt:6: expected switch_type, switch_id and link_id"),
        (matrix(ONE, "failure switch 3"), "0.txt:6: expected switch_type, switch_id or link_id, found 'switch'"),
        (matrix(ONE, "failure switch_id"), "0.txt:6: expected a number of a switch, found the end of the line"),
        ("# nothing\n", "expected a line 'Connections 0', found none"),
        ("{}", "0.txt:1: expected Nodes, Connections"),
    ],
)  # fmt: skip
def test_bad_matrices_are_named_with_their_place(text, words, tmp_path):
    assert words in problem(tmp_path, "htsim", text)


@pytest.mark.parametrize(
    "old, new, words",
    [
        ("Tiers 3\n", "", "1.txt:25: expected tiers before the first tier, found none"),
        ("Nodes 8\n", "", "1.txt:25: expected nodes before the first tier, found none"),
        ("Podsize 4\n", "", "1.txt:25: expected podsize before the first tier, found none"),
        ("Tiers 3", "Tiers 4", "1.txt:3: expected number of tiers, a whole number from 2 to 3, found '4'"),
        ("Tiers 3", "Tiers 2", "1.txt:3: expected 3 tiers, as many as follow, found '2'"),
        ("Podsize 4", "Podsize 3", "1.txt:4: expected a divisor of 8 nodes, found '3'"),
        ("Podsize 4", "Podsize 8", "1.txt:16: expected 4, for 4 switches or pods below with 1 links each, found '2'"),
        ("Nodes 8", "Nodes 16", "1.txt:24: expected 4, for 4 switches or pods below"),
        ("Tier 2", "Tier 3", "1.txt:22: expected number of a tier, a whole number from 0 to 2, found '3'"),
        ("Tier 2", "Tier 1", "1.txt:22: expected a tier without values, found '1'"),
        ("Radix_Up 2\n", "", "1.txt:25: expected radix_up of tier 0, found none"),
        ("Downlink_speed_Gbps 100\n", "", "1.txt:25: expected downlink_speed_gbps of tier 2, found none"),
        ("Radix_Up 2", "Radix_Up 2\nRadix_Up 2", "1.txt:10: expected radix_up once, after that of"),
        ("Radix_Up 2", "Radix_Up two", "1.txt:9: expected radix_up, a whole number from 1"),
        ("Radix_Up 2", "Radix_Up", "1.txt:9: expected a key and a number, and 1 words are in this line"),
        ("Radix_Up 2", "Radix_Sideways 2", "1.txt:9: expected one of downlink_speed_gbps, radix_down"),
        ("Oversubscribed 2", "Oversubscribed 4", "1.txt:20: expected Oversubscribed 2 of tier 1"),
        ("Oversubscribed 2\n", "", "1.txt:17: expected Oversubscribed 2 of tier 1, from its radixes and speeds"),
        ("Queue_Up 100000", "Bundle 2", "1.txt:12: expected 1, because a host has one link, found '2'"),
        ("Downlink_speed_Gbps 100", "Downlink_speed_Gbps 100\nRadix_Up 2", "1.txt:24: expected no radix_up of the highest"),
        ("Downlink_speed_Gbps 100", "Downlink_speed_Gbps 1000001", "expected downlink_speed_gbps, a whole number from 1 to 1000000"),
        ("Downlink_Latency_ns 700", "Downlink_Latency_ns 1000000001", "a whole number from 0 to 1000000000, found"),
        ("Downlink_speed_Gbps 100", "Downlink_speed_Gbps 0", "1.txt:23: expected downlink_speed_gbps, a whole number from 1"),
        ("Oversubscribed 2", "Oversubscribed 2\nBundle 3", "1.txt:9: expected a multiple of 3 links to each switch"),
        ("Radix_Down 2", "Radix_Down 3", "1.txt:8: expected a divisor of 4 hosts of a pod, found '3'"),
        ("Podsize 4", "Podsize 4\nPlanes 2", "1.txt:5: expected one of nodes, tiers, podsize, found 'Planes'"),
    ],
)  # fmt: skip
def test_bad_topologies_are_named_with_their_place(old, new, words, tmp_path):
    assert old in TREE
    assert words in problem(tmp_path, "htsim", MATRIX, TREE.replace(old, new, 1))


def test_a_network_of_two_tiers_is_one_pod(tmp_path):
    text = LEAF_SPINE.replace("Podsize 32", "Podsize 16")
    assert "1.txt:3: expected 32, because a network of two tiers is one pod" in problem(tmp_path, "htsim", matrix(ONE), text)


def test_other_numbers_of_files_are_rejected(tmp_path):
    assert "expected one matrix, found another one" in problem(tmp_path, "htsim", MATRIX, TREE, MATRIX)
    assert "expected one topology, found another one" in problem(tmp_path, "htsim", MATRIX, TREE, TREE)
    assert "expected a connection matrix, found only a topology" in problem(tmp_path, "htsim", TREE)
    assert "expected as many nodes as in" in problem(tmp_path, "htsim", MATRIX.replace("Nodes 8", "Nodes 9"), TREE)


@pytest.mark.parametrize("change", ["switch_id 4", "link_id 2"])
def test_failures_of_links_that_do_not_exist_are_rejected(change, tmp_path):
    key = change.split()[0]
    text = MATRIX.replace(f"{key} {3 if key == 'switch_id' else 1}", change)
    assert "0.txt:13: expected number of an" in problem(tmp_path, "htsim", text, TREE)


def test_every_file_that_is_cut_anywhere_is_rejected_or_read(tmp_path, capsys):
    for end in range(1, len(MATRIX), 5):
        outcome = run(tmp_path, capsys, "htsim", MATRIX[:end], TREE)
        assert (outcome.status == 2) == bool(outcome.err) and outcome.err.count("\n") <= 1


@pytest.mark.slow
def test_a_hundred_thousand_connections_are_read_in_seconds(tmp_path):
    lines = [f"{number % 8}->{(number + 1) % 8} id {number + 1} start {number} size 9" for number in range(100_000)]
    begin = time.process_time()
    assert len(list(read(tmp_path, "htsim", SPELLINGS["tabs"](matrix(*lines))).flows)) == 100_000
    assert time.process_time() - begin < 10
