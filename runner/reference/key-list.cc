/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "key-list.h"

#include "document/schema-place.h"
#include "document/schema-words.h"
#include "facts-text.h"
#include "key-facts.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace mrcsim
{

namespace
{

using Entries = std::vector<KeyEntry>;

/// A schema that a value may have, among others.
struct Branch
{
    std::string label; ///< what chooses it: a kind, or words
    const Json& node;  ///< the schema
};

/** @param [in,out] all receives the words that it does not have */
void
Unite(const std::vector<std::string>& words, std::vector<std::string>& all)
{
    std::copy_if(words.begin(), words.end(), std::back_inserter(all), [&all](const auto& word) {
        return std::find(all.begin(), all.end(), word) == all.end();
    });
}

/**
 * @param branch keys of one kind or form
 * @param [in,out] merged those of the ones before, receives them. A key that is there already gets
 *                 what it is for besides; new ones stand before it
 */
void
Merge(const Entries& branch, Entries& merged)
{
    Entries fresh;
    for (const auto& entry : branch)
    {
        const auto found =
            std::find_if(merged.begin(), merged.end(), [&entry](const KeyEntry& other) {
                return other.path == entry.path && other.facts == entry.facts;
            });
        if (found == merged.end())
        {
            fresh.push_back(entry);
            continue;
        }
        Unite(entry.kinds, found->kinds);
        Unite(entry.forms, found->forms);
        merged.insert(found, fresh.begin(), fresh.end());
        fresh.clear();
    }
    merged.insert(merged.end(), fresh.begin(), fresh.end());
}

/**
 * @param path of an object
 * @param entries the keys in it and below
 * @return the same, those of each key of the object together
 */
Entries
Group(const std::string& path, const Entries& entries)
{
    std::vector<std::string> order;
    std::map<std::string, Entries> groups;
    for (const auto& entry : entries)
    {
        const auto rest = entry.path.substr(AppendKey(path, "").size());
        const auto key = rest.substr(0, rest.find_first_of(".["));
        if (groups.count(key) == 0)
        {
            order.push_back(key);
        }
        groups[key].push_back(entry);
    }
    Entries grouped;
    for (const auto& key : order)
    {
        grouped.insert(grouped.end(), groups[key].begin(), groups[key].end());
    }
    return grouped;
}

/**
 * Walks through a schema.
 */
class Walk
{
  public:
    /**
     * @param node schema of a value
     * @param path its path
     * @return the keys in it
     */
    Entries ListValue(const Json& node, const std::string& path)
    {
        Entries entries;
        if (node.contains("allOf"))
        {
            entries = node.contains("properties") ? ListKinds(node, path) : ListForms(node, path);
        }
        else
        {
            for (const auto& item : GetMember(node, "properties").items())
            {
                Add(ListKey(node, item.key(), path), entries);
            }
        }
        if (node.contains("items"))
        {
            Add(ListValue(node["items"], path + "[]"), entries);
        }
        return entries;
    }

    /** @return the kinds of values, by path */
    const std::map<std::string, std::vector<std::string>>& GetKinds() const
    {
        return m_kinds;
    }

  private:
    /** @param [in,out] all receives more at its end */
    static void Add(Entries more, Entries& all)
    {
        std::move(more.begin(), more.end(), std::back_inserter(all));
    }

    /**
     * @param object schema of the object with the key
     * @param path of the object
     * @return the key, and those in its value
     */
    Entries ListKey(const Json& object, const std::string& key, const std::string& path)
    {
        const auto place = AppendKey(path, key);
        Entries entries{{place, {}, {}, DescribeKey(object, key, path)}};
        Add(ListValue(object["properties"][key], place), entries);
        return entries;
    }

    /**
     * @param node schema of a value with kinds: the key that names the kind, and a branch for each
     * @param path of the value
     * @return the keys in it
     */
    Entries ListKinds(const Json& node, const std::string& path)
    {
        const auto by = node["required"][0].get<std::string>();
        Entries merged;
        auto& kinds = m_kinds[path];
        for (const auto& choice : node["allOf"])
        {
            kinds.push_back(choice["if"]["properties"][by]["const"].get<std::string>());
            auto branch = ListValue(choice["then"], path);
            branch.erase(
                std::remove_if(branch.begin(),
                               branch.end(),
                               [&](const KeyEntry& e) { return e.path == AppendKey(path, by); }),
                branch.end());
            for (auto& entry : branch)
            {
                entry.kinds = {kinds.back()};
            }
            Merge(branch, merged);
        }
        auto entries = ListKey(node, by, path);
        for (auto& entry : merged)
        {
            ForgetAll(kinds.size(), entry.kinds);
        }
        Add(Group(path, merged), entries);
        return entries;
    }

    /**
     * @param node schema of a value of several forms
     * @param path of the value
     * @return the keys in it
     */
    Entries ListForms(const Json& node, const std::string& path)
    {
        std::vector<Branch> branches;
        CollectForms(node, {}, branches);
        Entries merged;
        for (const auto& branch : branches)
        {
            auto entries = ListValue(branch.node, path);
            for (auto& entry : entries)
            {
                if (IsChild(entry, path))
                {
                    entry.forms.push_back(branch.label);
                }
            }
            Merge(entries, merged);
        }
        for (auto& entry : merged)
        {
            ForgetAll(IsChild(entry, path) ? branches.size() : SIZE_MAX, entry.forms);
        }
        return Group(path, merged);
    }

    /**
     * @param node schema of a value of several forms
     * @param taken values that a constant has had in the branches before, by key
     * @param [out] branches receives them
     */
    static void CollectForms(const Json& node, Json taken, std::vector<Branch>& branches)
    {
        for (const auto& choice : node["allOf"])
        {
            const auto& constants = GetMember(choice["if"], "properties");
            for (const auto& item : constants.items())
            {
                taken[item.key()].push_back(item.value()["const"]);
            }
            AddForm(choice["then"], constants.empty() ? Json() : constants, {}, branches);
            if (choice.contains("else"))
            {
                AddForm(choice["else"], Json(), taken, branches);
            }
        }
    }

    /**
     * @param node one of the branches
     * @param constants by which it is chosen; null: by the keys that are there
     * @param taken values that chose other branches, by key
     * @param [out] branches receives it, or those in it
     */
    static void AddForm(const Json& node,
                        const Json& constants,
                        const Json& taken,
                        std::vector<Branch>& branches)
    {
        if (node.contains("allOf"))
        {
            CollectForms(node, taken, branches);
            return;
        }
        branches.push_back({DescribeForm(node, constants, taken), node});
    }

    /** @return what there must be for the branch to be chosen, in words */
    static std::string DescribeForm(const Json& node, const Json& constants, const Json& taken)
    {
        if (constants.is_object())
        {
            const auto first = constants.begin();
            return "with " + first.key() + " " + first.value()["const"].dump();
        }
        if (taken.is_object())
        {
            const auto first = taken.begin();
            std::vector<std::string> left;
            for (const auto& value : node["properties"][first.key()]["enum"])
            {
                if (std::find(first->begin(), first->end(), value) == first->end())
                {
                    left.push_back(value.dump());
                }
            }
            return "with " + first.key() + " " + JoinWords(left);
        }
        return "in the form {" + JoinWords(node["required"].get<std::vector<std::string>>()) + "}";
    }

    /** @return true if the key is one of the object itself, not of one in it */
    static bool IsChild(const KeyEntry& entry, const std::string& path)
    {
        return entry.path.find_first_of(".[", AppendKey(path, "").size()) == std::string::npos;
    }

    /** @param [in,out] labels are forgotten if there is one for each branch */
    static void ForgetAll(size_t branches, std::vector<std::string>& labels)
    {
        if (labels.size() == branches)
        {
            labels.clear();
        }
    }

    std::map<std::string, std::vector<std::string>> m_kinds; ///< of values, by path
};

} // namespace

KeyList
ListKeys(const Json& schema)
{
    Walk walk;
    auto entries = walk.ListValue(schema, "");
    return {std::move(entries), walk.GetKinds()};
}

Json
ToJson(const std::vector<KeyEntry>& entries)
{
    auto list = Json::array();
    for (const auto& entry : entries)
    {
        Json json{{"path", entry.path}};
        if (!entry.kinds.empty())
        {
            json["kinds"] = entry.kinds;
        }
        if (!entry.forms.empty())
        {
            json["only"] = entry.forms;
        }
        json.update(entry.facts);
        json["allowed"] = DescribeType(entry.facts);
        json["without"] = DescribeDefault(entry.facts);
        list.push_back(json);
    }
    return list;
}

} // namespace mrcsim
