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
 * Check, completion, reading and JSON Schema of documents, by the declarations of their keys.
 */

namespace mrcsim
{

/**
 * @param keys keys of the document
 * @return the problems of its form, in the order of the document: types, bounds, words, missing and
 * unknown keys
 */
Problems CheckDocument(const KeySet& keys, const Json& document);

/**
 * @param keys keys of the document
 * @param document a valid document
 * @param transport transport.type, for defaults that depend on it
 * @param profile attributes with defaults that differ from those of ns-3 and the declarations
 * @return the document with every default, keys in the order of the declarations
 */
Json CompleteDocument(const KeySet& keys,
                      const Json& document,
                      const std::string& transport = "",
                      const std::vector<AttributeSetting>& profile = {});

/// Additional input and output of reading a document.
struct KeyContext
{
    Problems& problems; ///< receives the problems
    const ns3::FabricNetwork* network{
        nullptr};       ///< network that references refer to; null: none yet
    std::string path{}; ///< path of the document in another document, for messages; empty: none
    std::vector<AttributeSetting> settings{}; ///< receives ns-3 attributes that keys set
    /// Called with the name of each top-level key after it has been read; may be empty.
    std::function<void(const std::string& key)> onRead{};
};

/**
 * @param keys keys of the document
 * @param document a complete and valid document
 * @param owner receives the values
 * @param context see KeyContext
 */
void ReadDocument(const KeySet& keys, const Json& document, KeyOwner& owner, KeyContext& context);

/**
 * @param keys keys of a part of a document
 * @param part a valid part; defaults need not be filled in
 * @param context see KeyContext
 * @param read reads the part
 */
void ReadPart(const KeySet& keys,
              const Json& part,
              KeyContext& context,
              const std::function<void(const KeyReading& reading)>& read);

/**
 * @tparam T type that receives the part
 * @param json a valid part; defaults need not be filled in
 * @param context see KeyContext
 * @return the values of the part
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
 * @param keys keys of a document
 * @param description description of the document
 * @return its JSON Schema, draft 7, for editors. Annotations add information that the format does
 * not have: 'quantity' (bounds of strings with a unit), 'defaultFrom', 'defaultByTransport',
 * 'attribute', 'unit', 'absent'
 */
Json MakeSchema(const KeySet& keys, const std::string& description);

} // namespace mrcsim

#endif // KEY_DOCUMENT_H
