/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "key-set.h"

#include "key-type.h"

#include "ns3/abort.h"

#include <algorithm>

namespace mrcsim
{

namespace
{

/**
 * @param attribute an ns-3 attribute
 * @return what a key may be that sets it, words aside
 */
KeyTypePtr
MakeAttributeType(const std::string& attribute)
{
    const auto info = FindAttribute(attribute);
    NS_ABORT_MSG_UNLESS(info, "a key names " << attribute << ", which ns-3 lacks");
    const auto type = std::make_shared<KeyType>();
    const auto name = info->checker->GetValueTypeName();
    const auto is = [&name](const char* word) { return name.find(word) != std::string::npos; };
    type->isBoolean = is("BooleanValue"); // ns-3 omits its namespace for some
    type->isWhole = is("UintegerValue") || is("IntegerValue");
    type->isNumber = is("DoubleValue");
    if (is("TimeValue"))
    {
        type->quantity = QuantityKind::TIME;
    }
    if (is("DataRateValue"))
    {
        type->quantity = QuantityKind::RATE;
    }
    return type;
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

} // namespace

KeyConstant::KeyConstant(bool value)
    : m_value(value)
{
}

KeyConstant::KeyConstant(int value)
    : m_value(int64_t{value})
{
}

KeyConstant::KeyConstant(int64_t value)
    : m_value(value)
{
}

KeyConstant::KeyConstant(double value)
    : m_value(value)
{
}

KeyConstant::KeyConstant(const char* value)
    : m_value(std::string(value))
{
}

Json
KeyConstant::Get() const
{
    return std::visit([](const auto& value) { return Json(value); }, m_value);
}

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
    m_entry.initial = value.Get();
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
    m_entry.initial = Json::parse(text);
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
        m_entry.initialByTransport[transport] = value.Get();
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
    m_entry.type->least = least.Get();
    m_entry.type->most = most.Get();
    return *this;
}

Key
Key::AtLeast(const KeyConstant& least)
{
    m_entry.type->least = least.Get();
    return *this;
}

Key
Key::Above(const KeyConstant& least)
{
    m_entry.type->above = least.Get();
    return *this;
}

Key
Key::Values(std::initializer_list<int64_t> values)
{
    m_entry.type->values = Json(std::vector<int64_t>(values));
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
    m_entry.onlyWithValue = value.Get();
    return *this;
}

KeySet::KeySet()
    : m_object(std::make_shared<KeyObject>())
{
}

Key
KeySet::AddRead(const char* name, KeyTypePtr type, Reader reader)
{
    const auto entry = std::make_shared<KeyEntry>();
    const auto& entries = m_object->entries;
    NS_ABORT_MSG_IF(std::any_of(entries.begin(),
                                entries.end(),
                                [name](const auto& other) { return other->name == name; }),
                    "the key " << name << " is declared twice");
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
                std::function<void(KeyOwner& owner, const KeyReading& object)> read)
{
    m_object->by = by;
    m_object->kinds.push_back({name, description, keys.Get(), std::move(read)});
    for (const auto& entry : m_object->entries)
    {
        if (entry->name == by)
        {
            entry->required = true;
            entry->type->isText = false;
            entry->type->words.push_back(name);
            entry->help += (entry->help.empty() ? "" : " ") + name + ": " + description;
        }
    }
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
