/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "key-type.h"

#include <algorithm>

namespace mrcsim
{

bool
KeyType::HasWord(const Json& value) const
{
    return value.is_string() && std::find(words.begin(), words.end(), value) != words.end();
}

const KeyKind*
KeyObject::FindKind(const Json& value) const
{
    if (by.empty() || !value.is_object() || !value.contains(by))
    {
        return nullptr;
    }
    const auto kind = std::find_if(kinds.begin(), kinds.end(), [&](const KeyKind& k) {
        return value[by] == k.name;
    });
    return kind == kinds.end() ? nullptr : &*kind;
}

const KeyObject&
KeyObject::ChooseForm(const Json& value) const
{
    if (forms.empty())
    {
        return *this;
    }
    const auto form = std::find_if(forms.begin(), forms.end(), [&value](const KeyForm& f) {
        return value.is_object() && value.contains(f.by);
    });
    return form == forms.end() ? *forms.back().keys : *form->keys;
}

std::vector<const KeyEntry*>
KeyObject::ListKeys(const KeyKind* kind) const
{
    std::vector<const KeyEntry*> keys;
    for (size_t i = 0; i <= entries.size(); ++i)
    {
        if (kind && i == kindKeysAt)
        {
            for (const auto& own : kind->keys->entries)
            {
                keys.push_back(own.get());
            }
        }
        if (i < entries.size())
        {
            keys.push_back(entries[i].get());
        }
    }
    return keys;
}

bool
Exists(const KeyEntry& entry, const Json& value, const std::vector<const KeyEntry*>& keys)
{
    if (entry.onlyWith.empty())
    {
        return true;
    }
    const auto& other = *FindKey(keys, entry.onlyWith);
    const auto given = value.find(entry.onlyWith);
    const auto& known = other.type->values;
    const bool isKnown =
        given != value.end() && std::find(known.begin(), known.end(), *given) != known.end();
    return (isKnown ? *given : other.initial) == entry.onlyWithValue;
}

} // namespace mrcsim
