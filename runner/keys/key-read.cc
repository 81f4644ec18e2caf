/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/words.h"
#include "key-document.h"
#include "key-type.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace mrcsim
{

namespace
{

/** @return a value of a key in the format of the ns-3 attribute that it sets */
std::string
ToAttributeText(const Json& value, const KeyEntry& entry)
{
    const auto& words = entry.attributeWords;
    const auto word = std::find_if(words.begin(), words.end(), [&value](const KeyWord& w) {
        return value == w.word;
    });
    if (word != words.end())
    {
        return word->value;
    }
    const auto kind = entry.type->quantity;
    if (!kind || !(value.is_string() || value.is_number_integer()))
    {
        return ToWord(value);
    }
    return std::to_string(ReadQuantity(*kind, value).value.value()) +
           (*kind == QuantityKind::TIME ? "ps" : "");
}

/**
 * A value of a document while it is read.
 */
class Reading final : public KeyReading
{
  public:
    /**
     * @param place a value
     * @param context context of the document
     */
    Reading(const KeyPlace& place, KeyContext& context)
        : m_place(place),
          m_context(context)
    {
    }

    const Json& Get() const override
    {
        return m_place.value;
    }

    std::string GetPath() const override
    {
        const auto own = m_place.GetPath();
        return own.empty() ? m_context.path : AppendKey(m_context.path, own);
    }

    Problems& GetProblems() const override
    {
        return m_context.problems;
    }

    const ns3::FabricNetwork* FindNetwork() const override
    {
        return m_context.network;
    }

    bool IsWord() const override
    {
        const auto& type = m_place.type;
        return (type.IsNatural() || type.isNumber) && type.HasWord(m_place.value);
    }

    std::optional<int64_t> GetQuantity() const override
    {
        const auto kind = m_place.type.quantity;
        return kind ? ReadQuantity(*kind, m_place.value).value : m_place.value.get<int64_t>();
    }

    size_t GetSize() const override
    {
        return m_place.value.size();
    }

    void ReadEntry(size_t index, const std::function<void(const KeyReading&)>& read) const override
    {
        const KeyPlace entry{m_place.value[index], *m_place.type.entries, &m_place, nullptr, index};
        read(Reading(entry, m_context));
    }

    void ReadObject(KeyOwner& owner) const override
    {
        const auto& object = m_place.type.object->ChooseForm(m_place.value);
        for (const auto& entry : object.entries)
        {
            Read(*entry, owner);
            const auto* kind = entry->name == object.by ? object.FindKind(m_place.value) : nullptr;
            if (kind)
            {
                kind->read(owner, *this);
            }
            if (!m_place.parent && m_context.onRead)
            {
                m_context.onRead(entry->name);
            }
        }
    }

    void ReadKind(KeyOwner& owner) const override
    {
        for (const auto& entry : m_place.type.object->FindKind(m_place.value)->keys->entries)
        {
            Read(*entry, owner);
        }
    }

  private:
    /**
     * Read a key of an object if it is present.
     * @param owner receives its value
     */
    void Read(const KeyEntry& entry, KeyOwner& owner) const
    {
        const auto value = m_place.value.find(entry.name);
        if (value == m_place.value.end())
        {
            return;
        }
        const KeyPlace place{*value, *entry.type, &m_place, &entry.name};
        if (!entry.attribute.empty() &&
            (entry.attributeWith.empty() || m_place.value.contains(entry.attributeWith)))
        {
            m_context.settings.push_back({Reading(place, m_context).GetPath(),
                                          entry.attribute,
                                          ToAttributeText(*value, entry)});
        }
        if (entry.read)
        {
            entry.read(owner, Reading(place, m_context));
        }
    }

    const KeyPlace& m_place; ///< the value
    KeyContext& m_context;   ///< context of the document
};

} // namespace

void
ReadKey(const KeyReading& reading, bool& value)
{
    value = reading.Get().get<bool>();
}

void
ReadKey(const KeyReading& reading, uint32_t& value)
{
    value = reading.Get().get<uint32_t>();
}

void
ReadKey(const KeyReading& reading, uint64_t& value)
{
    value = static_cast<uint64_t>(reading.GetQuantity().value_or(0));
}

void
ReadKey(const KeyReading& reading, double& value)
{
    value = reading.Get().get<double>();
}

void
ReadKey(const KeyReading& reading, std::string& value)
{
    value = reading.Get().get<std::string>();
}

void
ReadKey(const KeyReading& reading, ns3::RdmaTick& value)
{
    value = ns3::RdmaTick::Ps(reading.GetQuantity().value_or(0));
}

void
ReadDocument(const KeySet& keys, const Json& document, KeyOwner& owner, KeyContext& context)
{
    const auto type = MakeObjectType(keys);
    const KeyPlace place{document, *type};
    Reading(place, context).ReadObject(owner);
}

void
ReadPart(const KeySet& keys,
         const Json& part,
         KeyContext& context,
         const std::function<void(const KeyReading& reading)>& read)
{
    const auto type = MakeObjectType(keys);
    const auto complete = CompleteDocument(keys, part);
    const KeyPlace place{complete, *type};
    read(Reading(place, context));
}

} // namespace mrcsim
