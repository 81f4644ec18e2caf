/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef KEY_PLACE_H
#define KEY_PLACE_H

#include "key-type.h"

#include <string>

/**
 * @file
 * mrcsim::KeyPlace: a value of a document, where it is, and what it may be.
 */

namespace mrcsim
{

/**
 * A value of a document and its type. Places lead back to the document, so that paths, of which a
 * list may have a million, are only written where there is something to say.
 */
struct KeyPlace
{
    const Json& value;               ///< the value
    const KeyType& type;             ///< what it may be
    const KeyPlace* parent{nullptr}; ///< the object or list that holds it; null: the document
    const std::string* key{nullptr}; ///< its key in an object; null: it is in a list
    size_t index{0};                 ///< its place in a list

    /** @return where it is, as messages write it */
    std::string GetPath() const
    {
        if (!parent)
        {
            return "";
        }
        return key ? AppendKey(parent->GetPath(), *key) : AppendIndex(parent->GetPath(), index);
    }
};

} // namespace mrcsim

#endif // KEY_PLACE_H
