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

/// Job: every host sends to the next one of the list, the last to the first.
class SendRecvJob : public GroupJob
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclareHosts(keys);
        DeclareBytes(keys,
                     "Size of the message from each host to the next one of the list (from the "
                     "last to the first).");
    }

    bool IsOperation() const override
    {
        return true;
    }

  protected:
    ns3::RdmaSchedule Make(const ScheduleInput& input) const override
    {
        return ns3::MakeRdmaSendRecv(static_cast<uint32_t>(input.hosts.size()), GetSize());
    }
};

const auto KIND =
    JobKind::Make<SendRecvJob>("send-recv", 60, "every host sends to the next one of the list.");

} // namespace

} // namespace mrcsim
