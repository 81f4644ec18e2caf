/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "result-table.h"

namespace mrcsim
{

using K = CellKind;

// clang-format off

const ResultTable&
GetSampleTable()
{
    static const ResultTable table(
        {"samples.csv",
         "time series, a row per time, kind and object; with measure.zeros false, a missing row "
         "means zero. Times are multiples of measure.sampleInterval",
         ""},
        nullptr,
        &Results::samples,
        Columns<ns3::RdmaSample>({
        {"time_ns", &ns3::RdmaSample::time, K::NUMBER, "ns", "end of the sampling interval"},
        {"kind", &ns3::RdmaSample::kind, K::TEXT, "", "kind of time series, see below"},
        {"object", &ns3::RdmaSample::object, K::TEXT, "", "name of the host, plane, job, port or QP"},
        {"value", &ns3::RdmaSample::value, K::NUMBER, "", "value in the unit of the kind"},
        }));
    return table;
}

const ResultTable&
GetLinkTable()
{
    static const ResultTable table(
        {"links.csv",
         "a row per link and direction, at the end of the run; measure.links selects the links",
         ""},
        nullptr,
        [](const Results& results, const auto& show) { results.links(show); },
        Columns<LinkRow>({
        {"tier", &LinkRow::tier, K::TEXT, "",
         "tiers of the two ends, such as host-t0, t1-t0; host-switch in graphs"},
        {"plane", &LinkRow::plane, K::ID, "", "plane, from 0"},
        {"a", &LinkRow::a, K::TEXT, "", "sending end"},
        {"b", &LinkRow::b, K::TEXT, "", "receiving end"},
        {"bytes", &LinkRow::bytes, K::COUNT, "B", "bytes of frames sent, without preamble and gap"},
        {"packets", &LinkRow::packets, K::COUNT, "frames", "frames sent, including control frames"},
        {"drops", &LinkRow::drops, K::COUNT, "frames",
         "frames dropped before the link or lost on it"},
        {"trims", &LinkRow::trims, K::COUNT, "frames", "frames trimmed in its queue"},
        {"ecn_marks", &LinkRow::ecnMarks, K::COUNT, "frames", "frames marked in its queue"},
        {"pauses_ns", &LinkRow::pauses, K::NUMBER, "ns",
         "time paused by PFC, sum of all classes"},
        {"max_queue_bytes", &LinkRow::maxQueueBytes, K::COUNT, "B", "longest data queue"},
        {"utilisation", &LinkRow::utilisation, K::NUMBER, "1",
         "line time used, including gaps between frames, divided by simulated time; 0 to 1"},
        {"pfc_frames", &LinkRow::pfcFrames, K::COUNT, "frames",
         "PFC frames that paused or resumed its sender"},
        {"index", &LinkRow::index, K::ID, "",
         "index among the links between the same two ends, from 0"},
        }));
    return table;
}

const ResultTable&
GetEventTable()
{
    static const ResultTable table(
        {"events.csv", "events: faults, changes of EVs and ports, failed QPs", ""},
        nullptr,
        &Results::events,
        Columns<EventRow>({
        {"time_ns", &EventRow::time, K::NUMBER, "ns", "time of the event"},
        {"kind", &EventRow::kind, K::TEXT, "", "kind of event, see below"},
        {"object", &EventRow::object, K::TEXT, "", "affected object"},
        {"detail", &EventRow::detail, K::TEXT, "", "details"},
        }));
    return table;
}

const ResultTable&
GetEvTable()
{
    static const ResultTable table(
        {"evs.csv",
         "a row per EV of every MRC QP, at the end of the run; EVs over longer paths of a graph if "
         "the QP has needed them",
         "with measure.evs"},
        [](const Results& results) { return results.evs != nullptr; },
        [](const Results& results, const auto& show) { results.evs(show); },
        Columns<EvRow>({
        {"qp", &EvRow::qp, K::TEXT, "", "the QP end that sends with it, such as h3/qp4"},
        {"peer", &EvRow::peer, K::TEXT, "", "host at the other end"},
        {"plane", &EvRow::plane, K::ID, "", "plane, from 0"},
        {"ev", [](const EvRow& row) { return Hexadecimal{row.ev}; }, K::TEXT, "",
         "the entropy value, such as 0x5, as in events.csv"},
        {"state", &EvRow::state, K::TEXT, "",
         "good, skip (skipped because of congestion), bad (retired) or denied"},
        {"path", &EvRow::path, K::TEXT, "",
         "nodes of the path, separated by blanks; empty if the EV does not determine it"},
        }));
    return table;
}

// clang-format on

} // namespace mrcsim
