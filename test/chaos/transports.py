# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Random transports and switches."""

PATIENCE = 3  # time-outs with a doubled timer where a QP may fail: 4 ms at the default timer


def draw_transport(rng, planes, mood):
    """The keys "transport" and "switch".

    mood -- of the faults
    """
    kinds = [(draw_mrc, 12), (draw_roce, 3), (draw_tcp, 1)] if planes == 1 else [(draw_mrc, 1)]
    draw = rng.choices([kind for kind, _ in kinds], [weight for _, weight in kinds])[0]
    transport, switch = draw(rng, planes, mood)
    if rng.random() < 0.2:
        switch["ecn"] = {"kmin": "20KB", "kmax": "80KB", "pmax": rng.choice((0.1, 1))}
    if "pfc" in switch and rng.random() < 0.4:
        switch["buffer"] = rng.choice(("500KB", "2MB"))
    return transport, switch


def draw_mrc(rng, planes, mood):
    transport = {"type": "mrc"}
    if rng.random() < 0.5:
        transport["profile"] = rng.choice(("mrc", "uec", "enhanced"))
    if rng.random() < 0.7:
        transport["routing"] = rng.choice(("srv6", "structured", "ecmp"))
    if rng.random() < 0.5:
        names = ["mrc", "oblivious", "bitmap", "reps", "mixed"]
        if mood == "passing":
            names.append("single")  # stays on its path, whatever becomes of that
        transport["pathSelector"] = rng.choice(names)
    if rng.random() < 0.5:
        transport["congestionControl"] = rng.choice(("nscc", "swift", "dctcp", "none"))
    if rng.random() < 0.5:
        evs = rng.choice((planes, 2 * planes, 4 * planes, 16 * planes, 32 * planes))
        transport["evs"] = evs
        transport["evsActive"] = rng.randint(planes, evs)
    if rng.random() < 0.3:
        transport["evProbeInterval"] = f"{rng.choice((20, 100, 1000))}us"
    if rng.random() < 0.5:
        transport["mtu"] = rng.choice((256, 512, 1024, 2048, 4096))
    attributes = draw_attributes(rng)
    if mood == "lasting":
        attributes["ns3::MrcQpParameters::RetryExponential"] = PATIENCE
    if transport.get("profile") == "uec":
        # With its strict priority the headers of an incast of many QPs leave nothing for data (docs/validation.md)
        attributes["ns3::FabricSwitchParameters::TrimmedShare"] = 0.05
    if attributes:
        transport["attributes"] = attributes
    return transport, {"trimming": rng.random() < 0.5} if rng.random() < 0.5 else {}


def draw_attributes(rng):
    """Some of MRC's settings that change which packets are sent when."""
    attributes = {}
    for name, values in (
        ("MrcQpParameters::TransportAck", (False, True)),
        ("MrcQpParameters::SackThresholdBytes", (1, 4096, 32768)),
        ("MrcQpParameters::AckTimeout", (5, 8)),
        ("MrcEvParameters::ReverseEv", ("simple", "spec")),
        ("RdmaNic::LinkDownDetect", ("0ns", "5us", "200us")),
    ):
        if rng.random() < 0.15:
            attributes["ns3::" + name] = rng.choice(values)
    return attributes


def draw_roce(rng, planes, mood):
    del planes, mood
    transport = {"type": "roce", "reliability": rng.choice(("go-back-n", "selective-repeat"))}
    transport["congestionControl"] = rng.choice(("dcqcn", "none"))
    transport["loadBalancing"] = rng.choice(("ecmp", "spray", "flowlet", "adaptive"))
    if rng.random() < 0.5:
        transport["mtu"] = rng.choice((256, 1024, 4096))
    return transport, {"pfc": True} if rng.random() < 0.4 else {}


def draw_tcp(rng, planes, mood):
    del planes, mood
    transport = {"type": "tcp", "congestionControl": rng.choice(("dctcp", "cubic", "linux-reno"))}
    transport["loadBalancing"] = rng.choice(("ecmp", "flowlet"))
    return transport, {}
