/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "kinds/group-job.h"

#include "ns3/rdma-point-to-point-schedule.h"

namespace mrcsim
{

namespace
{

/// Every host sends to the next one of the list, the last to the first.
class SendRecvJob : public GroupJob
{
  public:
    using GroupJob::GroupJob;

  protected:
    ns3::RdmaSchedule Make(const JobCast& cast) const override
    {
        return ns3::MakeRdmaSendRecv(static_cast<uint32_t>(cast.hosts.size()), GetSize());
    }
};

const JobKind KIND("send-recv", JobReaderOf<SendRecvJob>());

} // namespace

} // namespace mrcsim
