/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "json-text.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

namespace mrcsim
{

namespace
{

/// Largest depth of nested objects and lists; scenarios need six. A limit prevents stack overflows.
constexpr size_t MAX_DEPTH = 64;

/// Largest file, B; more than any scenario or trace needs. A limit stops reading of endless
/// devices.
constexpr size_t MAX_FILE_BYTES = 1000000000;

/// Bytes per read, B.
constexpr size_t READ_BYTES = 1 << 16;

/**
 * Event handler of a parser of valid text that records keys that occur twice in an object, and
 * excessive depth. (The callbacks of the document parser would take quadratic time for lists of
 * objects.)
 */
class DuplicateFinder : public nlohmann::json_sax<Json>
{
  public:
    bool start_object(size_t) override
    {
        return Enter(false);
    }

    bool start_array(size_t) override
    {
        return Enter(true);
    }

    bool end_object() override
    {
        return Leave();
    }

    bool end_array() override
    {
        return Leave();
    }

    bool key(string_t& name) override
    {
        auto& level = m_levels.back();
        level.key = name;
        if (!level.keys.insert(name).second)
        {
            m_problems.push_back({GetPath(), "the key occurs twice in the same object"});
        }
        return true;
    }

    bool null() override
    {
        return Count();
    }

    bool boolean(bool) override
    {
        return Count();
    }

    bool number_integer(number_integer_t) override
    {
        return Count();
    }

    bool number_unsigned(number_unsigned_t) override
    {
        return Count();
    }

    bool number_float(number_float_t, const string_t&) override
    {
        return Count();
    }

    bool string(string_t&) override
    {
        return Count();
    }

    bool binary(binary_t&) override
    {
        return Count();
    }

    bool parse_error(size_t, const std::string&, const Json::exception&) override
    {
        return false;
    }

    /** @return the problems found */
    const Problems& GetProblems() const
    {
        return m_problems;
    }

  private:
    /// An open object or list.
    struct Level
    {
        bool isArray;               ///< list or object
        size_t entries;             ///< entries of the list so far
        std::string key;            ///< last key of the object
        std::set<std::string> keys; ///< keys of the object so far
    };

    /** @return true: a value begins, continue */
    bool Count()
    {
        if (!m_levels.empty() && m_levels.back().isArray)
        {
            ++m_levels.back().entries;
        }
        return true;
    }

    /**
     * @param isArray a list begins, or else an object
     * @return true: continue
     */
    bool Enter(bool isArray)
    {
        Count();
        if (m_levels.size() == MAX_DEPTH)
        {
            m_problems.push_back({GetPath(), "nested too deeply"});
        }
        m_levels.push_back({isArray, 0, "", {}});
        return true;
    }

    /** @return true: an object or a list ends, continue */
    bool Leave()
    {
        m_levels.pop_back();
        return true;
    }

    /** @return path of the next value */
    std::string GetPath() const
    {
        std::string path;
        for (const auto& level : m_levels)
        {
            path =
                level.isArray ? AppendIndex(path, level.entries - 1) : AppendKey(path, level.key);
        }
        return path;
    }

    std::vector<Level> m_levels; ///< from the document to the current value
    Problems m_problems;         ///< the problems found
};

/**
 * @param error from the JSON library
 * @return its message without the library's name of the error
 */
std::string
Describe(const Json::parse_error& error)
{
    const std::string what = error.what();
    const auto at = what.find("parse error");
    return "not valid JSON: " + (at == std::string::npos ? what : what.substr(at));
}

} // namespace

Problems
ParseJson(const std::string& text, Json& document)
{
    try
    {
        document = Json::parse(text);
    }
    catch (const Json::parse_error& error)
    {
        return {{"", Describe(error)}};
    }
    catch (const Json::out_of_range& error)
    {
        return {{"", std::string("not valid JSON: a number is too large: ") + error.what()}};
    }
    DuplicateFinder finder;
    Json::sax_parse(text, &finder);
    return finder.GetProblems();
}

Problems
ReadJsonFile(const std::string& file, Json& document)
{
    errno = 0;
    std::ifstream in(file, std::ios::binary);
    std::string text;
    std::vector<char> chunk(READ_BYTES);
    while (in && text.size() <= MAX_FILE_BYTES)
    {
        in.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
        text.append(chunk.data(), static_cast<size_t>(in.gcount()));
    }
    if (text.size() > MAX_FILE_BYTES)
    {
        return {{"", "is too large; allowed: files of at most 1 GB"}};
    }
    if (!in.eof())
    {
        return {{"", std::string("cannot be read: ") + std::strerror(errno)}};
    }
    return ParseJson(text, document);
}

void
PutUnlessEmpty(Json& object, const char* key, const Json& value)
{
    if (!value.empty() && value != "")
    {
        object[key] = value;
    }
}

} // namespace mrcsim
