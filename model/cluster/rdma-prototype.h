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
#include "ns3/rdma-problem.h"
#include "ns3/rdma-type-name.h"
#include "ns3/type-id.h"

#include <string>

/**
 * @file
 * @ingroup mrc
 * ns3::RdmaPrototype: cheap creation of many objects of one TypeId.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Makes policies of a TypeId. The first one is made by ns3::ObjectFactory, the others are forks of
 * it: thousands of QPs would otherwise spend most of their setup on looking up the same attributes.
 * All have the defaults that the attributes had when the first one was made.
 * @tparam T a kind of policy, with Fork
 */
template <typename T>
class RdmaPrototype
{
  public:
    /**
     * Attributes accept any TypeId; without this check a failed cast would crash.
     * @param type TypeId of the policy
     * @param attribute full name of the attribute that has it
     * @return why it cannot be made; empty if it can
     */
    static RdmaProblems Check(TypeId type, const std::string& attribute)
    {
        if (MakesRdmaType(type, T::GetTypeId()))
        {
            return {};
        }
        return {{{attribute},
                 NameRdmaType(type) + " is not a subclass of " + T::GetTypeId().GetName() +
                     " that can be made"}};
    }

    /**
     * @param type TypeId of the policy, a subclass of T
     * @return a new one
     */
    Ptr<T> Make(TypeId type)
    {
        if (!m_first || m_first->GetInstanceTypeId() != type)
        {
            AbortOnRdmaProblems(Check(type, {}));
            m_first = ObjectFactory(type.GetName()).Create<T>();
        }
        const Ptr<T> made = m_first->Fork();
        NS_ABORT_MSG_IF(!made, type.GetName() << "::Fork returns null");
        return made;
    }

  private:
    Ptr<T> m_first; ///< never used itself
};

} // namespace ns3

#endif // RDMA_PROTOTYPE_H
