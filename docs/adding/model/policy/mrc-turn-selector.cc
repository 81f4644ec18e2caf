/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/mrc-ev-table.h"
#include "ns3/mrc-path-selector.h"

#include <vector>

namespace ns3
{

/**
 * The active EVs in turn, plane after plane. SACKs, NACKs and losses are reported to the EV table,
 * which retires EVs that fail.
 */
class MrcTurnSelector : public MrcPathSelector
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::MrcTurnSelector")
                                .SetParent<MrcPathSelector>()
                                .SetGroupName("Mrc")
                                .AddConstructor<MrcTurnSelector>();
        return tid;
    }

    Ptr<MrcPathSelector> Fork() const override
    {
        return CopyObject(Ptr<const MrcTurnSelector>(this));
    }

    std::optional<MrcPath> GetSendParams(RdmaTick /* now */, uint32_t readyPorts) override
    {
        const uint32_t ready = readyPorts & m_table->GetOpenPlanes();
        for (uint32_t step = 0; step < m_next.size(); ++step)
        {
            m_plane = (m_plane + 1) % m_next.size();
            const uint32_t active = m_table->GetActiveCount(m_plane);
            if ((ready >> m_plane & 1) != 0 && active > 0)
            {
                return m_table->GetActivePath(m_plane, m_next[m_plane]++ % active);
            }
        }
        return std::nullopt;
    }

  protected:
    void DoStart() override
    {
        m_next.assign(m_table->GetPlanes(), 0);
        for (auto& next : m_next)
        {
            next = m_rng->GetInteger(0, 255); // QPs that begin together use different EVs
        }
    }

  private:
    std::vector<uint32_t> m_next; ///< by plane: index of the next EV
    uint32_t m_plane{0};          ///< plane of the last packet
};

NS_OBJECT_ENSURE_REGISTERED(MrcTurnSelector);

} // namespace ns3
