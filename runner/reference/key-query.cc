/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "key-query.h"

#include "document/words.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace mrcsim
{

namespace
{

/// More names than this do not help to find the right one.
constexpr size_t MAX_NAMES = 8;

/// A key on the way down a path.
struct Step
{
    std::string name; ///< the key
    std::string kind; ///< the kind in brackets behind it; empty: none
};

/// A path, or none.
using Steps = std::optional<std::vector<Step>>;

/** @return true if the text between brackets stands for entries of a list */
bool
IsIndex(const std::string& text)
{
    return std::all_of(text.begin(), text.end(), [](const char c) {
        return std::isdigit(static_cast<unsigned char>(c)) || c == '*';
    });
}

/** @return the steps of a path, if it is well formed */
Steps
ReadSteps(const std::string& path)
{
    std::vector<Step> steps;
    for (size_t at = 0; at <= path.size();)
    {
        const auto end = std::min(path.find('.', at), path.size());
        auto part = path.substr(at, end - at);
        Step step;
        while (!part.empty() && part.back() == ']')
        {
            const auto open = part.rfind('[');
            if (open == std::string::npos)
            {
                return std::nullopt;
            }
            const auto inside = part.substr(open + 1, part.size() - open - 2);
            step.kind = IsIndex(inside) ? step.kind : inside;
            part.erase(open);
        }
        if (part.empty() || part.find_first_of("[]") != std::string::npos)
        {
            return std::nullopt;
        }
        step.name = part;
        steps.push_back(step);
        at = end + 1;
    }
    return steps;
}

/** @return a path without brackets */
std::string
ToNames(const std::vector<Step>& steps)
{
    std::string names;
    for (const auto& step : steps)
    {
        names = AppendKey(names, step.name);
    }
    return names;
}

/** @return a path without brackets */
std::string
ToNames(const std::string& path)
{
    return ToNames(*ReadSteps(path));
}

/** @return the last key of a path */
std::string
GetLast(const std::string& path)
{
    return ReadSteps(path)->back().name;
}

/** @return true if the names are the others, or go on behind them */
bool
IsAtOrBelow(const std::string& names, const std::string& others)
{
    return names.rfind(others, 0) == 0 &&
           (names.size() == others.size() || names[others.size()] == '.');
}

/** @return paths of the keys that are called like this, without brackets, each once */
std::vector<std::string>
FindByLast(const KeyList& keys, const std::string& name)
{
    std::vector<std::string> paths;
    for (const auto& entry : keys.entries)
    {
        const bool isNew = paths.empty() || paths.back() != entry.path;
        if (GetLast(entry.path) == name && isNew && paths.size() < MAX_NAMES)
        {
            paths.push_back(entry.path);
        }
    }
    return paths;
}

/** @return the keys that could have been meant by a path that leads nowhere */
std::vector<std::string>
FindNear(const KeyList& keys, const std::vector<Step>& steps)
{
    auto near = FindByLast(keys, steps.back().name);
    if (!near.empty())
    {
        return near;
    }
    std::vector<std::string> paths;
    std::vector<std::string> lasts;
    for (const auto& entry : keys.entries)
    {
        paths.push_back(entry.path);
        lasts.push_back(GetLast(entry.path));
    }
    const auto path = FindNearest(ToNames(steps), paths);
    return path.empty() ? FindByLast(keys, FindNearest(steps.back().name, lasts))
                        : std::vector<std::string>{path};
}

/**
 * @param steps a path
 * @param [out] kind receives the kind that it asks for, empty if for none
 * @return what is wrong with it
 */
Problems
ReadKind(const KeyList& keys, const std::vector<Step>& steps, std::string& kind)
{
    std::vector<Step> above;
    for (const auto& step : steps)
    {
        above.push_back(step);
        if (step.kind.empty())
        {
            continue;
        }
        const auto place =
            std::find_if(keys.kinds.begin(), keys.kinds.end(), [&above](const auto& item) {
                return ToNames(item.first) == ToNames(above);
            });
        if (place == keys.kinds.end())
        {
            return {{"",
                     ToNames(above) + " has no kinds; found [" + step.kind +
                         "], allowed: [] or a number"}};
        }
        const auto& known = place->second;
        if (std::find(known.begin(), known.end(), step.kind) == known.end())
        {
            const auto nearest = FindNearest(step.kind, known);
            return {{"",
                     ToNames(above) + " has no kind " + step.kind +
                         (nearest.empty() ? "; allowed: " + JoinWords(known)
                                          : ", did you mean " + nearest + "?")}};
        }
        kind = step.kind;
    }
    return {};
}

} // namespace

Problems
FindKeys(const KeyList& keys, const std::string& path, std::vector<ListedKey>& found)
{
    found = keys.entries;
    if (path.empty())
    {
        return {};
    }
    const auto steps = ReadSteps(path);
    if (!steps)
    {
        return {{"",
                 "found " + path +
                     ", which is no path; allowed: keys such as switch.ecn, workload[].bytes or "
                     "workload[all-reduce].bytes"}};
    }
    std::string kind;
    const auto problems = ReadKind(keys, *steps, kind);
    if (!problems.empty())
    {
        return problems;
    }
    const auto names = ToNames(*steps);
    const auto isOther = [&](const ListedKey& entry) {
        const auto& kinds = entry.kinds;
        const bool fits = kind.empty() || kinds.empty() ||
                          std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
        return !fits || !IsAtOrBelow(ToNames(entry.path), names);
    };
    found.erase(std::remove_if(found.begin(), found.end(), isOther), found.end());
    if (!found.empty())
    {
        return {};
    }
    const auto near = FindNear(keys, *steps);
    return {{"",
             "there is no key " + path +
                 (near.empty() ? "; mrc-sim keys lists all"
                               : ", did you mean " + JoinWords(near) + "?")}};
}

} // namespace mrcsim
