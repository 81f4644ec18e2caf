/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_LIST_ACCESSOR_H
#define RDMA_LIST_ACCESSOR_H

#include "ns3/object-ptr-container.h"
#include "ns3/object.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <utility>

/**
 * @file
 * @ingroup mrc
 * ns3::MakeRdmaListAccessor: attributes that are lists of objects, made at the first access.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Accessor of an attribute that lists objects, with any numbers as indices. Unlike ns-3's
 * MakeObjectVectorAccessor, it may make the objects.
 * @tparam T class with the attribute
 */
template <typename T>
class RdmaListAccessor : public ObjectPtrContainerAccessor
{
  public:
    /// Returns the number of elements.
    using Count = uint32_t (T::*)() const;
    /// Returns the index and the object of the element of a position.
    using Get = std::pair<uint32_t, Ptr<Object>> (T::*)(uint32_t);

    /**
     * @param count see Count
     * @param get see Get; making an object changes nothing that others can see
     */
    RdmaListAccessor(Count count, Get get)
        : m_count(count),
          m_get(get)
    {
    }

  private:
    bool DoGetN(const ObjectBase* object, std::size_t* n) const override
    {
        const T* owner = dynamic_cast<const T*>(object);
        *n = owner ? (owner->*m_count)() : 0;
        return owner;
    }

    Ptr<Object> DoGet(const ObjectBase* object, std::size_t i, std::size_t* index) const override
    {
        T* owner = const_cast<T*>(dynamic_cast<const T*>(object));
        const auto [number, element] = (owner->*m_get)(static_cast<uint32_t>(i));
        *index = number;
        return element;
    }

    Count m_count; ///< see the constructor
    Get m_get;     ///< see the constructor
};

/**
 * @ingroup mrc
 * @param count number of elements
 * @param get makes an element, with its index
 * @return the accessor of a list
 */
template <typename T>
Ptr<const AttributeAccessor>
MakeRdmaListAccessor(uint32_t (T::*count)() const,
                     std::pair<uint32_t, Ptr<Object>> (T::*get)(uint32_t))
{
    return Create<const RdmaListAccessor<T>>(count, get);
}

} // namespace ns3

#endif // RDMA_LIST_ACCESSOR_H
