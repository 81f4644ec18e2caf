# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Draws random objects by the schema of scenarios. It depends on no kind, and on the names of some keys."""

import math
import re

import networks
import tables

LEAST_HOSTS, MOST_HOSTS = 8, 64  # of a network
LAST_HOST = 131071  # keys with this bound are numbers of hosts
PATIENCE = 3  # timeouts with a doubled timer if a QP may fail: 4 ms at the default timer

#: Numbers that make small networks and short runs
NUMBERS = {
    "planes": (1, 1, 2, 2, 3, 4, 4, 8),
    "hostsPerT0": (1, 2, 4, 8),
    "t1PerPlane": (1, 2, 3, 4, 8),
    "t0PerPod": (1, 2, 4),
    "t1PerPod": (1, 2, 3),
    "hostsPerServer": (2, 4, 8),
    "tensorParallel": (2, 4),
    "expertParallel": (2, 4),
    "pipelineParallel": (2, 4),
    "parallelLinks": (1, 2, 3),
    "maxPaths": (1, 2, 8, 64),
    "count": (1, 2, 5, 20),
    "qps": (2, 3, 4, 8, 16),
    "repeat": (2, 3),
    "steps": (1, 2),
    "load": (0.05, 0.3, 0.9),
    "pmax": (0.1, 1),
    "rate": (0.0001, 0.01),
    "computeJitter": (0, 0.5),
    "burstLength": (2, 10),
    "bufferAlpha": (0.03, 0.125, 1),
}
SMALL = (1, 2, 2, 3, 4, 8)  # all other numbers
SIZES = (1, 4096, 50_000, 1_000_000, 4_000_000, 4_000_000, 16_000_000)  # B

#: Probability of an optional key, if it differs from SHARE
SHARE = 0.5
SHARES = {
    "planes": 0.9,
    "hostRate": 0.9,
    "switchDelay": 0.9,
    "start": 0.3,
    "after": 0.2,
    "enabled": 0.1,
    "driver": 0.15,
    "transport": 0.1,
    "plane": 0.05,
    "pfc": 0.7,
    "for": 0.6,
}
SHARES.update(dict.fromkeys(("attributes", "gradientBytes", "activationBytes", "expertBytes", "tensorBytes", "flows", "table"), 1))

#: Optional keys that require another key
NEEDS = {
    "serverRate": "hostsPerServer",
    "serverDelay": "serverRate",
    "activationBytes": "pipelineParallel",
    "expertBytes": "expertParallel",
    "tensorBytes": "tensorParallel",
    "buffer": "pfc",
    "bufferThreshold": "pfc",
    "bufferAlpha": "pfc",
    "staticXoff": "bufferThreshold",
    "pfcResponseTime": "pfc",
}

#: Attributes that change the packets or their times; those of MRC need EVs
ATTRIBUTES = {
    "ns3::MrcQpParameters::TransportAck": (False, True),
    "ns3::MrcQpParameters::SackThresholdBytes": (1, 4096, 32768),
    "ns3::MrcQpParameters::AckTimeout": (5, 8),
    "ns3::MrcEvParameters::ReverseEv": ("simple", "spec"),
    "ns3::RdmaNic::LinkDownDetect": ("0ns", "5us", "200us"),
}


def forms(schema):
    """The closed objects that a schema allows: pairs of the values of keys that select one, and its schema."""
    found = []
    for rule in schema.get("allOf", []):
        given = {key: [value["const"]] for key, value in rule["if"].get("properties", {}).items()}
        found += [({**given, **words}, form) for words, form in forms(rule["then"])]
        for words, form in forms(rule["else"]) if "else" in rule else []:
            others = {key: [v for v in form["properties"][key]["enum"] if [v] != value] for key, value in given.items()}
            found.append(({**others, **words}, form))
    return found or [({}, schema)]


def place_of(schema):
    """"link", "switch" or None: the part that an object, or the entries of a list, name in one of several forms."""
    schema = schema.get("items", schema)
    keys = {key for _, form in forms(schema) for key in form.get("properties", ())}
    return "link" if {"a", "b", "plane"} <= keys else "switch" if {"name", "plane"} <= keys else None


def words_of(schema):
    """The words that a string may be, except for names of classes."""
    if "enum" in schema:
        return schema["enum"]
    found = re.fullmatch(r"\^\((.*)\)\$", schema.get("pattern", ""))
    # After the first bracket follows a number with a unit, or the name of a class
    return [word for word in found[1].split("[")[0].split("|") if re.fullmatch(r"[A-Za-z0-9-]+", word)] if found else []


def order(key, schema):
    """Rank of a key in the order of draws: numbers may depend on words, and some on other numbers."""
    late = key in ("perSecond", "dataParallel") or (key == "hosts" and schema["type"] == "integer")
    return 0 if "enum" in schema else 2 if late else 1


class Draw:
    """Draws one object of a scenario.

    rng -- source of draws
    share -- factor for the probability of optional keys
    longest -- ns, maxima of durations
    scale -- factor for sizes
    crowd -- factor for numbers of hosts, messages, repetitions
    network -- if it is drawn already
    planes -- planes that may be named
    mood -- of the faults
    evs -- true if the transport has EVs
    driven -- kinds of jobs that a driver may send
    jobs -- names of the jobs that may be predecessors
    busy -- hosts of earlier jobs, receives those that are drawn
    favorites -- links that several faults may hit
    """

    def __init__(self, rng, **facts):
        self.rng = rng
        self.share = 1
        self.scale = 1
        self.crowd = 1
        self.longest = (1_000, 20_000, 100_000)
        self.planes = ()
        self.network = None
        self.mood = ""
        self.evs = False
        self.driven = ()
        self.jobs = []
        self.busy = []
        self.favorites = []
        self.__dict__.update(facts)

    def object(self, words, schema):
        """An object of one form (forms): required keys always, others sometimes."""
        properties = schema["properties"]
        needs = schema.get("dependencies", {})
        chosen = set(schema.get("required", ())) | {key for key in words if properties[key].get("default") not in words[key]}
        if not chosen:
            first = self.rng.choice([key for key in properties if key not in NEEDS and self.makes_sense(key)])
            chosen = {first, *needs.get(first, ())}
        for key in properties:
            if {*needs.get(key, ()), NEEDS.get(key, key)} - {key} <= chosen and self.wants(key):
                chosen.add(key)
        drawn = {}
        for key in sorted(chosen, key=lambda key: (order(key, properties[key]), [*properties].index(key))):
            if key not in drawn:
                value = self.rng.choice(words[key]) if key in words else self.value(key, properties[key], drawn)
                if value is not None:
                    drawn[key] = value
        if {"from", "to"} <= drawn.keys():
            first, last = sorted((drawn["from"], drawn["to"]))
            drawn.update({"from": first, "to": min(last, first + self.most_hosts() - 1)})
        return {key: drawn[key] for key in [*properties, *drawn] if key in drawn}

    def makes_sense(self, key):
        return key != "pfc" or not self.evs  # transports that choose paths tolerate loss

    def wants(self, key):
        if (key == "for" and self.mood == "passing") or (key == "hosts" and self.crowd < 1):
            return True
        share = SHARES.get(key, SHARE)
        return self.makes_sense(key) and self.rng.random() < share * (1 if share == 1 else self.share)

    def value(self, key, schema, drawn):
        """A value of a key, or None if there is no possible value.

        drawn -- the keys that the object has already
        """
        special = getattr(self, "key_" + key, None)
        if special:
            return special(schema, drawn)
        types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        words = words_of(schema)
        if self.network and not self.network.fabric:
            words = [word for word in words if word != "fabric"]  # a class without links
        if "quantity" in schema:
            return self.rng.choice(words) if words and self.rng.random() < 0.2 else self.quantity(schema)
        if len(types) > 1 and (not words or self.crowd < 1):
            types = [name for name in types if name != "string"]
        kind = self.rng.choice(types)
        if kind == "string" or "enum" in schema:
            return self.rng.choice(words) if words else None
        if kind == "boolean":
            return self.rng.random() < 0.5
        if kind == "array":
            return self.array(schema, drawn)
        if kind == "object":
            place = place_of(schema)
            return self.place(place) if place else self.object(*self.rng.choice(forms(schema)))
        return self.number(key, schema, drawn) if kind in ("integer", "number") else None

    def number(self, key, schema, drawn):
        if schema.get("maximum") == LAST_HOST and schema.get("minimum") == 0:
            return self.host(drawn)
        if key == "hosts":
            return self.count_hosts(drawn)
        choices = NUMBERS.get(key, SMALL)
        if schema["type"] == "integer" and schema.get("maximum", 0) > 1:
            choices = [max(1, round(number * self.crowd)) for number in choices]
        least = schema.get("minimum", 0)
        return min(max(self.rng.choice(choices), least), schema.get("maximum", float("inf")))

    def quantity(self, schema):
        least = 1 if schema.get("exclusiveMinimum") == 0 else schema.get("minimum", 0)
        if schema["quantity"] == "rate":
            return f"{self.rng.choice(networks.RATES)}Mbps"
        if schema["quantity"] == "time":
            length = self.rng.randint(0, self.rng.choice(self.longest)) if self.rng.random() < 0.9 else 0
            return f"{max(least, length)}ns"
        size = min(self.rng.choice(SIZES), SIZES[-1] * self.scale)
        return max(least, int(size * self.rng.uniform(0.5, 1.5)))

    def array(self, schema, drawn):
        items = schema["items"]
        least = schema.get("minItems", 1)
        if place_of(schema) == "link":
            drawn_links = [self.link() for _ in range(self.rng.randint(1, 4))]
            return [self.name(link) for link in dict.fromkeys(drawn_links)]
        if items["type"] == "integer":
            most = min(schema.get("maxItems", 64), self.most_hosts())
            free = [host for host in range(self.network.hosts) if host not in drawn.values()]
            hosts = self.rng.sample(free, self.rng.randint(least, min(most, len(free))))
            self.busy += hosts[:8]
            return hosts
        most = min(schema.get("maxItems", 40), max(least, int(40 * self.crowd)))
        return [self.object(*self.rng.choice(forms(items))) for _ in range(self.rng.randint(least, most))]

    def most_hosts(self):
        return min(self.network.hosts, max(3, int(MOST_HOSTS * self.crowd)))

    def host(self, drawn):
        """One of the hosts of the object, or a host that it does not name yet; a sender, if possible."""
        if isinstance(drawn.get("hosts"), list):
            return self.rng.choice(drawn["hosts"])
        hosts = self.busy if self.mood else range(self.network.hosts)
        free = [host for host in hosts if host not in drawn.values()]
        host = self.rng.choice(free or [host for host in range(self.network.hosts) if host not in drawn.values()])
        if not self.mood:
            self.busy.append(host)
        return host

    def count_hosts(self, drawn):
        """Number of hosts of a network that fills its T0s, pods and, unless these are too large, servers."""
        group = drawn.get("hostsPerT0", 1) * drawn.get("t0PerPod", 1)
        if group * drawn.get("hostsPerServer", 1) <= MOST_HOSTS:
            group *= drawn.get("hostsPerServer", 1)
        return group * self.rng.randint(-(-LEAST_HOSTS // group), MOST_HOSTS // group)

    # Places of faults

    def any_link(self):
        """A link of a host, (plane, host), or one between switches."""
        fabric = [link for link in self.network.fabric if link[0] in self.planes]
        if not fabric or self.rng.random() < 0.4:
            return self.rng.choice(self.planes), self.rng.choice(self.busy)
        return self.rng.choice(fabric)

    def link(self):
        while len(self.favorites) < 2:
            self.favorites.append(self.any_link())
        return self.rng.choice(self.favorites) if self.rng.random() < 0.4 else self.any_link()

    def name(self, link):
        return {"host": link[1], "plane": link[0]} if len(link) == 2 else networks.name_link(self.rng, link)

    def place(self, what):
        if what == "link":
            return self.name(self.link())
        switches = [switch for switch in self.network.switches if switch[0] in self.planes]
        return networks.name_switch(self.rng, self.rng.choice(switches))

    # Keys whose values follow from others, or from the mood

    def key_nodes(self, _, drawn):
        nodes, drawn["links"] = networks.draw_graph(self.rng, self.rng.choice(NUMBERS["planes"]))
        return nodes

    def key_t2PerPlane(self, _, drawn):  # noqa: N802
        return drawn["t1PerPod"] * self.rng.choice((1, 2, 4))

    def key_evs(self, _, drawn):
        evs = self.rng.choice((1, 2, 4, 16, 32)) * self.network.planes
        drawn["evsActive"] = self.rng.randint(self.network.planes, evs)
        return evs

    def key_evsActive(self, *_):  # noqa: N802
        return self.rng.randint(self.network.planes, 128)

    def key_evProbeInterval(self, *_):  # noqa: N802
        return f"{self.rng.choice((20, 100, 1000))}us"  # with shorter ones, probes fill a slow link

    def key_pathSelector(self, schema, _):  # noqa: N802
        # "single" never leaves its path, even if that fails
        return self.rng.choice([word for word in words_of(schema) if word != "single" or self.mood == "passing"])

    def key_buffer(self, *_):
        return self.rng.choice(("500KB", "2MB"))

    def key_attributes(self, _, drawn):
        names = [name for name in ATTRIBUTES if self.evs or not name.startswith("ns3::Mrc")]
        attributes = {name: self.rng.choice(ATTRIBUTES[name]) for name in names if self.rng.random() < (0.15 if self.evs else 0.5)}
        if self.evs and self.mood == "lasting":
            attributes["ns3::MrcQpParameters::RetryExponential"] = PATIENCE
        if drawn.get("profile") == "uec":
            # With its strict priority the headers of an incast of many QPs leave nothing for data (docs/measurements.md)
            attributes["ns3::FabricSwitchParameters::TrimmedShare"] = 0.05
            # The judge repeats the run with verifyWire
            attributes |= {"ns3::Fabric::TrimmedBytes": 0, "ns3::Fabric::SackBytes": 0}
        return attributes or None

    def key_name(self, *_):
        return f"job-{len(self.jobs)}x"

    def key_driver(self, schema, drawn):
        return self.rng.choice(words_of(schema)) if drawn["type"] in self.driven else None

    def key_after(self, *_):
        return self.rng.choice(self.jobs) if self.jobs else None

    def key_enabled(self, *_):
        return False if self.jobs else None

    def key_flows(self, schema, drawn):
        return self.array(schema, drawn) if self.rng.random() < 0.5 else None  # then it has a table

    def key_table(self, _, drawn):
        return None if "flows" in drawn else "\n".join([tables.NAMES, *tables.rows(self)])

    def key_until(self, schema, drawn):
        return self.quantity(schema) if "table" in drawn else None

    def key_sizes(self, *_):
        mean = self.rng.choice((2_000, 20_000))
        return [{"bytes": 1, "percent": 0}, {"bytes": 2 * mean, "percent": 100}]

    def key_duration(self, _, drawn):
        messages = 2 + self.rng.choice((50, 300, 1500)) * self.scale * self.crowd
        mbits = messages * 0.08  # of 10 kB each
        return f"{1 + int(1e9 * mbits / (drawn['load'] * self.network.hosts * self.network.planes * self.network.mbps))}ns"

    def key_dataParallel(self, _, drawn):  # noqa: N802
        others = [drawn.get(key, 1) for key in ("tensorParallel", "expertParallel", "pipelineParallel")]
        return max(1, len(drawn["hosts"]) // math.prod(others)) if isinstance(drawn.get("hosts"), list) else None

    def key_plane(self, *_):
        return self.rng.choice(self.planes)

    def key_ev(self, *_):
        ev = self.rng.choice(self.planes) << 12 | self.rng.randrange(8)
        return self.rng.choice((ev, hex(ev)))

    def key_for(self, *_):
        if self.mood != "passing" and self.rng.random() < 0.05:
            return "100s"  # after the end of the run
        return f"{self.rng.randint(1, self.rng.choice(self.longest))}ns"

    def key_down(self, *_):
        return f"{self.rng.randint(1, self.rng.choice((100, 10_000, 200_000)))}ns"

    def key_period(self, _, drawn):
        down = int(drawn["down"][:-2])
        return f"{down + self.rng.randint(1, 4 * down)}ns"

    def key_perSecond(self, _, drawn):  # noqa: N802
        length = int(drawn["for"][:-2]) if drawn.get("for", "100s") != "100s" else 10_000_000
        return round(min(1e5, 300 / (self.network.links * length * 1e-9)), 3)

    def key_loss(self, _, drawn):
        if drawn.get("model") == "ber":
            return self.rng.choice((1e-9, 1e-6, 1e-5))
        losses = (0.001, 0.02, 1) if self.mood == "lasting" else (0.001, 0.02, 0.1, 0.5, 1)
        return min(self.rng.choice(losses), 0.5 if drawn.get("model") == "burst" else 1)

    def key_extra(self, *_):
        return f"{self.rng.choice((100, 5_000, 100_000, 1_000 if self.mood == 'lasting' else 5_000_000))}ns"

    def key_rate(self, schema, drawn):
        if schema.get("quantity") != "rate":
            return self.number("rate", schema, drawn)
        slow = 1 if self.mood == "spared" else self.network.mbps // 20
        return f"{self.rng.choice((max(1, slow), self.network.mbps // 3, self.network.mbps))}Mbps"
