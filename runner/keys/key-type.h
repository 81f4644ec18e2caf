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
 * Declarations of keys as data, for those who check, complete, read and tell of documents.
 */

namespace mrcsim
{

/**
 * What a value may be: of any of these types, within these bounds.
 */
struct KeyType
{
    bool isBoolean{false};                   ///< true or false
    bool isWhole{false};                     ///< a whole number
    bool isNumber{false};                    ///< a number
    bool isText{false};                      ///< any string, or any that matches pattern
    std::optional<QuantityKind> quantity;    ///< a string with a unit, or a whole number
    std::vector<std::string> words;          ///< one of these strings
    bool isClass{false};                     ///< ns3::NAME
    std::string pattern;                     ///< isText: see Key::Pattern
    Json values;                             ///< numbers: a list of the only ones, or null
    Json least;                              ///< smallest number, or null
    Json most;                               ///< largest number, or null
    Json above;                              ///< largest number that is not allowed, or null
    std::string unit;                        ///< of a number that is no quantity
    KeyTypePtr entries;                      ///< a list of these, or null
    size_t minEntries{0};                    ///< of a list
    size_t maxEntries{0};                    ///< of a list; 0: no limit
    std::shared_ptr<const KeyObject> object; ///< an object with these keys, or null
    KeyTypePtr members;                      ///< an object with any keys and these values, or null
    std::string title;                       ///< what is allowed, in words; empty: as the rest says

    /** @return true if the value is one of the words */
    bool HasWord(const Json& value) const;
};

/// A key of an object.
struct KeyEntry
{
    std::string name;   ///< the key
    KeyTypePtr type;    ///< what its value may be
    std::string help;   ///< what it means
    std::string absent; ///< what it means that it is absent; empty: it cannot be, or has a default
    bool required{false};                ///< it must be there
    Json initial;                        ///< the default; discarded: none of its own
    std::string initialFrom;             ///< key whose value is the default; empty: none
    Json initialByTransport;             ///< the default by transport.type, or null
    std::string attribute;               ///< ns-3 attribute that it sets; empty: none
    std::string attributeWith;           ///< key without which it sets none; empty: it always does
    std::vector<KeyWord> attributeWords; ///< words that stand for values of the attribute
    std::string needs;                   ///< key that must be there, too; empty: none
    std::string onlyWith; ///< key for one value of which it exists; empty: it always does
    Json onlyWithValue;   ///< this value
    /// Reads the value into its place in an owner; empty: nothing reads it.
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
    std::string by;                        ///< key that tells that it is meant
    std::shared_ptr<const KeyObject> keys; ///< its keys
};

/**
 * The keys of an object.
 */
struct KeyObject
{
    std::vector<std::shared_ptr<KeyEntry>> entries; ///< in the order of documents
    size_t kindKeysAt{0};                           ///< place of the keys of the kind among them
    std::string by;                                 ///< key that names the kind; empty: no kinds
    std::vector<KeyKind> kinds;                     ///< in the order of lists
    std::vector<KeyForm> forms;                     ///< if any, there are no entries
    std::string title;                              ///< what such an object is

    /**
     * @param value an object
     * @return its kind; null if there are none, or it names none
     */
    const KeyKind* FindKind(const Json& value) const;

    /** @return its form: these keys, or those of the object itself */
    const KeyObject& ChooseForm(const Json& value) const;

    /**
     * @param kind a kind, or null
     * @return the keys of objects of this kind, in order
     */
    std::vector<const KeyEntry*> ListKeys(const KeyKind* kind) const;
};

/**
 * @param keys keys of an object: a list of pointers
 * @return the one of this name, null if there is none
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
 * @param value an object, of which it could be one
 * @param keys those of the object
 * @return true if there is such a key in this object
 */
bool Exists(const KeyEntry& entry, const Json& value, const std::vector<const KeyEntry*>& keys);

/**
 * A value of a document and its type. Places lead back to the document, so that paths, of which a
 * list may have a million, are only written where there is something to say.
 */
struct KeyPlace
{
    const Json& value;               ///< the value
    const KeyType& type;             ///< what it may be
    const KeyPlace* parent{nullptr}; ///< the object or list that holds it; null: the document
    const std::string* key{nullptr}; ///< its key in an object; null: it is in a list
    size_t index{0};                 ///< its place in a list

    /** @return where it is, as messages write it */
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
