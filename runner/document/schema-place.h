/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCHEMA_PLACE_H
#define SCHEMA_PLACE_H

#include "json-path.h"

#include <cstddef>
#include <functional>
#include <string>

/**
 * @file
 * A walk through a document with its schema at hand.
 */

namespace mrcsim
{

/**
 * @param keyword a keyword whose value is an object or a list
 * @return its value in place, something empty if it is absent
 */
const Json& GetMember(const Json& node, const std::string& keyword);

/**
 * @param node schema of a value, perhaps with choices (see AssembleSchema)
 * @param value the value; null if it is absent
 * @return the schema that tells all about it, a part of the node
 */
const Json& ChooseSchema(const Json& node, const Json& value);

/**
 * A value of a document and the schema that tells about it. Places lead back to the document, so
 * that paths, of which a list may have a million, are only written where there is something to say.
 */
struct SchemaPlace
{
    const Json& value;                  ///< the value
    const Json& node;                   ///< its schema, chosen
    const SchemaPlace* parent{nullptr}; ///< the object or list that holds it; null: the document
    const std::string* key{nullptr};    ///< its key in an object; null: it is in a list
    size_t index{0};                    ///< its place in a list

    /** @return where it is, as messages write it */
    std::string GetPath() const;
};

/**
 * @param place an object, a list or another value
 * @param visit is told all values in it for which there is a schema, in the document's order
 */
void VisitChildren(const SchemaPlace& place, const std::function<void(const SchemaPlace&)>& visit);

} // namespace mrcsim

#endif // SCHEMA_PLACE_H
