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

/// Effect of an event of a fault, from which pages derive fault intervals.
struct FaultSign
{
    /// Change of the object
    enum class Role
    {
        BEGINS, ///< a fault interval begins
        ENDS,   ///< such a fault interval ends, unless the detail names another fault
        CHANGES ///< the detail contains the new severity
    };

    /// State of the object in the fault interval
    enum class State
    {
        DOWN,     ///< it carries nothing, and its ends detect that
        SILENT,   ///< it carries nothing, and no port reports that
        DEGRADED, ///< it carries less, or with more delay
        ELSEWHERE ///< the object is an EV, not a part of the network
    };

    Role role;            ///< change
    State state;          ///< state that begins or ends
    const char* over{""}; ///< BEGINS: event that ends it; CHANGES: detail that ends it; empty: the
                          ///< configured rate ends it
};

/**
 * A kind of event, declared by a static object in the source file that writes it. Declarations also
 * generate the reference, and rows can only have declared kinds.
 */
class EventKind
{
  public:
    /**
     * @param name name in events.csv; aborts if it is already in use
     * @param object content of the column object
     * @param detail content of the column detail, or an example; empty: none
     * @param meaning one sentence
     * @param fault effect of the fault; absent: the event is no fault, or a consequence of one
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

/**
 * @return machine-readable list of all kinds: name, object, detail, meaning, fault; in alphabetical
 * order
 */
nlohmann::ordered_json DescribeEventKinds();

} // namespace mrcsim

#endif // EVENT_KIND_H
