/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "key-list.h"

#include "document/json-text.h"
#include "document/words.h"
#include "facts-text.h"
#include "keys/key-words.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

namespace mrcsim
{

namespace
{

using Entries = std::vector<ListedKey>;

/** @return the types of a value as text */
std::string
DescribeTypes(const KeyType& type)
{
    std::string all;
    const auto add = [&all](bool may, const char* word) {
        if (may)
        {
            all += (all.empty() ? "" : " or ") + std::string(word);
        }
    };
    add(type.quantity.has_value(), type.quantity ? GetFacts(*type.quantity).name : "");
    add(type.isWhole && !type.quantity, "whole number");
    add(type.isNumber, "number");
    add(type.isText, "string");
    add(type.isBoolean, "boolean");
    add(type.entries != nullptr, "list");
    add(type.object || type.members, "object");
    return all.empty() ? "word" : all;
}

/** @return the bounds of a number or quantity, empty if there are none */
std::string
GetRange(const KeyType& type)
{
    const auto bounds = DescribeBounds(type);
    const std::string least = " of at least ";
    if (bounds.rfind(least, 0) == 0)
    {
        return "at least " + bounds.substr(least.size());
    }
    return bounds.empty() ? "" : bounds.substr(1);
}

/** @return the listed values of a type, for a list those of its entries; empty if there are none */
Json
GetValues(const KeyType& type)
{
    if (!type.values.is_null())
    {
        return type.values;
    }
    auto words = type.words.empty() && type.entries ? type.entries->words : type.words;
    if (type.isClass)
    {
        words.emplace_back("ns3::NAME");
    }
    return words;
}

/**
 * @param entry a key
 * @param path of the object with the key
 * @param [in,out] facts receives its default
 */
void
AddDefault(const KeyEntry& entry, const std::string& path, Json& facts)
{
    if (!entry.initial.is_discarded())
    {
        facts["default"] = entry.initial;
    }
    else if (!entry.initialFrom.empty())
    {
        facts["defaultFrom"] = AppendKey(path, entry.initialFrom);
    }
    else if (!entry.initialByTransport.is_null())
    {
        facts["defaultByTransport"] = entry.initialByTransport;
    }
    else if (!entry.attribute.empty() && entry.attributeWith != entry.name)
    {
        facts["default"] = GetAttributeDefault(entry.attribute, entry.attributeWords, {});
    }
    else
    {
        PutUnlessEmpty(facts, "absent", entry.absent);
    }
}

/** @return the key that is required for this one; empty if there is none */
std::string
GetRequiredKey(const KeyEntry& entry)
{
    const bool own = !entry.initial.is_discarded() || entry.attributeWith == entry.name;
    return !entry.needs.empty() ? entry.needs : own ? "" : entry.attributeWith;
}

/**
 * @param entry a key
 * @param keys all keys of the object
 * @param path path of the object with the key
 * @return its facts
 */
Json
DescribeKey(const KeyEntry& entry,
            const std::vector<const KeyEntry*>& keys,
            const std::string& path)
{
    const auto& type = *entry.type;
    Json facts{{"type", DescribeTypes(type)}};
    PutUnlessEmpty(facts, "unit", GetUnit(type));
    PutUnlessEmpty(facts, "range", GetRange(type));
    PutUnlessEmpty(facts, "values", GetValues(type));
    const bool plain = !type.isText && !type.entries && !type.object && !type.members;
    PutUnlessEmpty(facts, "form", plain ? "" : type.title);
    PutUnlessEmpty(facts, "with", GetRequiredKey(entry));
    const bool needed = std::any_of(keys.begin(), keys.end(), [&entry](const KeyEntry* other) {
        return other->needs == entry.name;
    });
    if (entry.required || needed)
    {
        facts["required"] = true;
    }
    else
    {
        AddDefault(entry, path, facts);
    }
    PutUnlessEmpty(facts, "attribute", entry.attribute);
    PutUnlessEmpty(facts, "meaning", entry.help);
    return facts;
}

/** @param [in,out] all receives the words that it does not contain */
void
Unite(const std::vector<std::string>& words, std::vector<std::string>& all)
{
    std::copy_if(words.begin(), words.end(), std::back_inserter(all), [&all](const auto& word) {
        return std::find(all.begin(), all.end(), word) == all.end();
    });
}

/**
 * @param branch keys of one kind or form
 * @param [in,out] merged keys of previous kinds or forms; receives the keys of branch. The kinds
 * and forms of a known key are extended; new keys are inserted before the next known one
 */
void
Merge(const Entries& branch, Entries& merged)
{
    Entries fresh;
    for (const auto& entry : branch)
    {
        const auto found =
            std::find_if(merged.begin(), merged.end(), [&entry](const ListedKey& other) {
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
 * @param path path of an object
 * @param entries the keys of the object and below
 * @return these keys, grouped by key of the object
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
 * Traverses declarations.
 */
class Walk
{
  public:
    /**
     * @param type type of a value
     * @param path its path
     * @return the keys in it
     */
    Entries ListValue(const KeyType& type, const std::string& path)
    {
        Entries entries;
        if (type.object)
        {
            entries = !type.object->forms.empty() ? ListForms(*type.object, path)
                      : !type.object->by.empty()  ? ListKinds(*type.object, path)
                                                  : ListObject(*type.object, nullptr, path);
        }
        if (type.entries)
        {
            Add(ListValue(*type.entries, path + "[]"), entries);
        }
        return entries;
    }

    /** @return the kinds of values, by path */
    const std::map<std::string, std::vector<std::string>>& GetKinds() const
    {
        return m_kinds;
    }

  private:
    /** @param [in,out] all list that the others are appended to */
    static void Add(Entries more, Entries& all)
    {
        std::move(more.begin(), more.end(), std::back_inserter(all));
    }

    /**
     * @param kind the kind of the object, or null
     * @param path of the object
     * @return its keys, and those in their values
     */
    Entries ListObject(const KeyObject& object, const KeyKind* kind, const std::string& path)
    {
        Entries entries;
        const auto keys = object.ListKeys(kind);
        for (const auto* key : keys)
        {
            const auto place = AppendKey(path, key->name);
            ListedKey listed{place, {}, {}, DescribeKey(*key, keys, path)};
            if (!key->onlyWith.empty())
            {
                listed.forms.push_back("with " + key->onlyWith + " " + ToWord(key->onlyWithValue));
            }
            entries.push_back(std::move(listed));
            Add(ListValue(*key->type, place), entries);
        }
        return entries;
    }

    /**
     * @param path of the object
     * @return the key that names the kind, then those of all kinds
     */
    Entries ListKinds(const KeyObject& object, const std::string& path)
    {
        std::vector<Entries> branches;
        auto& names = m_kinds[path];
        for (const auto& kind : object.kinds)
        {
            names.push_back(kind.name);
            auto& branch = branches.emplace_back(ListObject(object, &kind, path));
            for (auto& entry : branch)
            {
                entry.kinds = {kind.name};
            }
        }
        auto all = Combine(branches, path, [](ListedKey& entry) { return &entry.kinds; });
        const auto by = std::find_if(all.begin(), all.end(), [&](const ListedKey& entry) {
            return entry.path == AppendKey(path, object.by);
        });
        std::rotate(all.begin(), by, by + 1);
        return all;
    }

    /**
     * @param path of the object
     * @return the keys of all its forms
     */
    Entries ListForms(const KeyObject& object, const std::string& path)
    {
        const auto find = [&path](ListedKey& entry) {
            return IsChild(entry, path) ? &entry.forms : nullptr;
        };
        std::vector<Entries> branches;
        for (const auto& form : object.forms)
        {
            std::vector<std::string> needed;
            for (const auto& entry : form.keys->entries)
            {
                if (entry->required)
                {
                    needed.push_back(entry->name);
                }
            }
            for (auto& entry : branches.emplace_back(ListObject(*form.keys, nullptr, path)))
            {
                if (auto* const forms = find(entry))
                {
                    forms->push_back("in the form {" + ns3::JoinRdmaWords(needed) + "}");
                }
            }
        }
        return Combine(branches, path, find);
    }

    /**
     * @param branches the keys of all kinds or forms of an object
     * @param path of the object
     * @param find returns the list of kinds or forms that have a key; null: there is no such list
     * @return the keys in one list; the list of kinds or forms is empty for a key that all have
     */
    template <typename Find>
    static Entries Combine(const std::vector<Entries>& branches, const std::string& path, Find find)
    {
        Entries merged;
        for (const auto& branch : branches)
        {
            Merge(branch, merged);
        }
        for (auto& entry : merged)
        {
            auto* const those = find(entry);
            if (those && those->size() == branches.size())
            {
                those->clear();
            }
        }
        return Group(path, merged);
    }

    /** @return true if the key belongs to the object itself, not to a nested one */
    static bool IsChild(const ListedKey& entry, const std::string& path)
    {
        return entry.path.find_first_of(".[", AppendKey(path, "").size()) == std::string::npos;
    }

    std::map<std::string, std::vector<std::string>> m_kinds; ///< kinds of values, by path
};

/** @return the path, and the kinds and forms that have the key if not all do */
std::string
DescribePlace(const ListedKey& entry)
{
    auto place = entry.path;
    if (!entry.kinds.empty())
    {
        place += " (" + ns3::JoinRdmaWords(entry.kinds) + ")";
    }
    for (const auto& form : entry.forms)
    {
        place += (&form == &entry.forms.front() ? ", " : " or ") + form;
    }
    return place +
           (entry.facts.contains("with") ? ", with " + entry.facts["with"].get<std::string>() : "");
}

} // namespace

KeyList
ListKeys(const KeySet& keys)
{
    Walk walk;
    auto entries = walk.ListValue(*MakeObjectType(keys), "");
    return {std::move(entries), walk.GetKinds()};
}

Json
ToJson(const std::vector<ListedKey>& entries)
{
    auto list = Json::array();
    for (const auto& entry : entries)
    {
        Json json{{"path", entry.path}};
        PutUnlessEmpty(json, "kinds", entry.kinds);
        PutUnlessEmpty(json, "only", entry.forms);
        json.update(entry.facts);
        json["allowed"] = DescribeType(entry.facts);
        json["without"] = DescribeDefault(entry.facts);
        list.push_back(json);
    }
    return list;
}

std::string
FormatKeys(const std::vector<ListedKey>& entries, size_t width)
{
    std::string text;
    for (const auto& entry : entries)
    {
        const auto& facts = entry.facts;
        const auto attribute = facts.value("attribute", "");
        text += text.empty() ? "" : "\n";
        text += WrapText(DescribePlace(entry), 0, width) + FormatFacts(facts, width);
        text += WrapText(attribute.empty() ? "" : "sets " + attribute, FACTS_INDENT, width);
    }
    return text;
}

} // namespace mrcsim
