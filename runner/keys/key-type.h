/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef KEY_TYPE_H
#define KEY_TYPE_H

#include "document/quantity.h"
#include "document/scenario-attributes.h"
#include "key-set.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * Declarations of keys as data, for check, completion, reading and reference of documents.
 */

namespace mrcsim
{

/**
 * Allowed values: any of these types, within these bounds.
 */
struct KeyType
{
    bool isBoolean{false};                   ///< true or false
    bool isWhole{false};                     ///< a whole number
    bool isNumber{false};                    ///< a number
    bool isText{false};                      ///< any string that matches pattern, if there is one
    std::optional<QuantityKind> quantity;    ///< a string with a unit, or a whole number
    std::vector<std::string> words;          ///< one of these strings
    bool isClass{false};                     ///< ns3::NAME
    std::string pattern;                     ///< isText: see Key::Pattern
    Json values;                             ///< list of the only allowed numbers, or null
    Json least;                              ///< smallest number, or null
    Json most;                               ///< largest number, or null
    Json above;                              ///< largest number that is not allowed, or null
    std::string unit;                        ///< unit of a number that is no quantity
    KeyTypePtr entries;                      ///< type of the entries of a list, or null
    size_t minEntries{0};                    ///< least number of entries of a list
    size_t maxEntries{0};                    ///< largest number of entries of a list; 0: no limit
    std::shared_ptr<const KeyObject> object; ///< an object with these keys, or null
    KeyTypePtr members;                      ///< an object with any keys and these values, or null
    std::string title; ///< allowed values as text; empty: derived from the other members

    /** @return true if the value is one of the words */
    bool HasWord(const Json& value) const;

    /** @return true if 0 is the smallest number without least: a number that has no negative values
     */
    bool IsNatural() const
    {
        return isWhole || quantity;
    }
};

/// A key of an object.
struct KeyEntry
{
    std::string name;          ///< the key
    KeyTypePtr type;           ///< type of its value
    std::string help;          ///< meaning
    std::string absent;        ///< meaning of its absence; empty: required, or has a default
    bool required{false};      ///< true if required
    Json initial;              ///< the default; discarded: none
    std::string initialFrom;   ///< key whose value is the default; empty: none
    Json initialByTransport;   ///< the default by transport.type, or null
    std::string attribute;     ///< ns-3 attribute that it sets; empty: none
    std::string attributeWith; ///< key that is required to set it; empty: none
    std::vector<KeyWord> attributeWords; ///< words that stand for values of the attribute
    std::string needs;                   ///< key that is required with it; empty: none
    std::string onlyWith; ///< key that has a certain value if this key exists; empty: none
    Json onlyWithValue;   ///< this value
    /// Reads the value into a member of an owner; empty: the value is not read.
    KeySet::Reader read;
};

/// A kind of object.
struct KeyKind
{
    std::string name;                      ///< its name
    std::string description;               ///< a sentence
    std::shared_ptr<const KeyObject> keys; ///< its own keys
    /// Reads an object of this kind.
    KeySet::Reader read;
};

/// A form of object.
struct KeyForm
{
    std::string by;                        ///< key that selects this form
    std::shared_ptr<const KeyObject> keys; ///< its keys
};

/**
 * The keys of an object.
 */
struct KeyObject
{
    std::vector<std::shared_ptr<KeyEntry>> entries; ///< in the order of documents
    size_t kindKeysAt{0};       ///< index among them where the keys of the kind are inserted
    std::string by;             ///< key that names the kind; empty: no kinds
    std::vector<KeyKind> kinds; ///< in the order of lists
    std::vector<KeyForm> forms; ///< forms; if there are any, entries is empty
    std::string title;          ///< description of such an object

    /**
     * @param value an object
     * @return its kind; null if there are no kinds or it names none
     */
    const KeyKind* FindKind(const Json& value) const;

    /** @return the keys of its form; without forms, this object */
    const KeyObject& ChooseForm(const Json& value) const;

    /**
     * @param kind a kind, or null
     * @return the keys of objects of this kind, in order
     */
    std::vector<const KeyEntry*> ListKeys(const KeyKind* kind) const;
};

/**
 * @param keys keys of an object: a list of pointers
 * @return the key with this name; null if it does not exist
 */
template <typename Keys>
auto
FindKey(const Keys& keys, const std::string& name) -> decltype(&*keys.front())
{
    const auto key =
        std::find_if(keys.begin(), keys.end(), [&name](const auto& k) { return k->name == name; });
    return key == keys.end() ? nullptr : &**key;
}

/**
 * @param entry a key
 * @param value an object
 * @param keys keys of the object
 * @return true if the key exists for this object
 */
bool Exists(const KeyEntry& entry, const Json& value, const std::vector<const KeyEntry*>& keys);

/**
 * A value of a document and its type. It points to its parent, so that paths, of which a list may
 * have a million, are only formatted for messages.
 */
struct KeyPlace
{
    const Json& value;   ///< the value
    const KeyType& type; ///< what it may be
    const KeyPlace* parent{
        nullptr}; ///< the object or list that contains it; null: it is the document
    const std::string* key{nullptr}; ///< its key in an object; null if it is in a list
    size_t index{0};                 ///< its index in a list

    /** @return its path, for messages */
    std::string GetPath() const
    {
        if (!parent)
        {
            return "";
        }
        return key ? AppendKey(parent->GetPath(), *key) : AppendIndex(parent->GetPath(), index);
    }
};

} // namespace mrcsim

#endif // KEY_TYPE_H
