/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RDMA_LISTENING_ACCESSOR_H
#define RDMA_LISTENING_ACCESSOR_H

#include "ns3/callback.h"
#include "ns3/object-base.h"
#include "ns3/ptr.h"
#include "ns3/trace-source-accessor.h"

#include <string>

/**
 * @file
 * @ingroup mrc
 * ns3::MakeRdmaListeningAccessor: trace sources that cost nothing before the first connection.
 */

namespace ns3
{

/**
 * @ingroup mrc
 * Accessor of a trace source whose object does not observe anything before the first connection:
 * every connection is also reported to the object.
 * @tparam T class of the object, with a function
 * bool OnConnect(const TraceSourceAccessor& source, const std::string* context,
 *                const CallbackBase& callback), which connects, and OnDisconnect likewise
 */
template <typename T>
class RdmaListeningAccessor : public TraceSourceAccessor
{
  public:
    /** @param source the accessor of the trace source itself */
    explicit RdmaListeningAccessor(Ptr<const TraceSourceAccessor> source)
        : m_source(source)
    {
    }

    bool ConnectWithoutContext(ObjectBase* object, const CallbackBase& callback) const override
    {
        T* listening = dynamic_cast<T*>(object);
        return listening && listening->OnConnect(*m_source, nullptr, callback);
    }

    bool Connect(ObjectBase* object,
                 std::string context,
                 const CallbackBase& callback) const override
    {
        T* listening = dynamic_cast<T*>(object);
        return listening && listening->OnConnect(*m_source, &context, callback);
    }

    bool DisconnectWithoutContext(ObjectBase* object, const CallbackBase& callback) const override
    {
        T* listening = dynamic_cast<T*>(object);
        return listening && listening->OnDisconnect(*m_source, nullptr, callback);
    }

    bool Disconnect(ObjectBase* object,
                    std::string context,
                    const CallbackBase& callback) const override
    {
        T* listening = dynamic_cast<T*>(object);
        return listening && listening->OnDisconnect(*m_source, &context, callback);
    }

  private:
    Ptr<const TraceSourceAccessor> m_source; ///< of the trace source itself
};

/**
 * @ingroup mrc
 * @param source a member: TracedCallback or TracedValue
 * @return its accessor for TypeId::AddTraceSource
 */
template <typename T, typename SOURCE>
Ptr<const TraceSourceAccessor>
MakeRdmaListeningAccessor(SOURCE T::*source)
{
    return Create<const RdmaListeningAccessor<T>>(MakeTraceSourceAccessor(source));
}

/**
 * @ingroup mrc
 * Connect or disconnect a trace source itself.
 * @param source its accessor
 * @param object its object
 * @param context argument before the others of the callback; nullptr: none
 * @param callback the callback
 * @return false if the callback does not fit
 */
inline bool
ConnectRdmaSource(const TraceSourceAccessor& source,
                  ObjectBase* object,
                  const std::string* context,
                  const CallbackBase& callback)
{
    return context ? source.Connect(object, *context, callback)
                   : source.ConnectWithoutContext(object, callback);
}

/// See ConnectRdmaSource.
inline bool
DisconnectRdmaSource(const TraceSourceAccessor& source,
                     ObjectBase* object,
                     const std::string* context,
                     const CallbackBase& callback)
{
    return context ? source.Disconnect(object, *context, callback)
                   : source.DisconnectWithoutContext(object, callback);
}

} // namespace ns3

#endif // RDMA_LISTENING_ACCESSOR_H
