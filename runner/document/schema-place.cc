/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "schema-place.h"

namespace mrcsim
{

namespace
{

/**
 * @param condition an "if" of the schema: keys that are there, or have a constant value
 * @return true if the value fulfills the condition
 */
bool
IsFulfilled(const Json& condition, const Json& value)
{
    if (!value.is_object())
    {
        return false;
    }
    for (const auto& key : GetMember(condition, "required"))
    {
        if (!value.contains(key.get_ref<const std::string&>()))
        {
            return false;
        }
    }
    for (const auto& item : GetMember(condition, "properties").items())
    {
        const auto found = value.find(item.key());
        if (found == value.end() || *found != item.value()["const"])
        {
            return false;
        }
    }
    return true;
}

/** @param visit is told the values in it for which there is a schema */
void
VisitMembers(const SchemaPlace& place, const std::function<void(const SchemaPlace&)>& visit)
{
    const auto& properties = GetMember(place.node, "properties");
    const auto& others = GetMember(place.node, "additionalProperties");
    for (auto member = place.value.begin(); member != place.value.end(); ++member)
    {
        const auto property = properties.find(member.key());
        const auto& node = property == properties.end() ? others : *property;
        if (node.is_object())
        {
            visit({*member, ChooseSchema(node, *member), &place, &member.key()});
        }
    }
}

} // namespace

const Json&
GetMember(const Json& node, const std::string& keyword)
{
    static const Json NOTHING = Json::object();
    const auto member = node.find(keyword);
    return member == node.end() ? NOTHING : *member;
}

const Json&
ChooseSchema(const Json& node, const Json& value)
{
    for (const auto& choice : GetMember(node, "allOf"))
    {
        const auto branch = choice.find(IsFulfilled(choice["if"], value) ? "then" : "else");
        if (branch != choice.end())
        {
            return ChooseSchema(*branch, value);
        }
    }
    return node;
}

std::string
SchemaPlace::GetPath() const
{
    if (!parent)
    {
        return "";
    }
    return key ? AppendKey(parent->GetPath(), *key) : AppendIndex(parent->GetPath(), index);
}

void
VisitChildren(const SchemaPlace& place, const std::function<void(const SchemaPlace&)>& visit)
{
    if (place.value.is_object())
    {
        VisitMembers(place, visit);
    }
    const auto items = place.node.find("items");
    if (place.value.is_array() && items != place.node.end())
    {
        for (size_t i = 0; i < place.value.size(); ++i)
        {
            visit({place.value[i], ChooseSchema(*items, place.value[i]), &place, nullptr, i});
        }
    }
}

} // namespace mrcsim
