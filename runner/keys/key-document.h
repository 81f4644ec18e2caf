/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef KEY_DOCUMENT_H
#define KEY_DOCUMENT_H

#include "document/scenario-attributes.h"
#include "key-set.h"

#include <string>
#include <vector>

/**
 * @file
 * Documents by the declarations of their keys: checked, completed, read, described to editors.
 */

namespace mrcsim
{

/**
 * @param keys those of the document
 * @return what is wrong with it that can be seen without reading it: types, bounds, words, keys
 * that are missing or unknown; in the order of the document
 */
Problems CheckDocument(const KeySet& keys, const Json& document);

/**
 * @param keys those of the document
 * @param document without mistakes
 * @param transport transport.type, for defaults that depend on it
 * @param profile attributes with other defaults than ns-3 and the declarations have
 * @return the same with every default, keys in the order of the declarations
 */
Json CompleteDocument(const KeySet& keys,
                      const Json& document,
                      const std::string& transport = "",
                      const std::vector<AttributeSetting>& profile = {});

/// What reading needs besides the document, and what it finds out.
struct KeyContext
{
    Problems& problems;                         ///< receives the problems
    const ns3::FabricNetwork* network{nullptr}; ///< names of places refer to it; null: none yet
    std::string path{}; ///< of the document in another one, for messages; empty: it stands alone
    std::vector<AttributeSetting> settings{}; ///< receives ns-3 attributes that keys set
    /// Called with the name of each key of the document itself when it has been read; or empty.
    std::function<void(const std::string& key)> onRead{};
};

/**
 * @param keys those of the document
 * @param document complete, without mistakes
 * @param owner receives the values
 * @param context see there
 */
void ReadDocument(const KeySet& keys, const Json& document, KeyOwner& owner, KeyContext& context);

/**
 * @param keys those of a part of a document
 * @param part without mistakes; defaults need not be filled in
 * @param context see there
 * @param read reads it
 */
void ReadPart(const KeySet& keys,
              const Json& part,
              KeyContext& context,
              const std::function<void(const KeyReading& reading)>& read);

/**
 * @tparam T what a part of a document is read into
 * @param json the part, without mistakes; defaults need not be filled in
 * @param context see there
 * @return the same
 */
template <typename T>
T
ReadPart(const Json& json, KeyContext& context)
{
    T part;
    ReadPart(GetKeys<T>(), json, context, [&part](const KeyReading& reading) {
        ReadKey(reading, part);
    });
    return part;
}

/**
 * @param keys those of a document
 * @param description of the document
 * @return its JSON Schema, draft 7, for editors. Annotations tell what it cannot say: 'quantity'
 * (bounds of strings with a unit), 'defaultFrom', 'defaultByTransport', 'attribute', 'unit',
 * 'absent'
 */
Json MakeSchema(const KeySet& keys, const std::string& description);

} // namespace mrcsim

#endif // KEY_DOCUMENT_H
