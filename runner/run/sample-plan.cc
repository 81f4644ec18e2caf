/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sample-plan.h"

namespace mrcsim
{

std::vector<std::string>
GetSampleKinds()
{
    return {"host.rx_gbps",
            "plane.rx_gbps",
            "job.throughput_gbps",
            "job.steps_per_s",
            "port.queue_bytes",
            "port.paused",
            "port.tx_gbps",
            "qp.cwnd_bytes",
            "qp.rate_gbps",
            "qp.rtt_ns",
            "qp.evs_good",
            "qp.evs_skip",
            "qp.evs_bad",
            "qp.evs_denied"};
}

} // namespace mrcsim
