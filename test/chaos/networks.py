# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Random networks, and what faults can hit in them."""

from dataclasses import dataclass, field


@dataclass
class Network:
    """A topology of a scenario and the names of its parts.

    json -- the key "topology"
    hosts, planes -- how many there are
    fabric -- links between switches: pairs of a plane and a link of faults
    switches -- pairs of a plane and a switch of faults
    mbps -- rate of a link of a NIC, Mbit/s
    fabric_mbps -- rate of the slowest link, Mbit/s
    tiers -- 0 for a graph
    server -- hosts that share links of their own; 1 for none
    """

    json: dict
    hosts: int
    planes: int
    mbps: int
    fabric_mbps: int
    tiers: int = 0
    server: int = 1
    fabric: list = field(default_factory=list)
    switches: list = field(default_factory=list)


RATES = (1_000, 10_000, 25_000, 40_000, 100_000, 200_000, 400_000)


def draw_network(rng, planes):
    """A network with so many planes."""
    shape = rng.choices((draw_two_tiers, draw_three_tiers, draw_graph), (5, 3, 3))[0]
    network = shape(rng, planes)
    network.json["switchDelay"] = f"{rng.choice((0, 100, 300, 1000))}ns"
    return network


def draw_rates(rng, tiers):
    """Rates of links of NICs, between T0 and T1, and between T1 and T2: some are oversubscribed."""
    host = rng.choice(RATES)
    return [host] + [host if rng.random() < 0.6 else rng.choice(RATES) for _ in range(tiers - 1)]


def draw_servers(rng, json, hosts, multiple):
    """Servers, maybe with links of their own, maybe attached rail by rail. Returns hosts that share links.

    multiple -- hosts come in groups of so many
    """
    size = rng.choice([n for n in (1, 2, 4, 8) if hosts % n == 0])
    if size == 1:
        return 1
    json["hostsPerServer"] = size
    if multiple and hosts % (size * multiple) == 0 and rng.random() < 0.5:
        json["attachment"] = "rail"
    if rng.random() < 0.4:
        json["serverRate"] = f"{rng.choice((100, 900, 3600))}Gbps"
        if rng.random() < 0.5:
            json["serverDelay"] = f"{rng.choice((0, 100, 2000))}ns"
        return size
    return 1


def clos_json(rng, hosts, planes, per_t0, parallel):
    json = {"type": "clos", "planes": planes, "hosts": hosts, "hostsPerT0": per_t0}
    if parallel > 1:
        json["parallelLinks"] = parallel
    json["linkDelay"] = f"{rng.choice((0, 50, 500, 500, 1500, 5000))}ns"
    return json


def draw_two_tiers(rng, planes):
    per_t0 = rng.choice((1, 2, 4, 8))
    t0s = rng.randint(max(1, 8 // per_t0), max(2, min(16, 64 // per_t0)))
    hosts = per_t0 * t0s
    t1s = rng.choice((1, 2, 3, 4, 8))
    parallel = rng.choice((1, 1, 1, 2, 3))
    json = clos_json(rng, hosts, planes, per_t0, parallel)
    json["t1PerPlane"] = t1s
    host_rate, fabric_rate = draw_rates(rng, 2)
    json["hostRate"] = f"{host_rate}Mbps"
    json["fabricRate"] = f"{fabric_rate}Mbps"
    if rng.random() < 0.5:
        json["tiers"] = 2
    network = Network(json, hosts, planes, host_rate, min(host_rate, fabric_rate), 2)
    network.server = draw_servers(rng, json, hosts, per_t0)
    for plane in range(planes):
        for t0 in range(t0s):
            network.switches.append((plane, {"plane": plane, "t0": t0}))
            for t1 in range(t1s):
                index = rng.randrange(parallel)
                link = {"plane": plane, "t0": t0, "t1": t1}
                if rng.random() < 0.5:
                    link = {"a": f"p{plane}-t0-{t0}", "b": f"p{plane}-t1-{t1}"}
                    if rng.random() < 0.5:
                        link = {"a": link["b"], "b": link["a"]}
                network.fabric.append((plane, dict(link, index=index) if index else link))
        for t1 in range(t1s):
            network.switches.append((plane, {"name": f"p{plane}-t1-{t1}"}))
    return network


def draw_three_tiers(rng, planes):
    per_t0 = rng.choice((1, 2, 4))
    t0_per_pod = rng.choice((1, 2, 4))
    pod = per_t0 * t0_per_pod
    pods = rng.randint(max(2, -(-8 // pod)), max(2, -(-8 // pod), min(6, 64 // pod)))
    hosts = pods * pod
    t1_per_pod = rng.choice((1, 2, 3))
    cores = rng.choice((1, 2, 4))  # T2s of a T1
    parallel = rng.choice((1, 1, 2))
    json = clos_json(rng, hosts, planes, per_t0, parallel)
    json.update(tiers=3, t0PerPod=t0_per_pod, t1PerPod=t1_per_pod, t2PerPlane=t1_per_pod * cores)
    host_rate, fabric_rate, core_rate = draw_rates(rng, 3)
    json["hostRate"] = f"{host_rate}Mbps"
    json["fabricRate"] = f"{fabric_rate}Mbps"
    json["coreRate"] = f"{core_rate}Mbps"
    network = Network(json, hosts, planes, host_rate, min(host_rate, fabric_rate, core_rate), 3)
    network.server = draw_servers(rng, json, hosts, per_t0)
    for plane in range(planes):
        for t0 in range(pods * t0_per_pod):
            network.switches.append((plane, {"plane": plane, "t0": t0}))
            for i in range(t1_per_pod):
                t1 = t0 // t0_per_pod * t1_per_pod + i
                network.fabric.append((plane, {"a": f"p{plane}-t0-{t0}", "b": f"p{plane}-t1-{t1}"}))
        for t1 in range(pods * t1_per_pod):
            network.switches.append((plane, {"plane": plane, "t1": t1}))
            for i in range(cores):
                t2 = t1 % t1_per_pod * cores + i
                network.fabric.append((plane, {"a": f"p{plane}-t1-{t1}", "b": f"p{plane}-t2-{t2}"}))
        for t2 in range(t1_per_pod * cores):
            network.switches.append((plane, {"plane": plane, "t2": t2}))
    return network


def draw_graph(rng, planes):
    """Switches in a ring per plane, which are a tree's worth of links and some chords; hosts anywhere."""
    hosts = rng.randint(8, 32)
    host_rate, fabric_rate = draw_rates(rng, 2)
    nodes = [{"name": f"n{host}", "type": "host"} for host in range(hosts)]
    links = []
    network = Network({}, hosts, planes, host_rate, min(host_rate, fabric_rate))
    for plane in range(planes):
        count = rng.randint(2, 7)
        names = [f"s{plane}x{i}" for i in range(count)]
        nodes += [{"name": name, "type": "switch"} for name in names]
        network.switches += [(plane, {"name": name}) for name in names]
        for host in range(hosts):
            links.append(
                {"a": f"n{host}", "b": rng.choice(names), "plane": plane, "rate": f"{host_rate}Mbps"}
            )
        pairs = [(i, (i + 1) % count) for i in range(count if count > 2 else 1)]
        pairs += [rng.sample(range(count), 2) for _ in range(rng.randint(0, 4))]
        seen = {}
        for a, b in pairs:
            link = {"a": names[a], "b": names[b]}
            key = tuple(sorted((a, b)))
            index = seen.get(key, 0)
            seen[key] = index + 1
            links.append(
                dict(link, plane=plane, rate=f"{fabric_rate}Mbps", delay=f"{rng.choice((0, 500, 3000))}ns")
            )
            network.fabric.append((plane, dict(link, index=index) if index else link))
    rng.shuffle(links)
    network.json = {"type": "graph", "nodes": nodes, "links": links}
    if rng.random() < 0.5:
        network.json["maxPaths"] = rng.choice((1, 2, 8, 64))
    network.server = draw_servers(rng, network.json, hosts, 0)
    return network
