# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Random jobs that a simulation with sanitizers does in about a second."""

PACKETS = 5000  # data packets of all jobs, retransmissions not counted
MESSAGES = 1500
QPS = 1200  # of all hosts


class Budget:
    """What may still be sent.

    packets, messages, qps -- so many
    payload -- of a full packet, B
    """

    def __init__(self, payload):
        self.packets = PACKETS
        self.messages = MESSAGES
        self.qps = QPS
        self.payload = payload
        self.host_bytes = 0  # by the busiest host, all jobs one after the other

    def fit(self, rng, job, pairs, per_message, largest=1.0):
        """Gives a job as many QPs, repetitions and bytes as fit.

        pairs -- ordered pairs of hosts that it uses
        per_message -- function of bytes of the job: (messages, bytes of each)
        largest -- share of all bytes that the busiest host sends or receives
        """
        qps = max([n for n in (1, 2, 3, 4, 8, 16) if n * pairs <= self.qps] or [1])
        qps = rng.choice([n for n in (1, 1, 1, 2, 3, 4, 8, 16) if n <= qps])
        repeat = rng.choice((1, 1, 1, 2, 3))
        size = rng.choice((1, 4096, 50_000, 1_000_000, 4_000_000, 4_000_000, 16_000_000))
        size = max(1, int(size * rng.uniform(0.5, 1.5)))
        while size > 1:
            messages, length = per_message(size)
            packets = messages * max(qps, -(-length // self.payload))
            if packets * repeat <= self.packets and messages * qps * repeat <= self.messages:
                break
            size, repeat = size // 2, max(1, repeat - 1)
        messages, length = per_message(size)
        self.packets -= messages * max(1, -(-length // self.payload)) * repeat
        self.messages -= messages * repeat * qps
        self.qps -= pairs * qps
        self.host_bytes += int(messages * length * repeat * largest)
        job["bytes"] = size
        if qps > 1:
            job["qps"] = qps
        if repeat > 1:
            job["repeat"] = repeat


def draw_jobs(rng, network, transport, payload):
    """Jobs, and how long the busiest host sends or receives at full rate, s."""
    budget = Budget(payload)
    jobs = []
    for number in range(rng.choice((1, 1, 2, 3))):
        if number > 0 and (budget.packets < 100 or budget.messages < 100 or budget.qps < 100):
            break
        draw = rng.choice(DRAWS)
        job = draw(rng, network, budget)
        if rng.random() < 0.3:
            job["start"] = f"{rng.randrange(100_000)}ns"
        if rng.random() < 0.2 and jobs:
            job["after"] = jobs[0].get("name", "job0")
        if rng.random() < 0.3:
            job["name"] = f"{job['type']}-{number}"
        plain = transport.get("routing") == "ecmp"  # other routings of MRC leave RoCE no choice of paths
        if transport["type"] == "mrc" and plain and rng.random() < 0.1:
            job["transport"] = "roce"
            job["plane"] = rng.randrange(network.planes)
        jobs.append(job)
    share_hosts(rng, network, jobs)
    if len(jobs) > 1 and rng.random() < 0.2:
        rng.choice(jobs)["enabled"] = False
    return jobs, budget.host_bytes * 8 / (network.fabric_mbps * 1e6)


def draw_group(rng, network, most):
    """The key "hosts" of a job of a group, and how many these are."""
    most = min(most, network.hosts)
    way = rng.randrange(5)
    count = rng.randint(2, most)
    if way == 0 and network.hosts <= most:
        return "all", network.hosts
    if way == 1:
        first = rng.randint(0, network.hosts - count)
        return {"from": first, "to": first + count - 1}, count
    if way == 2:
        return {"count": count, "placement": rng.choice(("packed", "spread", "random"))}, count
    return rng.sample(range(network.hosts), count), count


def share_hosts(rng, network, jobs):
    """Lets placed jobs share hosts with others where these might be too few, and sometimes elsewhere."""
    groups = [job["hosts"] for job in jobs if isinstance(job.get("hosts"), (dict, list))]
    named = sum(
        len(hosts) if isinstance(hosts, list) else hosts["to"] + 1 - hosts["from"]
        for hosts in groups
        if "count" not in hosts
    )
    placed = [hosts for hosts in groups if "count" in hosts]
    crowded = named + sum(hosts["count"] for hosts in placed) > network.hosts
    for hosts in placed:
        if (crowded and len(jobs) > 1) or rng.random() < 0.2:
            hosts["shared"] = True


def draw_pair(rng, network):
    return rng.sample(range(network.hosts), 2)


def draw_write(rng, network, budget):
    job = {"type": "write", "hosts": draw_pair(rng, network)}
    budget.fit(rng, job, 1, lambda size: (1, size))
    return job


def draw_permutation(rng, network, budget):
    hosts, count = draw_group(rng, network, 64)
    job = {"type": "permutation", "hosts": hosts}
    budget.fit(rng, job, count, lambda size: (count, size), 1 / count)
    return job


def draw_incast(rng, network, budget):
    receiver = rng.randrange(network.hosts)
    others = [host for host in range(network.hosts) if host != receiver]
    senders = rng.sample(others, rng.randint(1, len(others)))
    job = {"type": "incast", "receiver": receiver, "senders": senders}
    budget.fit(rng, job, len(senders), lambda size: (len(senders), size))
    return job


def draw_all_to_all(rng, network, budget):
    hosts, count = draw_group(rng, network, 16)
    job = {"type": "all-to-all", "hosts": hosts}
    if rng.random() < 0.7:
        job["algorithm"] = rng.choice(("direct", "shift", "shuffled", "window"))
        if job["algorithm"] == "window":
            job["window"] = rng.randint(1, 4)
    pairs = count * (count - 1)
    budget.fit(rng, job, pairs, lambda size: (pairs, size), 1 / count)
    return job


def draw_all_reduce(rng, network, budget):
    hosts, count = draw_group(rng, network, 24)
    job = {"type": "all-reduce", "hosts": hosts}
    if rng.random() < 0.7:
        job["algorithm"] = rng.choice(("ring", "tree", "halving-doubling"))
    if job.get("algorithm") == "tree" and rng.random() < 0.5:
        job["chunk"] = "64KiB"
    steps = 2 * (count - 1)
    budget.fit(rng, job, 4 * count, lambda size: (count * steps, -(-size // count)), 1 / count)
    return job


def draw_ring(rng, network, budget):
    hosts, count = draw_group(rng, network, 32)
    job = {"type": rng.choice(("all-gather", "reduce-scatter")), "hosts": hosts}
    budget.fit(rng, job, count, lambda size: (count * (count - 1), -(-size // count)), 1 / count)
    return job


def draw_send_recv(rng, network, budget):
    hosts, count = draw_group(rng, network, 64)
    job = {"type": "send-recv", "hosts": hosts}
    budget.fit(rng, job, count, lambda size: (count, size), 1 / count)
    return job


def draw_broadcast(rng, network, budget):
    hosts, count = draw_group(rng, network, 32)
    job = {"type": "broadcast", "hosts": hosts}
    if rng.random() < 0.7:
        job["algorithm"] = rng.choice(("chain", "binomial"))
    if job.get("algorithm") == "chain":
        job["chunk"] = "32KiB"
    budget.fit(rng, job, 2 * count, lambda size: (count, size), 1 / count)
    return job


def draw_flows(rng, network, budget):
    flows = []
    for _ in range(rng.randint(1, 40)):
        src, dst = draw_pair(rng, network)
        flow = {"src": src, "dst": dst, "bytes": rng.choice((1, 64, 4096, 50_000, 200_000))}
        if rng.random() < 0.5:
            flow["start"] = f"{rng.randrange(200_000)}ns"
        packets = -(-flow["bytes"] // budget.payload)
        if packets < budget.packets:
            budget.packets -= packets
            flows.append(flow)
    src, dst = draw_pair(rng, network)
    flows.append({"src": src, "dst": dst, "bytes": 1})
    budget.qps -= len(flows)
    budget.host_bytes += sum(flow["bytes"] for flow in flows)
    return {"type": "flows", "flows": flows}


def draw_training_step(rng, network, budget):
    """Steps of training in two dimensions of parallelism."""
    count = rng.choice((4, 8))
    size = rng.choice((1_000, 20_000, 100_000))
    job = {
        "type": "training-step",
        "hosts": rng.sample(range(network.hosts), count),
        "pipelineParallel": 2,
        "dataParallel": count // 2,
        "compute": f"{rng.randrange(100, 20_000)}ns",
        "microbatches": rng.choice((1, 2)),
        "activationBytes": size // 10,
        "gradientBytes": size,
        "pipelineOrder": rng.choice(("1f1b", "gpipe")),
        "reduction": rng.choice(("all-reduce", "reduce-scatter")),
        "overlap": rng.random() < 0.5,
    }
    budget.packets -= 4 * count * (size // budget.payload + count)
    budget.messages -= 3 * count * count
    budget.qps -= count * count
    budget.host_bytes += 4 * size
    return job


def draw_poisson(rng, network, budget):
    hosts, count = draw_group(rng, network, 32)
    load = rng.choice((0.05, 0.3, 0.9))
    mean = rng.choice((2_000, 20_000))
    packets = budget.packets // 3
    total = min(packets * budget.payload // 2, budget.messages // 3 * mean)
    seconds = max(1e-6, total * 8 / (load * count * network.planes * network.mbps * 1e6))
    sizes = [{"bytes": 1, "percent": 0}, {"bytes": 2 * mean, "percent": 100}]
    duration = f"{int(seconds * 1e9) + 1}ns"
    budget.packets -= packets
    budget.messages -= budget.messages // 3
    budget.qps -= min(count * count, 100)
    budget.host_bytes += total
    return {"type": "poisson", "hosts": hosts, "load": load, "duration": duration, "sizes": sizes}


DRAWS = (
    draw_write,
    draw_permutation,
    draw_incast,
    draw_incast,
    draw_all_to_all,
    draw_all_reduce,
    draw_ring,
    draw_send_recv,
    draw_broadcast,
    draw_flows,
    draw_poisson,
    draw_training_step,
)
