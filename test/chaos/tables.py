# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Random tables of flows: messages, computations and collectives that wait for each other."""

NAMES = "id,src,dst,bytes,start_ns,after,delay_ns,op"
OPERATIONS = ("all-reduce", "all-gather", "reduce-scatter", "all-to-all", "broadcast")
MOST_ROWS = 30


def rows(draw):
    """The rows of a table, in any order.

    draw -- source of draws, with the hosts (draw.py)
    """
    rng = draw.rng
    count = max(1, int(rng.randint(1, MOST_ROWS) * draw.crowd))
    hosts = rng.sample(range(draw.network.hosts), min(draw.most_hosts(), rng.randint(2, 8)))
    draw.busy += hosts
    endless = {number for number in range(1, count) if rng.random() < 0.05}
    found = []
    for number in range(count):
        before = [other for other in range(number) if other not in endless]
        after = rng.sample(before, min(len(before), rng.choice((0, 0, 1, 1, 2))))
        kind = rng.choice(("message", "message", "computation", "collective")) if number not in endless else "message"
        src, dst, op = rng.choice(hosts), "", ""
        if kind == "message":
            dst = rng.choice([host for host in hosts if host != src])
        elif kind == "collective":
            src, op = " ".join(map(str, rng.sample(hosts, rng.randint(2, len(hosts))))), rng.choice(OPERATIONS)
        size = 0 if kind == "computation" or number in endless else rng.randint(1, int(100_000 * draw.scale) + 1)
        start = rng.choice(("", rng.randrange(20_000)))
        delay = rng.choice(("", rng.randrange(5_000)))
        found.append(f"{number},{src},{dst},{size},{start},{' '.join(map(str, after))},{delay},{op}")
    if all(row.split(",")[1:4:2] == ["", "0"] for row in found):  # computations alone
        found[0] = f"0,{hosts[0]},{hosts[1]},1,,,,"
    rng.shuffle(found)
    return found
