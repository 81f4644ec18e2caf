/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef MRC_REQUESTER_FIXTURE_H
#define MRC_REQUESTER_FIXTURE_H

#include "mrc-transport-fixture.h"

namespace ns3
{

/// The sending half, tested through the interface of the transport. It declares losses at once,
/// without a grace period after trims, and requests a SACK after one silent base RTT.
class MrcRequesterTest : public MrcTransportFixture
{
  protected:
    MrcRequesterTest()
    {
        m_setup.qp.lossRules.trimGracePeriod = 0;
        m_setup.qp.ackSilenceRtts = 1;
    }
};

} // namespace ns3

#endif // MRC_REQUESTER_FIXTURE_H
