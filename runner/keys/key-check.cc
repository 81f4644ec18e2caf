/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/words.h"
#include "key-document.h"
#include "key-words.h"

#include "ns3/abort.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>
#include <regex.h> // of POSIX; that of C++ takes seconds to compile

namespace mrcsim
{

namespace
{

/// Longest string that may match a pattern; no name or source is longer.
constexpr size_t MAX_MATCHED = 1000;

/// A compiled regular expression.
class CompiledPattern
{
  public:
    /** @param pattern a POSIX extended regular expression */
    explicit CompiledPattern(const std::string& pattern)
    {
        const bool wrong = regcomp(&m_regex, pattern.c_str(), REG_EXTENDED) != 0;
        NS_ABORT_MSG_IF(wrong, "the pattern " << pattern << " is no regular expression");
    }

    ~CompiledPattern()
    {
        regfree(&m_regex);
    }

    CompiledPattern(const CompiledPattern&) = delete;
    CompiledPattern& operator=(const CompiledPattern&) = delete;

    /** @return true if it is found in the string, which may contain null characters */
    bool IsIn(const std::string& text) const
    {
        regmatch_t range{0, static_cast<regoff_t>(text.size())};
        return regexec(&m_regex, text.c_str(), 1, &range, REG_STARTEND) == 0;
    }

  private:
    regex_t m_regex; ///< compiled by the library
};

/** @return true if the pattern is found in the string */
bool
IsMatch(const std::string& text, const std::string& pattern)
{
    if (pattern.empty() || text.size() > MAX_MATCHED)
    {
        return pattern.empty();
    }
    static std::map<std::string, CompiledPattern>
        compiled; // because compilation is slower than a search
    return compiled.try_emplace(pattern, pattern).first->second.IsIn(text);
}

/** @return true if it may be the name of a class of ns-3 */
bool
IsClassName(const std::string& text)
{
    static const std::string SPACE = "ns3::";
    return text.size() > SPACE.size() && text.rfind(SPACE, 0) == 0 &&
           std::all_of(text.begin() + SPACE.size(), text.end(), [](unsigned char c) {
               return c < 0x80 && std::isalnum(c);
           });
}

/** @return true if the type allows a string, without regard to bounds */
bool
AdmitsString(const KeyType& type, const Json& value)
{
    const auto& text = value.get_ref<const std::string&>();
    return type.HasWord(value) || (type.isClass && IsClassName(text)) ||
           (type.isText && IsMatch(text, type.pattern)) ||
           (type.quantity && ParseQuantity(*type.quantity, text).isWellFormed);
}

/** @return true if a number is allowed; a quantity in its plain unit */
bool
AdmitsNumber(const KeyType& type, const Json& value)
{
    const bool whole = value.is_number_integer();
    if (!(whole && type.IsNatural()) && !type.isNumber)
    {
        return false;
    }
    if (!type.values.is_null())
    {
        return std::find(type.values.begin(), type.values.end(), value) != type.values.end();
    }
    const bool needed = type.least.is_null() && type.above.is_null() && type.IsNatural();
    return (type.least.is_null() || value >= type.least) &&
           (type.most.is_null() || value <= type.most) &&
           (type.above.is_null() || value > type.above) && (!needed || value >= 0);
}

/** @return true if the type allows a value, without regard to its content */
bool
Admits(const KeyType& type, const Json& value)
{
    if (value.is_string())
    {
        return AdmitsString(type, value);
    }
    if (value.is_number())
    {
        return AdmitsNumber(type, value);
    }
    if (value.is_array())
    {
        return type.entries && value.size() >= type.minEntries &&
               (type.maxEntries == 0 || value.size() <= type.maxEntries);
    }
    return value.is_object() ? type.object || type.members : value.is_boolean() && type.isBoolean;
}

/**
 * @param place a value that is not allowed
 * @param reason text after the value found, or empty
 * @param [out] problems receives the message
 */
void
Refuse(const KeyPlace& place, const std::string& reason, Problems& problems)
{
    const auto nearest =
        place.value.is_string() && reason.empty()
            ? FindNearestWord(place.type, place.value.get_ref<const std::string&>())
            : "";
    problems.push_back(
        {place.GetPath(),
         "found " + DescribeFound(place.value) + reason +
             (nearest.empty() ? "; allowed: " : ", did you mean \"" + nearest + "\"? Allowed: ") +
             DescribeAllowed(place.type)});
}

/** @param [out] problems receives the problem if the quantity is invalid or out of bounds */
void
CheckQuantity(const KeyPlace& place, Problems& problems)
{
    const auto& type = place.type;
    if (!type.quantity || type.HasWord(place.value))
    {
        return;
    }
    const auto scale = [&type](const Json& bound) {
        return ReadQuantity(*type.quantity, bound).value.value_or(0);
    };
    const auto quantity = ReadQuantity(*type.quantity, place.value);
    const auto value = quantity.value.value_or(0);
    const auto least = type.least.is_null() ? 0 : scale(type.least);
    if (!quantity.value || (type.above.is_null() ? value < least : value <= scale(type.above)) ||
        (!type.most.is_null() && value > scale(type.most)))
    {
        Refuse(place, quantity.value ? "" : ", which " + quantity.error, problems);
    }
}

void CheckValue(const KeyPlace& place, Problems& problems);

/**
 * @param place an object
 * @param key a required key
 * @param keys allowed keys
 * @param [out] problems receives the problem if the key is missing
 */
void
CheckPresence(const KeyPlace& place,
              const std::string& key,
              const std::vector<const KeyEntry*>& keys,
              Problems& problems)
{
    const auto* const entry = FindKey(keys, key);
    if (!place.value.contains(key) && entry)
    {
        problems.push_back(
            {AppendKey(place.GetPath(), key), "missing; needed: " + DescribeAllowed(*entry->type)});
    }
}

/** @return the allowed keys of the object; if its kind is unknown, only the key of the kind */
std::vector<const KeyEntry*>
ListPossibleKeys(const KeyObject& object, const Json& value)
{
    const auto* const kind = object.FindKind(value);
    auto keys = object.ListKeys(kind);
    const auto end = std::remove_if(keys.begin(), keys.end(), [&](const KeyEntry* entry) {
        const bool known = object.by.empty() || kind || entry->name == object.by;
        return !known || !Exists(*entry, value, keys);
    });
    keys.erase(end, keys.end());
    return keys;
}

/** @param [out] problems receives the problems of the keys of an object and below */
void
CheckObject(const KeyPlace& place, Problems& problems)
{
    const auto& object = place.type.object->ChooseForm(place.value);
    const auto keys = ListPossibleKeys(object, place.value);
    const bool open = !object.by.empty() && !object.FindKind(place.value);
    for (auto member = place.value.begin(); member != place.value.end() && !open; ++member)
    {
        if (!FindKey(keys, member.key()))
        {
            problems.push_back(
                {AppendKey(place.GetPath(), member.key()), DescribeUnknownKey(member.key(), keys)});
        }
    }
    for (const auto* entry : keys)
    {
        if (entry->required)
        {
            CheckPresence(place, entry->name, keys, problems);
        }
    }
    for (const auto* entry : keys)
    {
        if (!entry->needs.empty() && place.value.contains(entry->name))
        {
            CheckPresence(place, entry->needs, keys, problems);
        }
    }
    for (auto member = place.value.begin(); member != place.value.end(); ++member)
    {
        if (const auto* const entry = FindKey(keys, member.key()))
        {
            CheckValue({*member, *entry->type, &place, &member.key()}, problems);
        }
    }
}

/** @param [out] problems receives the problems of the value and all below */
void
CheckValue(const KeyPlace& place, Problems& problems)
{
    const auto& [value, type, parent, key, index] = place;
    if (!Admits(type, value))
    {
        Refuse(place, "", problems);
    }
    else if (value.is_string() || value.is_number_integer())
    {
        CheckQuantity(place, problems);
    }
    if (value.is_object() && type.object)
    {
        CheckObject(place, problems);
    }
    else if (value.is_object() && type.members)
    {
        for (auto member = value.begin(); member != value.end(); ++member)
        {
            CheckValue({*member, *type.members, &place, &member.key()}, problems);
        }
    }
    else if (value.is_array() && type.entries)
    {
        for (size_t i = 0; i < value.size(); ++i)
        {
            CheckValue({value[i], *type.entries, &place, nullptr, i}, problems);
        }
    }
}

} // namespace

Problems
CheckDocument(const KeySet& keys, const Json& document)
{
    Problems problems;
    const auto type = MakeObjectType(keys);
    CheckValue({document, *type}, problems);
    return problems;
}

} // namespace mrcsim
