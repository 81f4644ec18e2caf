/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/json-text.h"
#include "document/module-attributes.h"
#include "document/quantity.h"
#include "key-set.h"
#include "key-type.h"

#include "ns3/abort.h"

#include <string>

namespace mrcsim
{

namespace
{

/**
 * @param attribute full name of an ns-3 attribute; aborts if ns-3 lacks it
 * @return its checker
 */
ns3::Ptr<const ns3::AttributeChecker>
GetChecker(const std::string& attribute)
{
    const auto info = FindAttribute(attribute);
    NS_ABORT_MSG_UNLESS(info, "a key names " << attribute << ", which ns-3 lacks");
    return info->checker;
}

/**
 * @param attribute an ns-3 attribute
 * @return type of a key that sets it, without words
 */
KeyTypePtr
MakeAttributeType(const std::string& attribute)
{
    const auto type = std::make_shared<KeyType>();
    const auto name = NameType(*GetChecker(attribute));
    type->isBoolean = name == "boolean";
    type->isWhole = name == "whole number";
    type->isNumber = name == "number";
    for (const auto kind : {QuantityKind::TIME, QuantityKind::RATE})
    {
        if (name == GetFacts(kind).name)
        {
            type->quantity = kind;
        }
    }
    return type;
}

/**
 * Add the words or bounds of an attribute to the type of a key that has none of its own.
 * @param attribute full name of the attribute
 * @param [in,out] type of the key
 */
void
TakeBounds(const std::string& attribute, KeyType& type)
{
    const auto checker = GetChecker(attribute);
    const auto name = NameType(*checker);
    if (name == "word")
    {
        type.isText = false;
        type.words = GetWords(*checker);
    }
    if (name == "class" || !(type.least.is_null() && type.most.is_null() && type.above.is_null() &&
                             type.values.is_null()))
    {
        return;
    }
    const auto bounds = GetBounds(*checker);
    const auto read = [&name](const std::string& bound) {
        Json number;
        if (bound.empty())
        {
            return number;
        }
        if (name != "time")
        {
            ParseJson(bound, number);
            return number;
        }
        const auto ps = ParseQuantity(QuantityKind::TIME, bound).value.value_or(0);
        const auto plain = GetFacts(QuantityKind::TIME).factor; // unit of plain numbers
        return ps % plain == 0 ? Json(ps / plain) : number;     // others: the attribute's check
    };
    type.least = read(bounds.least);
    type.most = read(bounds.most);
}

/** @return type of a value of one JSON type */
KeyTypePtr
MakeType(bool KeyType::*is)
{
    auto type = std::make_shared<KeyType>();
    (*type).*is = true;
    return type;
}

/** @return type of a whole number that is not negative */
KeyTypePtr
MakeWhole()
{
    return MakeType(&KeyType::isWhole);
}

/** @return a constant of a declaration, as in documents */
Json
ToJson(const KeyConstant& constant)
{
    return std::visit([](const auto& value) { return Json(value); }, constant);
}

} // namespace

Key
Key::Help(const char* text)
{
    m_entry.help = text;
    return *this;
}

Key
Key::Required()
{
    m_entry.required = true;
    return *this;
}

Key
Key::Absent(const char* text)
{
    m_entry.absent = text;
    return *this;
}

Key
Key::Default(const KeyConstant& value)
{
    m_entry.initial = ToJson(value);
    return *this;
}

Key
Key::DefaultList(const std::vector<std::string>& words)
{
    m_entry.initial = words;
    return *this;
}

Key
Key::DefaultJson(const char* text)
{
    const auto problems = ParseJson(text, m_entry.initial);
    NS_ABORT_MSG_UNLESS(problems.empty(), "the default of " << m_entry.name << " is no JSON");
    return *this;
}

Key
Key::DefaultFrom(const char* key)
{
    m_entry.initialFrom = key;
    return *this;
}

Key
Key::DefaultByTransport(std::vector<std::pair<std::string, KeyConstant>> values)
{
    m_entry.initialByTransport = Json::object();
    for (const auto& [transport, value] : values)
    {
        m_entry.initialByTransport[transport] = ToJson(value);
    }
    return *this;
}

Key
Key::Type(KeyTypePtr type)
{
    m_entry.type = std::move(type);
    return *this;
}

Key
Key::Bytes()
{
    m_entry.type->quantity = QuantityKind::BYTES;
    return *this;
}

Key
Key::Rate()
{
    m_entry.type->quantity = QuantityKind::RATE;
    return *this;
}

Key
Key::Unit(const char* unit)
{
    m_entry.type->unit = unit;
    return *this;
}

Key
Key::Range(const KeyConstant& least, const KeyConstant& most)
{
    m_entry.type->least = ToJson(least);
    m_entry.type->most = ToJson(most);
    return *this;
}

Key
Key::AtLeast(const KeyConstant& least)
{
    m_entry.type->least = ToJson(least);
    return *this;
}

Key
Key::Above(const KeyConstant& least)
{
    m_entry.type->above = ToJson(least);
    m_entry.type->least = Json(); // of the attribute
    return *this;
}

Key
Key::Values(std::initializer_list<int64_t> values)
{
    m_entry.type->values = Json(std::vector<int64_t>(values));
    m_entry.type->least = m_entry.type->most = Json(); // of the attribute
    return *this;
}

Key
Key::Words(std::vector<std::string> words)
{
    auto& type = m_entry.type->entries ? *m_entry.type->entries : *m_entry.type;
    type.isText = false;
    type.words = std::move(words);
    return *this;
}

Key
Key::Pattern(const char* pattern)
{
    m_entry.type->isText = true;
    m_entry.type->pattern = pattern;
    return *this;
}

Key
Key::Name()
{
    Pattern("^[A-Za-z0-9][A-Za-z0-9._-]*$");
    return Title("a name of letters, digits, '.', '_' and '-', starting with a letter or digit");
}

Key
Key::Title(const char* text)
{
    m_entry.type->title = text;
    return *this;
}

Key
Key::Length(size_t least, size_t most)
{
    m_entry.type->minEntries = least;
    m_entry.type->maxEntries = most;
    return *this;
}

Key
Key::Attribute(const char* name)
{
    m_entry.attribute = name;
    if (m_entry.attributeWords.empty())
    {
        TakeBounds(name, *m_entry.type);
    }
    return *this;
}

Key
Key::Attribute(const char* name, std::vector<KeyWord> words)
{
    std::vector<std::string> allowed;
    for (const auto& word : words)
    {
        allowed.push_back(word.word);
    }
    m_entry.attributeWords = std::move(words);
    Words(std::move(allowed));
    return Attribute(name);
}

Key
Key::AnyClass()
{
    m_entry.type->isClass = true;
    return *this;
}

Key
Key::AttributeOnlyWith(const char* key)
{
    m_entry.attributeWith = key;
    return *this;
}

Key
Key::Needs(const char* key)
{
    m_entry.needs = key;
    return *this;
}

Key
Key::OnlyWith(const char* key, const KeyConstant& value)
{
    m_entry.onlyWith = key;
    m_entry.onlyWithValue = ToJson(value);
    return *this;
}

KeySet::KeySet()
    : m_object(std::make_shared<KeyObject>())
{
}

Key
KeySet::AddRead(const char* name, KeyTypePtr type, Reader reader)
{
    NS_ABORT_MSG_IF(FindKey(m_object->entries, name), "the key " << name << " is declared twice");
    const auto entry = std::make_shared<KeyEntry>();
    entry->name = name;
    entry->type = std::move(type);
    entry->initial = Json(Json::value_t::discarded);
    entry->read = std::move(reader);
    m_object->entries.push_back(entry);
    return Key(*entry);
}

Key
KeySet::AddAttribute(const char* name, const char* attribute)
{
    return AddRead(name, MakeAttributeType(attribute), {}).Attribute(attribute);
}

Key
KeySet::AddAttribute(const char* name, const char* attribute, std::vector<KeyWord> words)
{
    return AddRead(name, MakeAttributeType(attribute), {}).Attribute(attribute, std::move(words));
}

Key
KeySet::AddNote(const char* name)
{
    return AddRead(name, MakeType(&KeyType::isText), {});
}

Key
KeySet::AddGroup(const char* name, void (*declare)(KeySet&))
{
    KeySet keys;
    declare(keys);
    return AddRead(name, MakeObjectType(keys), [](KeyOwner& owner, const KeyReading& reading) {
        reading.ReadObject(owner);
    });
}

void
KeySet::Title(const char* text)
{
    m_object->title = text;
}

void
KeySet::PutKindKeysHere()
{
    m_object->kindKeysAt = m_object->entries.size();
}

void
KeySet::AddKind(const char* by,
                const std::string& name,
                const std::string& description,
                const KeySet& keys,
                Reader read)
{
    m_object->by = by;
    m_object->kinds.push_back({name, description, keys.Get(), std::move(read)});
    auto* const entry = FindKey(m_object->entries, by);
    NS_ABORT_MSG_UNLESS(entry, "the key " << by << " names a kind before it is declared");
    entry->required = true;
    entry->type->isText = false;
    entry->type->words.push_back(name);
    entry->help += (entry->help.empty() ? "" : " ") + name + ": " + description;
}

void
KeySet::AddForm(const char* by, void (*declare)(KeySet&))
{
    KeySet keys;
    declare(keys);
    m_object->forms.push_back({by, keys.Get()});
}

KeyTypePtr
GetKeyType(const bool*)
{
    return MakeType(&KeyType::isBoolean);
}

KeyTypePtr
GetKeyType(const uint32_t*)
{
    return MakeWhole();
}

KeyTypePtr
GetKeyType(const uint64_t*)
{
    return MakeWhole();
}

KeyTypePtr
GetKeyType(const double*)
{
    return MakeType(&KeyType::isNumber);
}

KeyTypePtr
GetKeyType(const std::string*)
{
    return MakeType(&KeyType::isText);
}

KeyTypePtr
GetKeyType(const ns3::RdmaTick*)
{
    auto type = std::make_shared<KeyType>();
    type->quantity = QuantityKind::TIME;
    return type;
}

KeyTypePtr
MakeVersionType()
{
    auto type = MakeWhole();
    type->values = {1};
    return type;
}

KeyTypePtr
MakeListType(KeyTypePtr entry)
{
    auto type = std::make_shared<KeyType>();
    type->entries = std::move(entry);
    return type;
}

KeyTypePtr
MakeObjectType(const KeySet& keys)
{
    auto type = std::make_shared<KeyType>();
    type->object = keys.Get();
    type->title = keys.Get()->title;
    return type;
}

} // namespace mrcsim
