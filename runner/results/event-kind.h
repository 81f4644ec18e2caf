/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EVENT_KIND_H
#define EVENT_KIND_H

#include <nlohmann/json_fwd.hpp>
#include <string>

/**
 * @file
 * mrcsim::EventKind: a kind of row in events.csv.
 */

namespace mrcsim
{

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
     */
    EventKind(const char* name, const char* object, const char* detail, const char* meaning);

    /** @return its name */
    const std::string& GetName() const
    {
        return m_name;
    }

  private:
    std::string m_name; ///< see GetName
};

/** @return all kinds for programs: name, object, detail, meaning; in alphabetical order */
nlohmann::ordered_json DescribeEventKinds();

} // namespace mrcsim

#endif // EVENT_KIND_H
