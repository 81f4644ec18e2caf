/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EVENT_KIND_H
#define EVENT_KIND_H

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

/**
 * @file
 * mrcsim::EventKind: a kind of row in events.csv.
 */

namespace mrcsim
{

/// What an event of a fault says, so that pages can show when it held, and where.
struct FaultSign
{
    /// What happens to the object
    enum class Role
    {
        BEGINS, ///< it is broken from now on
        ENDS,   ///< so begun faults are over, unless the detail says that some is left
        CHANGES ///< the detail says how bad it is from now on
    };

    /// What the object is while the fault holds
    enum class State
    {
        DOWN,     ///< it carries nothing, and its ends see that
        SILENT,   ///< it carries nothing, and no port reports that
        DEGRADED, ///< it carries less, or later
        ELSEWHERE ///< the object is none of the network, but an EV
    };

    Role role;            ///< what happens
    State state;          ///< what it leads to, or what it ends
    const char* over{""}; ///< BEGINS: event that ends it; CHANGES: word that does; else line rate
};

/**
 * A kind of event, declared by a static object beside the code that writes it. That makes it known
 * to the reference, and rows can be of declared kinds alone.
 */
class EventKind
{
  public:
    /**
     * @param name as in events.csv; aborts if there is one already
     * @param object what the column object holds
     * @param detail what the column detail holds, an example; empty: nothing
     * @param meaning one sentence
     * @param fault what it says of a fault; absent: it is none, or follows from one
     */
    EventKind(const char* name,
              const char* object,
              const char* detail,
              const char* meaning,
              const std::optional<FaultSign>& fault = std::nullopt);

    /** @return its name */
    const std::string& GetName() const
    {
        return m_name;
    }

  private:
    std::string m_name; ///< see GetName
};

/** @return all kinds for programs: name, object, detail, meaning, fault; in alphabetical order */
nlohmann::ordered_json DescribeEventKinds();

} // namespace mrcsim

#endif // EVENT_KIND_H
