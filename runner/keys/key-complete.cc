/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "key-document.h"
#include "key-type.h"

namespace mrcsim
{

namespace
{

/// Values of the document that determine defaults, independent of the order of keys.
struct Choices
{
    const std::string& transport;                 ///< transport.type
    const std::vector<AttributeSetting>& profile; ///< settings of transport.profile
};

/**
 * @param entry a key that is absent
 * @param object the object as written
 * @param filled the object, as far as completed
 * @param choices choices of the document
 * @return its default, discarded if there is none
 */
Json
GetDefault(const KeyEntry& entry, const Json& object, const Json& filled, const Choices& choices)
{
    if (!entry.initial.is_discarded())
    {
        return entry.initial;
    }
    if (!entry.initialFrom.empty())
    {
        return filled.at(entry.initialFrom);
    }
    const bool sets = entry.attributeWith.empty() || object.contains(entry.attributeWith);
    const auto attribute = sets ? entry.attribute : "";
    // A profile belongs to one transport and takes precedence.
    if (!entry.initialByTransport.is_null() && !FindSetting(choices.profile, attribute))
    {
        return entry.initialByTransport.at(choices.transport);
    }
    return attribute.empty()
               ? Json(Json::value_t::discarded)
               : GetAttributeDefault(attribute, entry.attributeWords, choices.profile);
}

/** @return the value with every default below it */
Json
Complete(const Json& value, const KeyType& type, const Choices& choices)
{
    if (value.is_array() && type.entries && type.entries->object)
    {
        Json filled = Json::array();
        for (const auto& entry : value)
        {
            filled.push_back(Complete(entry, *type.entries, choices));
        }
        return filled;
    }
    if (!value.is_object() || !type.object)
    {
        return value;
    }
    const auto& object = type.object->ChooseForm(value);
    const auto keys = object.ListKeys(object.FindKind(value));
    Json filled = Json::object();
    for (const auto* entry : keys)
    {
        const auto given = value.find(entry->name);
        if (given == value.end() && !Exists(*entry, value, keys))
        {
            continue;
        }
        const auto whole =
            given == value.end() ? GetDefault(*entry, value, filled, choices) : *given;
        if (!whole.is_discarded())
        {
            filled[entry->name] = Complete(whole, *entry->type, choices);
        }
    }
    return filled;
}

} // namespace

Json
CompleteDocument(const KeySet& keys,
                 const Json& document,
                 const std::string& transport,
                 const std::vector<AttributeSetting>& profile)
{
    return Complete(document, *MakeObjectType(keys), {transport, profile});
}

} // namespace mrcsim
