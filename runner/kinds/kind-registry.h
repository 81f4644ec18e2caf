/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef KIND_REGISTRY_H
#define KIND_REGISTRY_H

#include "ns3/abort.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * mrcsim::KindRegistry: the kinds of a noun of scenarios, by name.
 */

namespace mrcsim
{

/**
 * The kinds of one noun: of topologies, transports, jobs, faults. Each kind makes itself known by a
 * static object in a file of its own (mrcsim::Kind), so nobody has a list of them.
 *
 * @tparam Value what is known of a kind
 */
template <typename Value>
class KindRegistry
{
  public:
    /**
     * @param name how scenarios call the kind; aborts if another one has this name
     * @param value what is to be known of it
     */
    static void Add(const std::string& name, Value value)
    {
        const bool isNew = All().emplace(name, std::move(value)).second;
        NS_ABORT_MSG_UNLESS(isNew, "two kinds are called " << name);
    }

    /**
     * @param name of a kind that the schema has admitted; aborts if nothing bears it
     * @return what is known of it
     */
    static const Value& Get(const std::string& name)
    {
        const auto found = All().find(name);
        NS_ABORT_MSG_IF(found == All().end(), "no kind is called " << name);
        return found->second;
    }

    /** @return the names of all kinds, in alphabetical order */
    static std::vector<std::string> GetNames()
    {
        std::vector<std::string> names;
        for (const auto& entry : All())
        {
            names.push_back(entry.first);
        }
        return names;
    }

  private:
    /** @return the kinds; a function, because static objects fill it before main */
    static std::map<std::string, Value>& All()
    {
        static std::map<std::string, Value> all;
        return all;
    }
};

/**
 * Makes a kind known: its file has a static object of this class.
 *
 * @tparam Value what is known of a kind
 */
template <typename Value>
class Kind
{
  public:
    /**
     * @param name how scenarios call it
     * @param value what is to be known of it
     */
    Kind(const std::string& name, Value value)
    {
        KindRegistry<Value>::Add(name, std::move(value));
    }
};

} // namespace mrcsim

#endif // KIND_REGISTRY_H
