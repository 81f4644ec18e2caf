# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Random faults, in one of three moods.

spared -- one plane is not touched: no QP may fail, and everything is done
passing -- all faults end before any QP would give up: no QP may fail, and everything is done
lasting -- faults anywhere, also for good: a QP may fail that has no plane left
"""

MOODS = ("spared", "passing", "lasting")


class FaultDraw:
    """Draws faults that a scenario can have.

    network -- what they hit
    mood -- see above
    horizon -- time in which they begin, ns
    spared -- the plane that is not touched, or None
    transport -- its type
    """

    def __init__(self, rng, network, mood, horizon, transport):
        self.rng = rng
        self.network = network
        self.mood = mood
        self.horizon = max(2_000, horizon)
        self.transport = transport
        self.spared = rng.randrange(network.planes) if mood == "spared" else None
        self.planes = [plane for plane in range(network.planes) if plane != self.spared]
        self.links = [link for plane, link in network.fabric if plane != self.spared]
        self.switches = [switch for plane, switch in network.switches if plane != self.spared]
        self.busy = list(range(network.hosts))  # hosts worth a fault
        self.favorites = []  # links that several faults hit
        self.outages = 0  # ns, one after the other

    def any_link(self):
        if not self.links or self.rng.random() < 0.4:
            return {"host": self.rng.choice(self.busy), "plane": self.rng.choice(self.planes)}
        return self.rng.choice(self.links)

    def link(self):
        if not self.favorites:
            self.favorites = [self.any_link() for _ in range(2)]
        return self.rng.choice(self.favorites) if self.rng.random() < 0.4 else self.any_link()

    def when(self):
        return 0 if self.rng.random() < 0.1 else self.rng.randrange(self.horizon)

    def length(self):
        """How long a fault that passes lasts, ns."""
        longest = self.rng.choice((1_000, 50_000, 500_000, 3_000_000))
        return self.rng.randint(1, longest)

    def until(self, fault):
        """Lets a fault end, or not."""
        if self.mood == "passing" or self.rng.random() < 0.6:
            length = self.length()
            self.outages += length
            fault["for"] = f"{length}ns"
            if self.mood != "passing" and self.rng.random() < 0.05:
                fault["for"] = "100s"  # behind the end of the run
        return fault

    def directed(self, fault):
        if self.rng.random() < 0.6:
            fault["direction"] = self.rng.choice(("both", "ab", "ba"))
        return fault

    def draw(self):
        """A list of faults."""
        faults = []
        for _ in range(self.rng.choice((0, 1, 2, 3, 4, 5, 8, 12))):
            kinds = [k for k in KINDS if self.transport == "mrc" or not k.startswith("ev-")]
            kinds = [k for k in kinds if self.mood != "spared" or k != "random-flaps"]
            what = self.rng.choice(kinds)
            at = self.when()
            fault = getattr(self, "draw_" + what.replace("-", "_"))()
            if fault is not None:
                faults.append({"at": f"{at}ns", "what": what, **fault})
        self.add_link_up(faults)
        self.rng.shuffle(faults)
        return faults

    def add_link_up(self, faults):
        """A link that is down comes up before its time, or in the middle of a flap."""
        for fault in list(faults):
            if fault["what"] in ("link-down", "link-flap") and self.rng.random() < 0.4:
                down = int((fault.get("down") or fault.get("for") or "100000ns")[:-2]) if fault.get("for") != "100s" else 50_000
                at = int(fault["at"][:-2]) + self.rng.randrange(max(1, down))
                faults.append({"at": f"{at}ns", "what": "link-up", "link": fault["link"]})

    def draw_link_down(self):
        return self.until({"link": self.link()})

    def flap(self, most):
        down = self.rng.randint(1, most)
        count = self.rng.choice((1, 2, 5, 20))
        self.outages += down * count
        return {"down": f"{down}ns", "period": f"{down + self.rng.randint(1, 4 * most)}ns", "count": count}

    def draw_link_flap(self):
        return {"link": self.link(), **self.flap(self.rng.choice((100, 10_000, 200_000)))}

    def loss(self):
        return self.rng.choice((0.001, 0.02, 0.1, 0.5, 1) if self.mood != "lasting" else (0.001, 0.02, 1))

    def draw_link_loss(self):
        fault = {"link": self.link(), "loss": self.loss()}
        model = self.rng.choice((None, "bernoulli", "burst", "ber"))
        if model:
            fault["model"] = model
        if model == "burst":
            fault["loss"] = min(fault["loss"], 0.5)
            fault["burstLength"] = self.rng.choice((2, 10))
        if model == "ber":
            fault["loss"] = self.rng.choice((1e-9, 1e-6, 1e-5))
        return self.until(self.directed(fault))

    def draw_answer_loss(self):
        return self.until(self.directed({"link": self.link(), "loss": self.loss()}))

    def draw_link_rate(self):
        slow = 1 if self.mood == "spared" else self.network.fabric_mbps // 20
        mbps = self.rng.choice((max(1, slow), self.network.fabric_mbps // 3, self.network.fabric_mbps))
        return self.until(self.directed({"link": self.link(), "rate": f"{mbps}Mbps"}))

    def draw_link_delay(self):
        extra = self.rng.choice((100, 5_000, 100_000, 5_000_000 if self.mood != "lasting" else 1_000))
        self.outages += extra
        return self.until(self.directed({"link": self.link(), "extra": f"{extra}ns"}))

    def draw_switch_down(self):
        return self.until({"switch": self.rng.choice(self.switches)})

    draw_switch_silent = draw_switch_down

    def draw_switch_reboot(self):
        fault = {"switch": self.rng.choice(self.switches)}
        length = self.length()
        self.outages += length
        return dict(fault, **{"for": f"{length}ns"})

    def nic_port(self):
        return {"host": self.rng.choice(self.busy), "plane": self.rng.choice(self.planes)}

    def draw_nic_port_down(self):
        return self.until(self.nic_port())

    def draw_port_admin(self):
        if self.rng.random() < 0.3:
            return dict(self.nic_port(), up=True)
        return self.until(dict(self.nic_port(), up=False))

    def draw_transceiver_glitch(self):
        links = []
        for _ in range(self.rng.randint(1, 4)):
            link = self.any_link()
            ends = ({v for k, v in link.items() if k in "ab"}, link.get("index", 0))
            if all(link != x and ends != ({v for k, v in x.items() if k in "ab"}, x.get("index", 0)) or not ends[0] for x in links):
                links.append(link)
        unique = [link for i, link in enumerate(links) if link not in links[:i]]
        fault = {"links": unique, **self.flap(self.rng.choice((1_000, 100_000)))}
        if self.rng.random() < 0.5:
            fault["stagger"] = f"{self.rng.randrange(20_000)}ns"
        return fault

    def draw_random_flaps(self):
        length = self.length()
        down = self.rng.choice((500, 5_000, 50_000))
        links = "host" if self.rng.random() < 0.5 or not self.network.fabric else "fabric"
        count = len(self.network.fabric) if links == "fabric" else self.network.hosts * self.network.planes
        per_second = min(1e5, 300 / (count * length * 1e-9))
        self.outages += length + down
        return {"links": links, "perSecond": round(per_second, 3), "down": f"{down}ns", "for": f"{length}ns"}

    def ev(self):
        host = self.rng.choice(self.busy)
        peer = self.rng.choice([other for other in range(self.network.hosts) if other != host])
        ev = self.rng.choice(self.planes) << 12 | self.rng.randrange(8)
        return {"host": host, "peer": peer, "ev": self.rng.choice((ev, hex(ev)))}

    def draw_ev_loss(self):
        return self.until(dict(self.ev(), loss=self.loss()))

    def draw_ev_deny(self):
        return self.until(self.ev())


KINDS = (
    "link-down",
    "link-flap",
    "link-loss",
    "answer-loss",
    "link-rate",
    "link-delay",
    "switch-down",
    "switch-silent",
    "switch-reboot",
    "nic-port-down",
    "transceiver-glitch",
    "random-flaps",
    "port-admin",
    "ev-loss",
    "ev-deny",
)  # link-up follows them
