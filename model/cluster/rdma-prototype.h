/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_PROTOTYPE_H
#define RDMA_PROTOTYPE_H

#include "ns3/abort.h"
#include "ns3/object-factory.h"
#include "ns3/ptr.h"
#include "ns3/type-id.h"

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaPrototype: many objects of one TypeId, cheaply.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Makes policies of a TypeId. The first one is made by ns3::ObjectFactory, the others are forks of
 * it: thousands of QPs would spend most of their set-up on looking up the same attributes. All have
 * the attributes' defaults of the moment when the first one was made.
 * @tparam T a kind of policy, with Fork
 */
template <typename T>
class RdmaPrototype
{
  public:
    /**
     * @param type TypeId of the policy, a subclass of T
     * @return a new one
     */
    Ptr<T> Make(TypeId type)
    {
        if (!m_first || m_first->GetInstanceTypeId() != type)
        {
            // Attributes accept any TypeId; a cast that fails would only show as a crash.
            NS_ABORT_MSG_IF(!type.IsChildOf(T::GetTypeId()) || !type.HasConstructor(),
                            type.GetName() << " is not a subclass of " << T::GetTypeId().GetName()
                                           << " that can be made");
            m_first = ObjectFactory(type.GetName()).Create<T>();
        }
        return m_first->Fork();
    }

  private:
    Ptr<T> m_first; ///< never used itself
};

} // namespace ns3

#endif // RDMA_PROTOTYPE_H
