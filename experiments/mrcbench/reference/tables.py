# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The CSV files of a results folder: every column with its kind, unit and meaning."""

from __future__ import annotations

from .entries import Table, count, flag, ident, number, text

JOBS = Table(
    "a row per job and repetition",
    {
        "job": text("name of the job, workload[].name"),
        "repetition": ident("which repetition, from 0"),
        "type": text("workload[].type"),
        "bytes": count("workload[].bytes; of training steps, the sum of all messages", "B"),
        "hosts": count("hosts that take part"),
        "start_ns": number("ns", "the first message is posted"),
        "end_ns": number("ns", "the last byte is delivered; empty if that did not happen"),
        "duration_ns": number("ns", "end_ns - start_ns"),
        "algbw_gbps": number("Gb/s", "size over duration; the size as nccl-tests counts it"),
        "busbw_gbps": number("Gb/s", "algbw_gbps times the factor of the collective in nccl-tests"),
        "ideal_ns": number("ns", "no run can be shorter: docs/fluid.md"),
        "efficiency": number("1", "ideal_ns / duration_ns, from 0 to 1"),
    },
)

FLOWS = Table(
    "a row per message; with several QPs a transfer is as many messages",
    {
        "flow": ident("number of the message, from 0, in the order of posting"),
        "job": text("name of its job"),
        "step": ident("step of the job that it belongs to, from 0"),
        "src": ident("number of the sending host"),
        "dst": ident("number of the receiving host"),
        "qp": ident("which QP of the pair, from 0; jobs have ranges one after the other"),
        "bytes": count("payload", "B"),
        "start_ns": number("ns", "posted at the sender"),
        "end_ns": number("ns", "last byte placed at the receiver; empty if it was not"),
        "fct_ns": number("ns", "end_ns - start_ns"),
        "ideal_ns": number("ns", "least possible fct_ns in the idle network"),
        "slowdown": number("1", "fct_ns / ideal_ns, from 1"),
        "packets": count("data packets sent, retransmissions included; 0 within a server", "packets"),
        "retransmits": count("of these, sent again", "packets"),
        "trims": count("NACKs of trimmed packets that its sender received", "packets"),
        "ecn_marks": count("echoes of ECN marks that its sender received"),
        "timeouts": count("retransmission timers of its QP that expired meanwhile"),
        "completed": flag("delivered"),
    },
)

SAMPLES = Table(
    "time series, a row per time, kind and object; with measure.zeros false, a row that is not there means "
    "zero. Times are the multiples of measure.sampleInterval",
    {
        "time_ns": number("ns", "end of the sampling interval"),
        "kind": text("what was sampled, see below"),
        "object": text("of which host, plane, job, port or QP"),
        "value": number("", "in the unit of the kind"),
    },
)

LINKS = Table(
    "a row per link and direction, at the end of the run; which links: measure.links",
    {
        "tier": text("tiers of the two ends, such as host-t0, t1-t0; host-switch in graphs"),
        "plane": ident("plane, from 0"),
        "a": text("the end that sends"),
        "b": text("the end that receives"),
        "bytes": count("frames sent, without preamble and gap", "B"),
        "packets": count("frames sent, control included", "frames"),
        "drops": count("frames dropped before the link or lost on it", "frames"),
        "trims": count("frames trimmed in its queue", "frames"),
        "ecn_marks": count("frames marked in its queue", "frames"),
        "pauses_ns": number("ns", "time that PFC held it, all classes added up"),
        "max_queue_bytes": count("longest data queue", "B"),
        "utilisation": number("1", "line time used over simulated time, gaps between frames included; 0 to 1"),
        "pfc_frames": count("PFC frames that told its sender to pause or resume", "frames"),
        "index": ident("which of the links between the same two ends, from 0"),
    },
)

EVENTS = Table(
    "what happened: faults, states of EVs and ports, QPs that failed",
    {
        "time_ns": number("ns", "when"),
        "kind": text("what, see below"),
        "object": text("to what"),
        "detail": text("how"),
    },
)

STEPS = Table(
    "a row per step that has begun",
    {
        "job": text("name of the job"),
        "step": ident("step, from 0 in every repetition"),
        "start_ns": number("ns", "the first host begins it"),
        "end_ns": number("ns", "the last host has done it; empty if it has not"),
        "duration_ns": number("ns", "end_ns - start_ns"),
        "compute_ns": number("ns", "computations of the host that computes longest in it"),
        "slowest_flow": ident(
            "message with the largest slowdown, its number in flows.csv; in a step that did not end the first "
            "that was not delivered, or nothing"
        ),
        "slowest_src": ident("its sending host"),
        "slowest_dst": ident("its receiving host"),
        "slowest_slowdown": number("1", "its slowdown, if it was delivered"),
        "completed": flag("the step ended"),
        "repetition": ident("repetition of the job, from 0"),
    },
    "with a job of training steps",
)

RECOVERY = Table(
    "a row per fault that has begun; docs/faults.md tells how each number is found",
    {
        "fault": ident("number in faults[], from 0"),
        "what": text("faults[].what"),
        "object": text("to what"),
        "at_ns": number("ns", "it began for the first time"),
        "until_ns": number("ns", "it ended for the last time; empty while it holds"),
        "first_loss_ns": number("ns", "first data packet lost by it"),
        "last_loss_ns": number("ns", "last data packet lost by it"),
        "lost_packets": count("data packets lost by it, trimmed ones included", "packets"),
        "trimmed_packets": count("frames trimmed anywhere from at_ns until goodput was back", "frames"),
        "evs_retired": count("times that an EV was retired whose way leads over it", "EVs"),
        "evs_retired_wrongly": count("times that an EV with a sound way was retired meanwhile", "EVs"),
        "loss_free_after_ns": number("ns", "from at_ns to the last loss"),
        "goodput_95_after_ns": number(
            "ns", "until goodput was back at 95 % of what the remaining network allows; 0: it never fell"
        ),
        "qps_touched": count("QP ends that lost packets were meant for", "QP ends"),
        "qps_failed": count("QP ends between the same hosts that failed", "QP ends"),
        "evs_back_after_ns": number("ns", "from until_ns to the return of the last EV that it had retired"),
        "lost_answers": count("SACKs, NACKs and ACKs lost by it", "packets"),
        "longest_qp_loss_ns": number("ns", "from the first loss of a QP to its last, where that takes longest"),
    },
    "with a fault that began",
)

MONITOR = Table(
    "a row per verdict of the monitor; docs/monitor.md",
    {
        "time_ns": number("ns", "when"),
        "element": text("link or switch, as in links.csv"),
        "kind": text("nic-link, fabric-link, t0 or t1"),
        "state": text("faulty from now on, or healthy again"),
        "loss_share": number("1", "share of the probes across it that it loses, as estimated"),
        "true": flag("the verdict agrees with the truth"),
    },
    "with monitor",
)

EVS = Table(
    "a row per EV of every MRC QP, as it is at the end of the run",
    {
        "qp": text("the QP end that sends with it, such as h3/qp4"),
        "peer": text("host at the other end"),
        "plane": ident("plane, from 0"),
        "ev": text("the entropy value, such as 0x5, as in events.csv"),
        "state": text("good, skip (passed over because of congestion), bad (retired) or denied"),
        "path": text("nodes on the way, separated by blanks; empty where the EV does not fix it"),
    },
    "with measure.evs",
)

#: By the names of the files.
TABLES = {
    "jobs.csv": JOBS,
    "flows.csv": FLOWS,
    "samples.csv": SAMPLES,
    "links.csv": LINKS,
    "events.csv": EVENTS,
    "steps.csv": STEPS,
    "recovery.csv": RECOVERY,
    "monitor.csv": MONITOR,
    "evs.csv": EVS,
}

#: pcap/*.csv: what passes a port that is captured with "log". Fields that a frame does not have are empty.
FRAMES = Table(
    "a row per frame that passes a captured port; fields that a frame does not have are empty",
    {
        "time_ns": number("ns", "first bit sent, or last bit received"),
        "direction": text("tx or rx, seen from the port"),
        "bytes": count("of the frame, from the Ethernet header to the iCRC", "B"),
        "encap": text("srv6, plain, packet (of ns-3's own stack) or pfc"),
        "plane": ident("plane, from 0"),
        "src_host": ident("number of the sending host"),
        "dst_host": ident("number of the receiving host"),
        "outer_dst": text("destination of the outer IPv6 header, hexadecimal"),
        "segments_left": count("of the SRH"),
        "ev": ident("entropy value, with the plane in bits 15:12"),
        "dscp": ident("code point of the class"),
        "ecn": ident("2: not marked, 3: marked"),
        "hop_limit": count("of the outer IPv6 header"),
        "opcode": ident("of the BTH"),
        "dest_qpn": ident("of the BTH"),
        "psn": ident("packet sequence number"),
        "ack_request": flag("of the BTH"),
        "rtx": flag("sent again"),
        "ts": flag("a write has a timestamp"),
        "msn": ident("message sequence number"),
        "rqmsn": ident("number of the receive that it uses"),
        "va": text("address to write to, hexadecimal"),
        "rkey": ident("key of the memory"),
        "dma_length": count("of the message", "B"),
        "payload_bytes": count("of the packet", "B"),
        "immediate": ident("immediate data"),
        "tx_timestamp": number("128 ns", "when the packet, or that which is answered, was sent, by its sender's clock"),
        "m": ident("SACK: verdict on the EV"),
        "pr": flag("SACK: answers a probe"),
        "ack_psn_offset": ident("SACK: PSN of the packet that it answers, from cack_psn; of a probe, its number"),
        "entropy": ident("SACK, NACK: entropy value that is echoed"),
        "cack_psn": ident("SACK: last PSN received in order"),
        "mpr": count("SACK: packets that may be under way; 0: not said", "128 packets"),
        "sack_offset": ident("SACK: PSN of the first bit of the bitmap, from cack_psn"),
        "sack_bitmap": text("SACK: what has arrived, hexadecimal"),
        "ooo_count": count("SACK: packets held above cack_psn", "packets"),
        "restore_cwnd": flag("SACK: end of a penalty of the receiver"),
        "rcv_cwnd_pen": count("SACK: penalty of the receiver, 0 to 127; 0: none"),
        "rcvd_bytes": count("SACK: bytes accepted", "256 B"),
        "nack_reason": ident("NACK: why"),
        "nack_psn": ident("NACK: which packet"),
        "probe_id": ident("probes: number"),
        "op": ident("port status (0) or EV probe (1)"),
        "port_status_mask": ident("port status: bit n set: port n, from 1, is up"),
        "syndrome": ident("of the AETH"),
        "trigger_psn": ident("NAK of a QP with selective repeat: packet that drew it"),
        "pfc_classes": ident("PFC: bit p set: priority p is meant"),
        "pfc_quanta": text("PFC: pause times, lowest priority first, 0: resume"),
    },
    "measure.pcap with log",
)
