# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Files of HPCC and its relatives: relations between files first, then traps and bad files."""

from __future__ import annotations

import itertools
import time

import pytest
from imports import SPELLINGS, every_spelling, meaning, problem, read, run
from mrcbench.importing.scenario import Flow, write_scenario

TOPOLOGY = """6 2 6
4 5
0 4 100Gbps 1000ns 0
1 4 100Gbps 0.001ms 0
2 5 100Gbps 1us 0.01
3 5 100Gbps 0.000001s 0
4 5 400Gbps 2us 0
4 5 400Gbps 2us 0

First line: nodes, switches, links
"""

FLOWS = """3
0 3 3 100 1000000 2.000001
3 1 4 200 6000000000 2.0000005
1 2 3 100 1 2.5
src dst pg dport size start
"""

CONFIG = """ENABLE_QCN 1 {on}

KMIN_MAP 2 100000000000 100 400000000000 400
KMAX_MAP 2 100000000000 400 400000000000 1600
PMAX_MAP 2 100000000000 0.2 400000000000 0.3
BUFFER_SIZE 16
USE_DYNAMIC_PFC_THRESHOLD 1
PACKET_PAYLOAD_SIZE 1000
LINK_DOWN 30 4 5
SIMULATOR_STOP_TIME 4.00
CC_MODE 1
RATE_AI 50Mb/s
"""

TRACE = "2\n0 4\nnodes\n"

ALL = (TOPOLOGY, FLOWS, CONFIG, TRACE)

ROCE = ["--transport", "roce"]


def flow_file(*rows: str) -> str:
    return "\n".join((str(len(rows)), *rows, ""))


FLOW_OF_FOUR = flow_file("0 1 3 100 5 2")


# Relations


@pytest.mark.parametrize("order", itertools.permutations(range(4)), ids=str)
def test_the_order_of_files_does_not_matter(order, tmp_path):
    turned = read(tmp_path, "hpcc", *(ALL[number] for number in order))
    assert sorted(map(str, meaning(turned))) == sorted(map(str, meaning(read(tmp_path, "hpcc", *ALL))))


@every_spelling
def test_the_spelling_of_files_does_not_matter(change, tmp_path):
    assert meaning(read(tmp_path, "hpcc", *map(change, ALL))) == meaning(read(tmp_path, "hpcc", *ALL))


def test_ends_of_lines_do_not_matter_in_a_topology(tmp_path):
    words = TOPOLOGY.partition("First")[0].split()
    plain = read(tmp_path, "hpcc", TOPOLOGY, FLOWS)
    for separator in ("\n", " "):
        assert meaning(read(tmp_path, "hpcc", separator.join(words), FLOWS)) == meaning(plain)


def test_flows_in_one_line_are_the_same(tmp_path):
    rows = ["0 1 3 100 5 2.0", "1 0 3 100 6 2.1"]
    assert read(tmp_path, "hpcc", " ".join(flow_file(*rows).split())).flows == read(tmp_path, "hpcc", flow_file(*rows)).flows


def test_the_order_of_flows_does_not_matter(tmp_path):
    rows = FLOWS.splitlines()[1:4]
    plain = meaning(read(tmp_path, "hpcc", TOPOLOGY, FLOWS))
    for order in itertools.permutations(rows):
        assert meaning(read(tmp_path, "hpcc", TOPOLOGY, flow_file(*order))) == plain


def test_a_flow_file_of_the_imported_flows_gives_them_again(tmp_path):
    first = read(tmp_path, "hpcc", TOPOLOGY, FLOWS).flows
    rows = [f"{flow.src} {flow.dst} 3 100 {flow.size} {2 + flow.start_ns / 1e9:.12f}" for flow in first]
    again = read(tmp_path, "hpcc", TOPOLOGY, flow_file(*rows)).flows
    assert [flow._replace(start_ns=round(flow.start_ns, 2)) for flow in again] == [
        flow._replace(start_ns=round(flow.start_ns, 2)) for flow in first
    ]


def test_flows_of_conweave_without_ports_are_the_same(tmp_path):
    with_ports = flow_file("0 1 3 100 5 2.0", "1 0 3 100 6 2.1")
    without = flow_file("0 1 3 5 2.0", "1 0 3 6 2.1")
    assert read(tmp_path, "hpcc", without).flows == read(tmp_path, "hpcc", with_ports).flows


def test_bare_rates_and_delays_are_bits_per_second_and_seconds(tmp_path):
    bare = TOPOLOGY.replace("100Gbps", "100000000000.0").replace("1000ns", "0.000001")
    assert read(tmp_path, "hpcc", bare, FLOWS).topology == read(tmp_path, "hpcc", TOPOLOGY, FLOWS).topology


@pytest.mark.parametrize("head", ["6 2 2 6", "6 2 2 6 25000000000 100000000000"])
def test_the_header_of_ns3_datacenter_is_known(head, tmp_path):
    imported = read(tmp_path, "hpcc", TOPOLOGY.replace("6 2 6", head), FLOWS)
    assert imported.topology == read(tmp_path, "hpcc", TOPOLOGY, FLOWS).topology
    assert f"{len(head.split()) - 3} more numbers in the first line of the topology" in imported.left


def test_other_numbers_of_nodes_are_the_same_network_under_other_names(tmp_path):
    """Switches come first here, so that the hosts are the nodes 2 to 5."""
    turn = {str(node): str((node + 2) % 6) for node in range(6)}
    lines = [line.split() for line in TOPOLOGY.splitlines()[:8]]
    turned = [" ".join(lines[0]), "0 1", *(" ".join([turn[a], turn[b], *rest]) for a, b, *rest in lines[2:])]
    flows = [row.split() for row in FLOWS.splitlines()[1:4]]
    imported = read(
        tmp_path, "hpcc", "\n".join(turned), flow_file(*(" ".join([turn[a], turn[b], *rest]) for a, b, *rest in flows))
    )
    plain = read(tmp_path, "hpcc", TOPOLOGY, FLOWS)
    assert imported.flows == plain.flows
    names = {f"n{a}": f"n{b}" for a, b in turn.items()}
    assert [link | {"a": names[link["a"]], "b": names[link["b"]]} for link in plain.topology["links"]] == imported.topology["links"]
    assert any("host h is the node number h without the switches" in note for note in imported.notes)
    assert not any("host h is" in note for note in plain.notes)


# Traps


def test_messages_are_sorted_and_count_from_two_seconds(tmp_path):
    imported = read(tmp_path, "hpcc", TOPOLOGY, FLOWS)
    starts = [round(flow.start_ns, 3) for flow in imported.flows]
    assert [flow._replace(start_ns=None) for flow in imported.flows] == [
        Flow(3, 1, 6000000000), Flow(0, 3, 1000000), Flow(1, 2, 1),
    ]  # fmt: skip
    assert starts == [500, 1000, 500_000_000]
    assert "start times count from 2 s of the files" in imported.notes


def test_starts_below_two_seconds_stay(tmp_path):
    imported = read(tmp_path, "hpcc", flow_file("0 1 3 100 5 0.001", "0 1 3 100 5 2.5"))
    assert [flow.start_ns for flow in imported.flows] == [1e6, 2.5e9]
    assert not imported.notes


def test_the_start_time_of_conweave_replaces_two_seconds(tmp_path):
    config = "FLOWGEN_START_TIME 1.0\nLINK_DOWN 30 4 5\n"
    imported = read(tmp_path, "hpcc", TOPOLOGY, flow_file("0 1 3 5 1.5"), config)
    assert imported.flows == [Flow(0, 1, 5, 5e8)]
    assert imported.settings["faults"][-1]["at"] == "30000ns"


def test_repeated_links_are_parallel_and_nodes_keep_their_numbers(tmp_path):
    topology = read(tmp_path, "hpcc", TOPOLOGY, FLOWS).topology
    assert [node["name"] for node in topology["nodes"]] == ["n0", "n1", "n2", "n3", "n4", "n5"]
    assert topology["links"][0] == {"a": "n0", "b": "n4", "rate": "100Gbps", "delay": "1000ns"}
    assert topology["links"][4:] == [{"a": "n4", "b": "n5", "rate": "400Gbps", "delay": "2000ns"}] * 2


def test_a_switch_can_be_node_0_and_come_first_in_links(tmp_path):
    imported = read(tmp_path, "hpcc", "3 1 2\n0\n0 1 1Gbps 1us 0\n0 2 1Gbps 1us 0\n", flow_file("1 2 3 100 5 2"))
    assert imported.flows == [Flow(0, 1, 5, 0)]
    assert imported.hosts == 2


def test_parts_that_only_hosts_connect_are_planes(tmp_path):
    links = ["0 2 1Gbps 1us 0", "1 2 1Gbps 1us 0", "1 3 1Gbps 1us 0", "0 3 1Gbps 1us 0"]
    topology = read(tmp_path, "hpcc", "\n".join(["4 2 4", "2 3", *links]), flow_file("0 1 3 100 5 2")).topology
    assert [link.get("plane", 0) for link in topology["links"]] == [0, 0, 1, 1]
    one_less = "\n".join(["4 2 3", "2 3", *links[:3]])
    assert "0.txt:5: expected a link of host 0 in each plane, found none" in problem(tmp_path, "hpcc", one_less, FLOWS)


def test_a_switch_without_a_path_to_a_host_is_left_out(tmp_path):
    text = "5 3 3\n2 3 4\n0 2 1Gbps 1us 0\n1 2 1Gbps 1us 0\n3 4 1Gbps 1us 0\n"
    imported = read(tmp_path, "hpcc", text, flow_file("0 1 3 100 5 2"))
    assert len(imported.topology["nodes"]) == 3 and len(imported.topology["links"]) == 2
    assert "2 switches without a path to a host" in imported.left


def test_links_that_lose_packets_are_faults(tmp_path):
    imported = read(tmp_path, "hpcc", TOPOLOGY, FLOWS)
    link = {"a": "n2", "b": "n5"}
    assert imported.settings == {"faults": [{"what": "link-loss", "at": "0ns", "link": link, "loss": 0.01}]}


def test_the_error_rate_of_all_links_is_for_those_without_their_own(tmp_path):
    faults = read(tmp_path, "hpcc", TOPOLOGY, FLOWS, "ERROR_RATE_PER_LINK 0.5\n").settings["faults"]
    assert [fault["loss"] for fault in faults] == [0.5, 0.5, 0.01, 0.5, 0.5, 0.5]
    assert [fault["link"].get("index", 0) for fault in faults] == [0, 0, 0, 0, 0, 1]


def test_a_link_that_goes_down_takes_parallel_ones_with_it(tmp_path):
    faults = read(tmp_path, "hpcc", TOPOLOGY, FLOWS, "LINK_DOWN 30 5 4\n").settings["faults"][1:]
    assert [(fault["what"], fault["at"], fault["link"]) for fault in faults] == [
        ("link-down", "30000ns", {"a": "n4", "b": "n5"}), ("link-down", "30000ns", {"a": "n4", "b": "n5", "index": 1}),
    ]  # fmt: skip


def test_a_link_goes_down_after_two_seconds_even_if_flows_start_earlier(tmp_path):
    early = flow_file("0 1 3 100 5 0.5")
    assert read(tmp_path, "hpcc", TOPOLOGY, early, "LINK_DOWN 30 5 4\n").settings["faults"][1]["at"] == "2000030000ns"


def test_no_link_goes_down_at_time_0(tmp_path):
    assert len(read(tmp_path, "hpcc", TOPOLOGY, FLOWS, "LINK_DOWN 0 0 0\n").settings["faults"]) == 1


def test_thresholds_are_those_of_the_rate_of_nics(tmp_path):
    imported = read(tmp_path, "hpcc", *ALL)
    assert imported.settings["switch"] == {"ecn": {"kmin": "100KB", "kmax": "400KB", "pmax": 0.2}}
    assert "3 values of KMIN_MAP, KMAX_MAP, PMAX_MAP for rates of other links than those of NICs" in imported.left


def test_thresholds_are_exact(tmp_path):
    text = "KMIN_MAP 1 100000000000 100.1234567\nKMAX_MAP 1 100000000000 1234567\n"
    settings = read(tmp_path, "hpcc", TOPOLOGY, FLOWS, text).settings
    assert settings["switch"] == {"ecn": {"kmin": 100123, "kmax": "1234567KB"}}


@pytest.mark.parametrize(
    "text, words",
    [
        ("KMIN_MAP 1 100000000000 0\n", "number of KMIN_MAP of at least 0.001, found '0'"),
        ("PMAX_MAP 1 100000000000 1.5\n", "number of PMAX_MAP of at most 1, found '1.5'"),
        ("KMIN_MAP 1 100000000000 ٣\n", "number of KMIN_MAP, found '٣'"),
        ("KMIN_MAP 1 100000000000 1_0\n", "number of KMIN_MAP, found '1_0'"),
        ("KMAX_MAP 1 100000000000 9\nKMIN_MAP 1 100000000000 10\n", "2.txt:1: expected for NICs at least the 10 of KMIN_MAP, found 'KMAX_MAP'"),
    ],
)
def test_thresholds_have_bounds(text, words, tmp_path):
    assert words in problem(tmp_path, "hpcc", TOPOLOGY, FLOWS, text)


def test_a_link_that_fails_after_the_end_is_left_out(tmp_path):
    imported = read(tmp_path, "hpcc", TOPOLOGY, FLOWS, "SIMULATOR_STOP_TIME 4\nLINK_DOWN 3000000 4 5\n")
    scenario = write_scenario(imported, tmp_path / "s.json", "mrc")
    assert [fault["what"] for fault in scenario["faults"]] == ["link-loss"]
    assert "2 faults that begin after the end of the run" in imported.left
    for at, count in ((1999999, 3), (2000000, 1)):
        early = read(tmp_path, "hpcc", TOPOLOGY, FLOWS, f"SIMULATOR_STOP_TIME 4\nLINK_DOWN {at} 4 5\n")
        assert len(write_scenario(early, tmp_path / "s.json", "mrc")["faults"]) == count


def test_the_first_line_of_a_topology_may_go_on(tmp_path):
    links = [f"{host} 4 100Gbps 1us 0" for host in (0, 1, 2, 3)]
    apart, together = ("\n".join([*head, *links, ""]) for head in (("5 1 4", "4"), ("5 1 4 4",)))
    assert meaning(read(tmp_path, "hpcc", together, FLOW_OF_FOUR)) == meaning(read(tmp_path, "hpcc", apart, FLOW_OF_FOUR))


def test_a_network_without_links_of_hosts_is_named_with_its_place(tmp_path):
    text = "4 2 1\n2 3\n2 3 100Gbps 1us 0\n"
    assert "0.txt:3: expected a link of host 0 in each plane, found none" in problem(tmp_path, "hpcc", text, FLOW_OF_FOUR)


def test_maps_have_any_number_of_pairs(tmp_path):
    pairs = " ".join(f"{rate}000000000 {rate}" for rate in (25, 50, 100, 200, 400, 1600))
    settings = read(tmp_path, "hpcc", TOPOLOGY, FLOWS, f"KMIN_MAP 6 {pairs}\n").settings
    assert settings["switch"] == {"ecn": {"kmin": "100KB"}}


def test_roce_has_keys_for_the_buffer_and_the_size_of_packets(tmp_path):
    imported = read(tmp_path, "hpcc", *ALL, options=ROCE)
    assert imported.settings["switch"]["buffer"] == "16MiB"
    assert imported.settings["switch"]["bufferThreshold"] == "dynamic"
    assert imported.settings["transport"] == {"mtu": 1000, "congestionControl": "dcqcn"}
    assert "2 keys of the config file: ENABLE_QCN, RATE_AI" in imported.left


def test_other_transports_do_not(tmp_path):
    imported = read(tmp_path, "hpcc", *ALL)
    assert "transport" not in imported.settings and "buffer" not in imported.settings["switch"]
    keys = "ENABLE_QCN, BUFFER_SIZE, USE_DYNAMIC_PFC_THRESHOLD, PACKET_PAYLOAD_SIZE, CC_MODE, RATE_AI"
    assert f"6 keys of the config file: {keys}" in imported.left


def test_conweave_switches_pfc_and_selective_repeat(tmp_path):
    config = "ENABLE_PFC 0\nENABLE_IRN 1\nCC_MODE 3\nPACKET_PAYLOAD_SIZE 9000\nBUFFER_SIZE 9\n"
    imported = read(tmp_path, "hpcc", TOPOLOGY, FLOWS, config, options=ROCE)
    assert imported.settings["switch"] == {"pfc": False}
    assert imported.settings["transport"] == {"reliability": "selective-repeat"}
    assert "3 keys of the config file: CC_MODE, PACKET_PAYLOAD_SIZE, BUFFER_SIZE" in imported.left


def test_the_run_ends_when_the_files_say_so(tmp_path):
    imported = read(tmp_path, "hpcc", *ALL)
    assert imported.settings["stop"] == "2000000000ns"
    earlier = read(tmp_path, "hpcc", TOPOLOGY, FLOWS, "SIMULATOR_STOP_TIME 2.25\n")
    assert len(earlier.flows) == 2
    assert "1 messages that start after the end of the run (SIMULATOR_STOP_TIME)" in earlier.left


def test_an_endless_run_is_not_carried_over(tmp_path):
    days = 30 * 24 * 3600
    for seconds, stop in {days + 2.0: f"{days * 10**9}ns", days + 2.1: None, 4e13: None}.items():
        imported = read(tmp_path, "hpcc", TOPOLOGY, FLOWS, f"SIMULATOR_STOP_TIME {seconds:.2f}\n")
        assert imported.settings.get("stop") == stop
        assert ("1 keys of the config file: SIMULATOR_STOP_TIME" in imported.left) == (stop is None)


def test_content_that_cannot_be_carried_over_is_counted(tmp_path):
    rows = ["0 1 3 100 5 2", "2 2 4 100 5 2", "0 1 3 100 5 2"]
    left = read(tmp_path, "hpcc", flow_file(*rows).replace("3\n", "2\n", 1), TRACE).left
    assert left == [
        "1 priorities other than 3 (pg)", "2 destination ports (dport)", "1 lines after the announced number of flows",
        "1 messages of a host to itself", "2 nodes of the trace file; measure.pcap captures packets",
    ]  # fmt: skip


def test_a_repeated_key_counts_once(tmp_path):
    imported = read(tmp_path, "hpcc", TOPOLOGY, FLOWS, "LINK_DOWN 1 4 5\nLINK_DOWN 0 0 0\n")
    assert len(imported.settings["faults"]) == 1
    assert "1 repeated keys of the config file: the last ones count" in imported.left


def test_without_a_topology_hosts_follow_from_the_flows(tmp_path):
    imported = read(tmp_path, "hpcc", flow_file("0 1 3 100 5 2", "7 2 3 100 5 2"), CONFIG)
    assert (imported.hosts, imported.topology) == (8, None)
    assert any("LINK_DOWN" in text for text in imported.left)


@pytest.mark.parametrize(
    "trace, flows",
    [
        ("1\n1\n", "1\n0 1 3 100 5 2\n"),
        ("6\n0 1 2 3 4 5\n", "6\n" + "0 1 3 100 5 2\n" * 6),
        ("2\n0\n1\nfirst line: 2 nodes\n", "2\n0 1 3 5 2\n0 1 3 5 2\n"),
        ("7\n0 1 2 3 4 5 6\n", "7\n" + "0 1 3 5 2.0\n" * 7),
        ("12\n0 1 2 3 4 5\n0 1 2 3 4 5\n", "2\n0 1 3 100 5 2 0 1 3 100 5 2\n"),
        ("0\n", "1\n0 1 3 100 5 2\n"),
        ("3 0 1 2\n", "1\n0 1 3 100 5 2\n"),
    ],
)
def test_nodes_to_trace_and_flows_are_told_apart(trace, flows, tmp_path):
    imported = read(tmp_path, "hpcc", trace, flows)
    assert len(imported.flows) == int(flows.split()[0])
    assert f"{trace.split()[0]} nodes of the trace file; measure.pcap captures packets" in imported.left


# Bad files

FLOW = "0 1 3 100 5 2"


@pytest.mark.parametrize(
    "text, words",
    [
        (flow_file(FLOW, FLOW).replace("2\n", "3\n", 1), "expected the sender of flow 3 of 3, found the end of the file"),
        (flow_file(FLOW, "0 1 3 100 5"), "0.txt:3: expected the start of flow 2 of 2, found the end of the file"),
        (flow_file("0 4 3 100 5 2"), "0.txt:2: expected receiver of flow 1 of 1, a host and not a switch, found '4'"),
        (flow_file("0 6 3 100 5 2"), "0.txt:2: expected receiver of flow 1 of 1, a whole number from 0 to 5, found '6'"),
        (flow_file("-1 2 3 100 5 2"), "0.txt:2: expected sender of flow 1 of 1, a whole number from 0 to 5, found '-1'"),
        (flow_file("0 1 3 100 0 2"), "0.txt:2: expected size in bytes of flow 1 of 1, a whole number of at least 1, found '0'"),
        (flow_file("0 1 3 100 1e6 2"), "0.txt:2: expected size in bytes of flow 1 of 1, a whole number of at least 1, found '1e6'"),
        (flow_file("0 1 3 100 5 -2"), "0.txt:2: expected start in seconds of flow 1 of 1 of at least 0, found '-2'"),
        (flow_file("0 1 3 100 5 2s"), "0.txt:2: expected start in seconds of flow 1 of 1, found '2s'"),
        (flow_file("0 1 3 100000000 5 2"), "0.txt:2: expected port of flow 1 of 1, a whole number from 0 to 65535"),
        (flow_file("0 1 high 100 5 2"), "0.txt:2: expected priority of flow 1 of 1"),
        ("-3\n0 1 3 100 5 2\n", "0.txt:1: expected number of flows, a whole number from 1 to 2147483648, found '-3'"),
        ("2.5\n0 1 3 100 5 2\n", "0.txt:1: expected number of flows"),
        ("hello\n", "0.txt:1: expected a number or a key in capital letters, found 'hello'"),
    ],
)  # fmt: skip
def test_bad_flows_are_named_with_their_place(text, words, tmp_path):
    assert words in problem(tmp_path, "hpcc", text, TOPOLOGY)


@pytest.mark.parametrize(
    "old, new, words",
    [
        ("6 2 6", "6 0 6", "1.txt:1: expected at least one switch, because hosts do not forward"),
        ("6 2 6", "6 2 7", "1.txt:10: expected first node of link 7 of 7, a whole number from 0 to 5, found 'First'"),
        ("6 2 6", "7 2 6", "1.txt:6: expected a link of host 6 in each plane, found none"),
        ("6 2 6", "5 2 6", "1.txt:2: expected number of a switch, a whole number from 0 to 4, found '5'"),
        ("6 2 6", "6 two 6", "1.txt:1: expected number of switches"),
        ("4 5\n", "4 4\n", "1.txt:2: expected each switch once, and"),
        ("4 5\n", "4 9\n", "1.txt:2: expected number of a switch, a whole number from 0 to 5, found '9'"),
        ("0 4 100Gbps", "0 9 100Gbps", "1.txt:3: expected second node of link 1 of 6, a whole number from 0 to 5, found '9'"),
        ("0 4 100Gbps", "0 0 100Gbps", "1.txt:3: expected another node than the first one of link 1 of 6, found '0'"),
        ("0 4 100Gbps", "0 1 100Gbps", "1.txt:3: expected a switch at one end of a link, because hosts do not forward"),
        ("0 4 100Gbps", "1 4 100Gbps", "1.txt:4: expected one link of host 1 in a plane, and others only in"),
        ("100Gbps 1000ns", "100Gbit 1000ns", "1.txt:3: expected rate of link 1 of 6, such as 100Gbps, found '100Gbit'"),
        ("100Gbps 1000ns", "0Gbps 1000ns", "1.txt:3: expected rate of link 1 of 6, such as 100Gbps of at least 1000, found '0Gbps'"),
        ("100Gbps 1000ns", "100Gbps 1000n", "1.txt:3: expected delay of link 1 of 6, such as 1us, found '1000n'"),
        ("100Gbps 1000ns", "100Gbps 1.1s", "1.txt:3: expected delay of link 1 of 6, such as 1us of at most 1e+09, found '1.1s'"),
        ("100Gbps 1000ns", "100Gbps -1us", "1.txt:3: expected delay of link 1 of 6, such as 1us, found '-1us'"),
        ("1us 0.01", "1us 2", "1.txt:5: expected error rate of link 3 of 6 up to 1, found '2'"),
        ("1us 0.01", "1us -0.5", "1.txt:5: expected error rate of link 3 of 6 of at least 0, found '-0.5'"),
        ("1us 0.01", "1us some", "1.txt:5: expected error rate of link 3 of 6, found 'some'"),
    ],
)  # fmt: skip
def test_bad_topologies_are_named_with_their_place(old, new, words, tmp_path):
    assert old in TOPOLOGY
    assert words in problem(tmp_path, "hpcc", flow_file(FLOW), TOPOLOGY.replace(old, new, 1))


def test_a_ring_of_hosts_without_switches_is_rejected(tmp_path):
    ring = "3 0 3\n\n0 1 1Gbps 1us 0\n1 2 1Gbps 1us 0\n2 0 1Gbps 1us 0\n"
    assert "0.txt:1: expected at least one switch, because hosts do not forward" in problem(tmp_path, "hpcc", ring, FLOWS)


@pytest.mark.parametrize(
    "text, words",
    [
        ("LINK_DOWN 30 4\n", "2.txt:1: expected 3 values of LINK_DOWN, found 2"),
        ("LINK_DOWN soon 4 5\n", "2.txt:1: expected LINK_DOWN in microseconds, found 'soon'"),
        ("LINK_DOWN 30 0 5\n", "2.txt:1: expected a node with a link to node 0, found '5'"),
        ("LINK_DOWN 30 4 6\n", "2.txt:1: expected number of a node, a whole number from 0 to 5, found '6'"),
        ("ERROR_RATE_PER_LINK 2\n", "2.txt:1: expected ERROR_RATE_PER_LINK up to 1, found '2'"),
        ("ERROR_RATE_PER_LINK\n", "2.txt:1: expected 1 values of ERROR_RATE_PER_LINK, found 0"),
        ("KMIN_MAP 2 100000000000 100\n", "2.txt:1: expected 5 values of KMIN_MAP, found 3"),
        ("KMIN_MAP 1001\n", "2.txt:1: expected number of pairs of KMIN_MAP, a whole number from 0 to 1000, found '1001'"),
        ("KMIN_MAP many\n", "2.txt:1: expected number of pairs of KMIN_MAP"),
        ("KMIN_MAP 1 100000000000 ten\n", "2.txt:1: expected number of KMIN_MAP, found 'ten'"),
        ("SIMULATOR_STOP_TIME never\n", "2.txt:1: expected SIMULATOR_STOP_TIME in seconds, found 'never'"),
        ("CC_MODE 1\nbuffer 3\n", "2.txt:2: expected a key in capital letters at the beginning of the line, found 'buffer'"),
        ("BUFFER_SIZE -16\n", "2.txt:1: expected BUFFER_SIZE, a whole number from 0"),
        ("FLOWGEN_START_TIME x\n", "2.txt:1: expected FLOWGEN_START_TIME in seconds, found 'x'"),
    ],
)  # fmt: skip
def test_bad_configurations_are_named_with_their_place(text, words, tmp_path):
    assert words in problem(tmp_path, "hpcc", TOPOLOGY, FLOWS, text, options=ROCE)


@pytest.mark.parametrize("text, words", [("3\n0 1\n", "0.txt:2: expected node 3 of 3"), ("2\n0 -4\n", "node 2 of 2")])
def test_bad_nodes_to_trace_are_named_with_their_place(text, words, tmp_path):
    assert words in problem(tmp_path, "hpcc", text, FLOWS)


@pytest.mark.parametrize("kind, text", zip(("topology", "flow", "config", "trace"), ALL, strict=True))
def test_a_second_file_of_a_kind_is_rejected(kind, text, tmp_path):
    assert f"4.txt: expected one {kind} file, found another one after" in problem(tmp_path, "hpcc", *ALL, text)


def test_a_flow_file_is_required(tmp_path):
    assert "0.txt: expected a flow file, found only others" in problem(tmp_path, "hpcc", TOPOLOGY, CONFIG)


@pytest.mark.parametrize("which", range(4))
def test_every_file_that_is_cut_anywhere_is_rejected_or_read(which, tmp_path, capsys):
    for end in range(1, len(ALL[which]), 4):
        texts = [text if number != which else text[:end] for number, text in enumerate(ALL)]
        outcome = run(tmp_path, capsys, "hpcc", *texts)
        assert (outcome.status == 2) == bool(outcome.err) and outcome.err.count("\n") <= 1


@pytest.mark.slow
def test_a_hundred_thousand_flows_are_read_in_seconds(tmp_path):
    rows = [f"{number % 4} {(number + 1) % 4} 3 100 5000 {2 + number * 1e-6:.9f}" for number in range(100_000)]
    begin = time.process_time()
    assert len(read(tmp_path, "hpcc", TOPOLOGY, SPELLINGS["CRLF"](flow_file(*rows))).flows) == 100_000
    assert time.process_time() - begin < 10
