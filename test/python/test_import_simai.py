# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Workloads and topologies of SimAI: relations between files first, then traps and bad files."""

from __future__ import annotations

import itertools
import time

import pytest
from imports import every_spelling, meaning, problem, read, run
from mrcbench.importing.formats.simai import passes
from mrcbench.importing.scenario import Flow

POLICY = "HYBRID_TRANSFORMER_FWD_IN_BCKWD"

WORKLOAD = f"""{POLICY} model_parallel_NPU_group: 2 ep: 2 pp: 1 vpp: 1 ga: 1 all_gpus: 8 checkpoints: 0 checkpoint_initiates: 0
2
embed -1 1000 NONE 0 10 NONE 0 20 NONE 0 100
layer -1 5000 ALLREDUCE 1048576 6000 ALLGATHER_EP 2097152 30 REDUCESCATTER_DP_EP 5615517696 100
"""

TOPOLOGY = """15 2 4 3 18 H100
8 9 10 11 12 13 14
0 8 2400Gbps 0.000025ms 0
1 8 2400Gbps 0.000025ms 0
2 9 2400Gbps 0.000025ms 0
3 9 2400Gbps 0.000025ms 0
4 10 2400Gbps 0.000025ms 0
5 10 2400Gbps 0.000025ms 0
6 11 2400Gbps 0.000025ms 0
7 11 2400Gbps 0.000025ms 0
0 12 200Gbps 0.0005ms 0
1 13 200Gbps 0.0005ms 0
2 12 200Gbps 0.0005ms 0
3 13 200Gbps 0.0005ms 0
4 12 200Gbps 0.0005ms 0
5 13 200Gbps 0.0005ms 0
6 12 200Gbps 0.0005ms 0
7 13 200Gbps 0.0005ms 0
12 14 400Gbps 0.0005ms 0
13 14 400Gbps 0.0005ms 0
"""

CONFIG = "ENABLE_QCN 1\nLINK_DOWN 0 0 0\nQP_MON_INTERVAL 100\n"


def workload(*layers: str, policy: str = POLICY, head: str = "", gpus: int = 8, tensor: int = 2, expert: int = 1) -> str:
    keys = f"model_parallel_NPU_group: {tensor} ep: {expert} pp: 1 vpp: 1 ga: 1 all_gpus: {gpus}"
    return "\n".join((f"{policy} {keys} {head}", str(len(layers)), *layers, ""))


def layer(forward: str = "0 NONE 0", gradient: str = "0 NONE 0", weights: str = "0 NONE 0") -> str:
    return f"layer -1 {forward} {gradient} {weights} 0"


def rows(tmp_path, *layers: str, **more) -> list[Flow]:
    return read(tmp_path, "simai", workload(*layers, **more)).flows


def brief(flows: list[Flow], gpu: int = 0) -> list[tuple[str, int, float]]:
    """The collectives and computations of a GPU."""
    return [
        (flow.op, flow.size, flow.delay_ns) for flow in flows if gpu == flow.src or (flow.op and gpu in flow.src)
    ]


# Relations


@pytest.mark.parametrize("order", itertools.permutations(range(3)), ids=str)
def test_the_order_of_files_does_not_matter(order, tmp_path):
    files = (WORKLOAD, TOPOLOGY, CONFIG)
    turned = read(tmp_path, "simai", *(files[number] for number in order))
    assert meaning(turned) == meaning(read(tmp_path, "simai", *files))


@every_spelling
def test_the_spelling_of_files_does_not_matter(change, tmp_path):
    plain = meaning(read(tmp_path, "simai", WORKLOAD, TOPOLOGY))
    assert meaning(read(tmp_path, "simai", change(WORKLOAD), change(TOPOLOGY))) == plain


def test_ends_of_lines_do_not_matter_within_layers(tmp_path):
    head, count, *layers = WORKLOAD.splitlines()
    turned = "\n".join([head, count, *" ".join(layers).split()])
    assert meaning(read(tmp_path, "simai", turned)) == meaning(read(tmp_path, "simai", WORKLOAD))


def test_a_workload_of_the_imported_rows_gives_them_again(tmp_path):
    first = [row for row in read(tmp_path, "simai", WORKLOAD.replace("ep: 2", "ep: 1")).flows if row.op]
    kinds = {"all-reduce": "ALLREDUCE", "all-gather": "ALLGATHER_EP", "reduce-scatter": "REDUCESCATTER_DP_EP"}
    layers = []
    for op, group in itertools.groupby(first, key=lambda row: row.op):
        row = next(group)
        if op == "reduce-scatter":
            layers.insert(0, layer(weights=f"{round(row.delay_ns)} {kinds[op]} {row.size}"))
        else:
            layers.append(layer(forward=f"{round(row.delay_ns)} {kinds[op]} {row.size}"))
    assert [row for row in rows(tmp_path, *layers) if row.op] == first


def test_doubled_times_double_delays_only(tmp_path):
    plain = rows(tmp_path, layer("5 ALLREDUCE 8000", "6 ALLREDUCE 8", "7 ALLREDUCE 9"), layer("1 NONE 0", "2 NONE 0"))
    twice = rows(tmp_path, layer("10 ALLREDUCE 8000", "12 ALLREDUCE 8", "14 ALLREDUCE 9"), layer("2 NONE 0", "4 NONE 0"))
    assert twice == [row._replace(delay_ns=2 * row.delay_ns) for row in plain]


@pytest.mark.parametrize("gpus, tensor, expert", [(8, 1, 1), (8, 2, 1), (8, 2, 2), (8, 8, 1), (48, 4, 3), (64, 2, 16)])
def test_groups_of_each_kind_partition_the_gpus(gpus, tensor, expert, tmp_path):
    """Those of one kind are disjoint, and groups of TP, EP and DP_EP share at most one GPU."""
    kinds = {"TP": "ALLREDUCE", "EP": "ALLREDUCE_EP", "DP_EP": "ALLREDUCE_DP_EP"}
    sizes = {"TP": tensor, "EP": expert, "DP_EP": gpus // tensor // expert, "DP": gpus // tensor}
    groups = {}
    for name in sizes:
        phase = {"weights": "0 ALLREDUCE 1"} if name == "DP" else {"forward": f"0 {kinds[name]} 1"}
        found = rows(tmp_path, layer(**phase), gpus=gpus, tensor=tensor, expert=expert)
        groups[name] = [row.src for row in found]
        assert all(len(group) == sizes[name] for group in groups[name])
        assert sorted(itertools.chain(*groups[name])) == (list(range(gpus)) if sizes[name] > 1 else [])
    for one, other in itertools.combinations(kinds, 2):
        assert all(len(set(a) & set(b)) <= 1 for a in groups[one] for b in groups[other])
    for data in groups["DP"]:
        parts = [group for name in ("EP", "DP_EP") for group in groups[name] if set(group) & set(data)]
        assert all(set(group) <= set(data) for group in parts)


def test_fewer_gpus_by_the_option_are_those_of_a_smaller_workload(tmp_path):
    smaller = read(tmp_path, "simai", WORKLOAD.replace("all_gpus: 8", "all_gpus: 4"))
    assert meaning(read(tmp_path, "simai", WORKLOAD, options=["--gpus", "4"])) == meaning(smaller)


# Passes


def test_passes_follow_each_other_and_computations_are_delays(tmp_path):
    flows = read(tmp_path, "simai", WORKLOAD).flows
    assert flows[:4] == [Flow((2 * n, 2 * n + 1), None, 1048576, None, [], 6000, "all-reduce") for n in range(4)]
    assert flows[4:8] == [
        Flow((0, 2), None, 2097152, None, [0, 1], 6000, "all-gather"),
        Flow((1, 3), None, 2097152, None, [0, 1], 6000, "all-gather"),
        Flow((4, 6), None, 2097152, None, [2, 3], 6000, "all-gather"),
        Flow((5, 7), None, 2097152, None, [2, 3], 6000, "all-gather"),
    ]
    assert flows[8:12] == [
        Flow((0, 4), None, 5615517696, None, [4, 6], 30, "reduce-scatter"),
        Flow((1, 5), None, 5615517696, None, [5, 7], 30, "reduce-scatter"),
        Flow((2, 6), None, 5615517696, None, [4, 6], 30, "reduce-scatter"),
        Flow((3, 7), None, 5615517696, None, [5, 7], 30, "reduce-scatter"),
    ]
    assert flows[12:] == [Flow(gpu, None, 0, None, [4 + gpu // 4 * 2 + gpu % 2], 60) for gpu in range(8)]


def test_the_backward_pass_turns_the_order_of_layers(tmp_path):
    layers = [layer(f"0 ALLREDUCE {5000 + n}", f"0 ALLREDUCE {n + 1}", f"0 ALLREDUCE {n + 11}") for n in range(3)]
    assert [size for _, size, _ in brief(rows(tmp_path, *layers))] == [5000, 5001, 5002, 3, 13, 2, 12, 1, 11]


def test_weights_are_reduced_beside_the_next_layer_but_after_each_other(tmp_path):
    layers = [layer("0 NONE 0", "3 ALLREDUCE 1", "4 ALLREDUCE 2"), layer("0 NONE 0", "5 ALLREDUCE 3", "6 ALLREDUCE 4")]
    found = rows(tmp_path, *layers, gpus=4, tensor=2)
    first, weights, gradient, more, tail = 0, 1, 2, 3, 4
    own = [row for row in found if row.src == 0 or (row.op and 0 in row.src)]
    numbers = [found.index(row) for row in own]
    assert [row.size for row in own] == [3, 4, 1, 0, 2]
    assert own[weights].after == [numbers[first], numbers[first] + 1]
    assert own[gradient].after == [numbers[first]] and own[gradient].delay_ns == 6 + 3
    assert own[more].delay_ns == 4 and own[more].after == [numbers[gradient]]
    assert numbers[weights] in own[tail].after and numbers[more] in own[tail].after and own[tail].delay_ns == 0


def test_a_collective_that_gpus_wait_for_does_not_wait_for_weights_of_its_group(tmp_path):
    layers = [layer(gradient="7 ALLREDUCE_DP_EP 3"), layer(weights="5 ALLREDUCE_DP_EP 2")]
    weights, gradient = rows(tmp_path, *layers, gpus=2, tensor=1)
    assert (weights.size, weights.delay_ns, weights.after) == (2, 5, [])
    assert (gradient.size, gradient.delay_ns, gradient.after) == (3, 12, [])


def test_a_checkpoint_repeats_the_forward_pass_of_the_layers_after_it(tmp_path):
    layers = [layer(f"{n + 1} ALLREDUCE {5000 + n}", f"{10 * (n + 1)} ALLREDUCE {n + 1}") for n in range(4)]
    head = "checkpoints: 2 0 2 checkpoint_initiates: 2 1 3"
    sizes = [size for _, size, _ in brief(rows(tmp_path, *layers, head=head))]
    assert sizes == [5000, 5001, 5002, 5003, 5002, 4, 3, 5000, 2, 1]


def test_checkpoints_count_only_for_the_policy_that_has_them(tmp_path):
    layers = [layer(f"1 ALLREDUCE {5000 + n}") for n in range(2)]
    head = "checkpoints: 1 0 checkpoint_initiates: 1 1"
    assert len(brief(rows(tmp_path, *layers, head=head))) == 3
    assert len(brief(rows(tmp_path, *layers, head=head, policy="HYBRID_TRANSFORMER"))) == 2


@pytest.mark.parametrize("policy, size", [(POLICY, 4096), ("HYBRID_TRANSFORMER", 7)])
def test_small_collectives_of_the_forward_pass_are_raised(policy, size, tmp_path):
    assert brief(rows(tmp_path, layer("0 ALLREDUCE 7"), policy=policy)) == [("all-reduce", size, 0)]


def test_the_size_of_an_all_to_all_is_that_of_all_messages_of_a_gpu(tmp_path):
    assert brief(rows(tmp_path, layer(gradient="0 ALLTOALL 4000"), tensor=4)) == [("all-to-all", 1000, 0)]
    assert brief(rows(tmp_path, layer(gradient="0 ALLTOALL 4001"), tensor=4)) == [("all-to-all", 1001, 0)]


def test_groups_of_one_and_collectives_of_no_bytes_are_nothing(tmp_path):
    assert rows(tmp_path, layer("0 ALLREDUCE 5000"), tensor=1) == []
    assert rows(tmp_path, layer("0 ALLREDUCE 0")) == []


def test_data_parallel_training_reduces_weights_among_all(tmp_path):
    text = f"DATA\n2\n{layer('1 NONE 0', '2 NONE 0', '3 ALLREDUCE 5')}\n{layer('10 NONE 0', '20 NONE 0', '30 ALLREDUCE 6')}\n"
    flows = read(tmp_path, "simai", text, options=["--gpus", "2"]).flows
    assert flows == [
        Flow((0, 1), None, 6, None, [], 41, "all-reduce"),
        Flow(0, None, 0, None, [], 64), Flow(1, None, 0, None, [], 64),
        Flow((0, 1), None, 5, None, [0, 1, 2], 0, "all-reduce"),
        Flow(0, None, 0, None, [1], 2), Flow(1, None, 0, None, [2], 2),
    ]  # fmt: skip


def test_a_micro_benchmark_is_the_collective_of_the_first_layer(tmp_path):
    text = f"MICRO\n2\n{layer(weights='3 ALLTOALL 8')}\n{layer(weights='3 ALLREDUCE 9')}\n"
    imported = read(tmp_path, "simai", text, options=["--gpus", "4"])
    assert imported.flows == [Flow((0, 1, 2, 3), None, 2, None, [], 0, "all-to-all")]
    assert imported.left == ["1 collectives that the policy MICRO does not use"]


def test_collectives_of_other_passes_are_counted_in_data_parallel_training(tmp_path):
    text = f"DATA\n1\n{layer('1 ALLREDUCE 4', '2 ALLGATHER 3', '3 ALLREDUCE 5')}\n"
    assert read(tmp_path, "simai", text, options=["--gpus", "2"]).left == ["2 collectives that the policy DATA does not use"]


def test_a_broadcast_is_counted_as_simai_does_not_simulate_it(tmp_path):
    imported = read(tmp_path, "simai", workload(layer("7 BROADCAST 5000", "1 ALLREDUCE 9")))
    assert brief(imported.flows) == [("all-reduce", 9, 8)]
    assert imported.left == ["1 broadcasts, which SimAI does not simulate"]


def test_content_that_cannot_be_carried_over_is_counted(tmp_path):
    text = WORKLOAD.replace("pp: 1", "pp: 4").replace("ga: 1", "ga: 3 mode: 1").replace("initiates: 0", "initiates: 0 pp_comm: 96.0")
    assert read(tmp_path, "simai", f"{text} a b", CONFIG).left == [
        "2 keys of the config file: ENABLE_QCN, QP_MON_INTERVAL",
        "4 pipeline stages: every GPU computes all layers, as in SimAI",
        "the message between pipeline stages (pp_comm)",
        "3 microbatches (ga): layers run once, as in SimAI",
        "2 updates of weights, after which nothing follows in one pass",
        "2 words after the announced number of layers",
        "1 unknown keys of the first line",
    ]


@pytest.mark.parametrize("words", ["pp_comm 4096", "pp_comm: 4096", "pp_comm: 4096.0", "pp_comm: 1"])
def test_the_message_between_stages_is_read_with_and_without_a_colon(words, tmp_path):
    text = WORKLOAD.replace("pp: 1", "pp: 2").replace("checkpoint_initiates: 0", f"checkpoint_initiates: 0 {words}")
    assert "the message between pipeline stages (pp_comm)" in read(tmp_path, "simai", text).left
    assert "0.txt:1: expected pp_comm of 0, or pp above 1 beside it" in problem(tmp_path, "simai", text.replace("pp: 2", "pp: 1"))


# Topologies


def test_nvswitches_are_servers(tmp_path):
    topology = read(tmp_path, "simai", WORKLOAD, TOPOLOGY).topology
    assert (topology["hostsPerServer"], topology["serverRate"], topology["serverDelay"]) == (2, "2400Gbps", "50ns")
    assert len(topology["nodes"]) == 8 + 3 and len(topology["links"]) == 10


def test_a_gpu_sends_by_all_links_to_its_nvswitches(tmp_path):
    twice = TOPOLOGY.replace("18 H100", "26 H100") + "".join(
        f"{gpu} {8 + gpu // 2} 2400Gbps 0.000025ms 0\n" for gpu in range(8)
    )
    assert read(tmp_path, "simai", WORKLOAD, twice).topology["serverRate"] == "4800Gbps"


@pytest.mark.parametrize(
    "old, new", [("7 11 2400", "7 10 2400"), ("7 11 2400", "7 11 2401"), ("7 11 2400Gbps 0.000025", "7 11 2400Gbps 0.00003"),
                 ("15 2 4", "15 4 4"), ("15 2 4", "15 3 4"), ("15 2 4", "15 1 4")]
)  # fmt: skip
def test_nvswitches_that_are_no_complete_servers_are_counted(old, new, tmp_path):
    imported = read(tmp_path, "simai", WORKLOAD, TOPOLOGY.replace(old, new))
    assert "serverRate" not in imported.topology
    assert any(text.startswith("8 links of NVSwitches, because") for text in imported.left)


def test_two_networks_are_planes(tmp_path):
    dual = TOPOLOGY.replace("15 2 4 3 18", "16 2 4 4 24").replace("13 14\n", "13 14 15\n", 1)
    dual = dual.replace("12 14 400Gbps 0.0005ms 0\n13 14 400Gbps 0.0005ms 0\n", "12 14 400Gbps 0.0005ms 0\n13 15 400Gbps 0.0005ms 0\n")
    more = {gpu: 12 + (gpu + 1) % 2 for gpu in range(8)}
    dual += "".join(f"{gpu} {switch} 200Gbps 0.0005ms 0\n" for gpu, switch in more.items())
    dual = dual.replace("4 4 24", "4 4 26")
    topology = read(tmp_path, "simai", WORKLOAD, dual).topology
    planes = {(link["a"], link["b"]): link.get("plane", 0) for link in topology["links"]}
    assert {plane for (a, b), plane in planes.items() if "n12" in (a, b)} == {0}
    assert {plane for (a, b), plane in planes.items() if "n13" in (a, b)} == {1}


def test_without_other_switches_nvswitches_are_the_network(tmp_path):
    text = "3 2 1 0 2 A100\n2\n0 2 2400Gbps 0.000025ms 0\n1 2 2400Gbps 0.000025ms 0\n"
    topology = read(tmp_path, "simai", workload(layer(), gpus=2), text).topology
    assert len(topology["links"]) == 2 and "serverRate" not in topology


def test_a_topology_with_more_gpus_has_idle_hosts(tmp_path):
    imported = read(tmp_path, "simai", WORKLOAD.replace("all_gpus: 8", "all_gpus: 4"), TOPOLOGY)
    assert imported.hosts == 8 and {gpu for row in imported.flows if row.op for gpu in row.src} == {0, 1, 2, 3}


def test_links_that_lose_packets_are_faults_and_those_of_nvswitches_are_counted(tmp_path):
    text = TOPOLOGY.replace("13 14 400Gbps 0.0005ms 0", "13 14 400Gbps 0.0005ms 0.25").replace("7 11 2400Gbps 0.000025ms 0", "7 11 2400Gbps 0.000025ms 0.5")
    imported = read(tmp_path, "simai", WORKLOAD, text)
    assert [(fault["loss"], fault["link"]) for fault in imported.settings["faults"]] == [(0.25, {"a": "n13", "b": "n14"})]
    assert "1 error rates of links of NVSwitches" in imported.left


# Bad files


@pytest.mark.parametrize(
    "old, new, words",
    [
        (POLICY, "HYBRID_DLRM", "0.txt:1: expected one of the policies HYBRID_TRANSFORMER_FWD_IN_BCKWD,"),
        ("ep: 2", "ep: 0", "0.txt:1: expected ep, a whole number from 1 to 2147483648, found '0'"),
        ("group: 2", "group: two", "0.txt:1: expected model_parallel_NPU_group, a whole number"),
        ("group: 2", "group: 3", "0.txt:1: expected a multiple of 3 x 2, model_parallel_NPU_group x ep as the number of GPUs, found '8'"),
        ("ep: 2", "ep: 8", "0.txt:1: expected a multiple of 2 x 8"),
        ("initiates: 0", "initiates:", "0.txt:1: expected a value after this key, found 'checkpoint_initiates:'"),
        ("checkpoints: 0", "checkpoints: x", "0.txt:1: expected number of checkpoints, a whole number"),
        ("initiates: 0", "initiates: 2 1", "0.txt:1: expected checkpoint_initiates with as many layers as announced, found '2'"),
        ("initiates: 0", "initiates: 1 7", "0.txt:1: expected checkpoint_initiates below 2, the number of layers, and not 7"),
        ("initiates: 0", "initiates: 1 1", "0.txt:1: expected a checkpoint at or below layer 1 of checkpoint_initiates"),
        ("pp: 1", "pp: 2", "0.txt:1: expected pp of 1, or pp_comm above 0 beside it, found '2'"),
        ("initiates: 0", "initiates: 0 pp_comm much", "0.txt:1: expected pp_comm in bytes, found 'much'"),
        ("2\nembed", "x\nembed", "0.txt:2: expected number of layers, a whole number from 1"),
        ("2\nembed", "0\nembed", "0.txt:2: expected number of layers, a whole number from 1"),
        ("2\nembed", "2 embed", "0.txt:2: expected a line with the number of layers, found none"),
        ("2\nembed", "3\nembed", "0.txt:4: expected the name of layer 3 of 3, found the end of the file"),
        ("layer -1 5000", "layer 5000", "0.txt:4: expected time in ns of the forward pass of layer 2 of 2, found 'ALLREDUCE'"),
        ("layer -1", "layer x", "0.txt:4: expected dependency of layer 2 of 2"),
        ("ALLREDUCE 1048576", "ALLREDUCE 1e6", "0.txt:4: expected size in bytes of the forward pass of layer 2 of 2"),
        ("ALLREDUCE 1048576", "ALLREDUCE -5", "0.txt:4: expected size in bytes of the forward pass of layer 2 of 2"),
        ("ALLREDUCE 1048576", "ALLREDUCEALLTOALL 9", "0.txt:4: expected NONE or one of ALLREDUCE, ALLGATHER, REDUCESCATTER, ALLTOALL, perhaps with"),
        ("ALLREDUCE 1048576", "BROADCAST_EP 9", "found 'BROADCAST_EP'"),
        ("ALLREDUCE 1048576", "ALLREDUCE_PP 9", "found 'ALLREDUCE_PP'"),
        ("6000 ALL", "-6000 ALL", "0.txt:4: expected time in ns of the input gradient pass of layer 2 of 2 of at least 0"),
        ("5615517696 100", "5615517696 soon", "0.txt:4: expected update time in ns of layer 2 of 2, found 'soon'"),
        ("5615517696 100\n", "5615517696\n", "0.txt:4: expected the update time of layer 2 of 2, found the end of the file"),
    ],
)  # fmt: skip
def test_bad_workloads_are_named_with_their_place(old, new, words, tmp_path):
    assert old in WORKLOAD
    assert words in problem(tmp_path, "simai", WORKLOAD.replace(old, new))


@pytest.mark.parametrize(
    "old, new, words",
    [
        ("15 2 4 3 18 H100", "15 2 4 3 18", "1.txt:1: expected nodes, GPUs of a server, NVSwitches, switches, links and the type"),
        ("15 2 4 3 18", "8 2 4 3 18", "1.txt:1: expected at least 9 nodes, for two GPUs and the switches, found '8'"),
        ("15 2 4 3 18", "15 0 4 3 18", "1.txt:1: expected number of GPUs of a server, a whole number from 1"),
        ("15 2 4 3 18", "15 2 -4 3 18", "1.txt:1: expected number of NVSwitches, a whole number from 0"),
        ("15 2 4 3 18", "15 2 4 3 19", "1.txt:20: expected the first node of link 19 of 19, found the end of the file"),
        ("15 2 4 3 18", "15 2 4 4 18", "1.txt:3: expected number of a switch, after those of GPUs, a whole number from 7"),
        ("13 14\n", "13 13\n", "1.txt:2: expected each switch once, and"),
        ("8 9 10", "3 9 10", "1.txt:2: expected number of a switch, after those of GPUs, a whole number from 8 to 14, found '3'"),
        ("7 13 200Gbps", "7 15 200Gbps", "1.txt:18: expected second node of link 16 of 18, a whole number from 0 to 14, found '15'"),
        ("7 13 200Gbps", "7 6 200Gbps", "1.txt:18: expected a switch at one end of a link, because hosts do not forward"),
        ("7 13 200Gbps", "13 12 200Gbps", "expected a link of host 7 in each plane, found none"),
        ("7 13 200Gbps", "6 13 200Gbps", "1.txt:18: expected one link of host 6 in a plane, and others only"),
        ("7 11 2400Gbps", "12 11 2400Gbps", "1.txt:10: expected a GPU at one end of a link of an NVSwitch, found '11'"),
        ("7 11 2400Gbps", "7 11 fast", "1.txt:10: expected rate of link 8 of 18, such as 100Gbps, found 'fast'"),
        ("7 11 2400Gbps 0.000025ms", "7 11 2400Gbps later", "1.txt:10: expected delay of link 8 of 18, such as 1us, found 'later'"),
    ],
)  # fmt: skip
def test_bad_topologies_are_named_with_their_place(old, new, words, tmp_path):
    assert old in TOPOLOGY
    assert words in problem(tmp_path, "simai", WORKLOAD, TOPOLOGY.replace(old, new, 1))


def test_other_numbers_of_files_are_rejected(tmp_path):
    assert "expected one workload, found another one after" in problem(tmp_path, "simai", WORKLOAD, WORKLOAD)
    assert "expected one topology, found another one after" in problem(tmp_path, "simai", WORKLOAD, TOPOLOGY, TOPOLOGY)
    assert "expected one config file, found another one after" in problem(tmp_path, "simai", WORKLOAD, CONFIG, CONFIG)
    assert "expected a workload, found only other files" in problem(tmp_path, "simai", TOPOLOGY)


def test_the_number_of_gpus_must_be_known_and_fit(tmp_path):
    text = f"DATA\n1\n{layer()}\n"
    assert "0.txt:1: expected all_gpus, a topology or --gpus" in problem(tmp_path, "simai", text)
    assert read(tmp_path, "simai", text, TOPOLOGY).hosts == 8
    larger = WORKLOAD.replace("all_gpus: 8", "all_gpus: 16")
    assert "0.txt:1: expected at most 8 GPUs, which the topology has, found '16'" in problem(tmp_path, "simai", larger, TOPOLOGY)
    for gpus in ("1", "131073"):
        other = problem(tmp_path, "simai", WORKLOAD.replace("all_gpus: 8", f"all_gpus: {gpus}"))
        assert f"0.txt:1: expected number of GPUs, a whole number from 2 to 131072, found '{gpus}'" in other


@pytest.mark.parametrize("gpus, words", [
    ("32", "at most 8 GPUs, which the topology has"),
    ("3", "a multiple of 2 x 2, model_parallel_NPU_group x ep as the number of GPUs"),
])  # fmt: skip
def test_the_number_of_an_option_is_named_with_it(gpus, words, tmp_path):
    said = problem(tmp_path, "simai", WORKLOAD, TOPOLOGY, options=["--gpus", gpus])
    assert said == f"0.txt: --gpus: expected {words}, found '{gpus}'"


def test_workloads_of_too_many_rows_are_rejected(tmp_path, monkeypatch):
    monkeypatch.setattr(passes, "_MOST_ROWS", 19)
    assert "expected at most 19 rows of collectives and computations (--gpus N" in problem(tmp_path, "simai", WORKLOAD)
    monkeypatch.setattr(passes, "_MOST_ROWS", 20)
    assert len(read(tmp_path, "simai", WORKLOAD).flows) == 20


@pytest.mark.parametrize("which", range(2))
def test_every_file_that_is_cut_anywhere_is_rejected_or_read(which, tmp_path, capsys):
    files = (WORKLOAD, TOPOLOGY)
    for end in range(1, len(files[which]), 4):
        texts = [text if number != which else text[:end] for number, text in enumerate(files)]
        outcome = run(tmp_path, capsys, "simai", *texts)
        assert (outcome.status == 2) == bool(outcome.err) and outcome.err.count("\n") <= 1


@pytest.mark.slow
def test_a_hundred_thousand_layers_are_read_in_seconds(tmp_path):
    text = workload(*[layer("5 ALLREDUCE 5000", "6 NONE 0", "7 NONE 0")] * 100_000, gpus=2)
    begin = time.process_time()
    assert len(read(tmp_path, "simai", text).flows) == 100_002
    assert time.process_time() - begin < 15
