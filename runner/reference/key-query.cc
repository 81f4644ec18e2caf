/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "key-query.h"

#include "document/words.h"
#include "facts-text.h"

#include <algorithm>
#include <cctype>

namespace mrcsim
{

namespace
{

/** @return true if the text between brackets stands for entries of a list */
bool
IsIndex(const std::string& text)
{
    return std::all_of(text.begin(), text.end(), [](const char c) {
        return std::isdigit(static_cast<unsigned char>(c)) || c == '*';
    });
}

/** @return the kind in brackets after a key; empty if there is none */
std::string
GetKind(const PathStep& step)
{
    const auto kind = std::find_if_not(step.brackets.begin(), step.brackets.end(), IsIndex);
    return kind == step.brackets.end() ? "" : *kind;
}

/** @return a path without brackets */
std::string
ToNames(const std::vector<PathStep>& steps)
{
    std::string names;
    for (const auto& step : steps)
    {
        names = AppendKey(names, step.key);
    }
    return names;
}

/** @return a path without brackets */
std::string
ToNames(const std::string& path)
{
    return ToNames(SplitPath(path));
}

/** @return the last key of a path */
std::string
GetLast(const std::string& path)
{
    return SplitPath(path).back().key;
}

/** @return true if the names are equal to the others or continue them */
bool
IsAtOrBelow(const std::string& names, const std::string& others)
{
    return names.rfind(others, 0) == 0 &&
           (names.size() == others.size() || names[others.size()] == '.');
}

/** @return paths of the keys with this name, without brackets, each once */
std::vector<std::string>
FindByLast(const KeyList& keys, const std::string& name)
{
    std::vector<std::string> paths;
    for (const auto& entry : keys.entries)
    {
        const bool isNew = paths.empty() || paths.back() != entry.path;
        if (GetLast(entry.path) == name && isNew && paths.size() < MAX_SUGGESTED_NAMES)
        {
            paths.push_back(entry.path);
        }
    }
    return paths;
}

/** @return suggestions for a path that does not exist */
std::vector<std::string>
FindNear(const KeyList& keys, const std::vector<PathStep>& steps)
{
    const std::string& last = steps.back().key;
    auto near = FindByLast(keys, last);
    for (const auto& [path, kinds] : keys.kinds)
    {
        if (std::find(kinds.begin(), kinds.end(), last) != kinds.end())
        {
            near.push_back(ToNames(path) + "[" + last + "]");
        }
    }
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
    return path.empty() ? FindByLast(keys, FindNearest(last, lasts))
                        : std::vector<std::string>{path};
}

/**
 * @param steps a path
 * @param [out] kind receives its kind, empty if there is none
 * @return the problems
 */
Problems
ReadKind(const KeyList& keys, const std::vector<PathStep>& steps, std::string& kind)
{
    std::vector<PathStep> above;
    for (const auto& step : steps)
    {
        above.push_back(step);
        const auto asked = GetKind(step);
        if (asked.empty())
        {
            continue;
        }
        const auto place =
            std::find_if(keys.kinds.begin(), keys.kinds.end(), [&above](const auto& item) {
                return ToNames(item.first) == ToNames(above);
            });
        if (place == keys.kinds.end())
        {
            return {
                {"",
                 ToNames(above) + " has no kinds; found [" + asked + "], allowed: [] or a number"}};
        }
        const auto& known = place->second;
        if (std::find(known.begin(), known.end(), asked) == known.end())
        {
            return {{"", ToNames(above) + " has no kind " + asked + SuggestNearest(asked, known)}};
        }
        kind = asked;
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
    const auto steps = SplitPath(path);
    if (steps.empty())
    {
        return {{"",
                 "found " + path +
                     ", which is not a path; allowed: keys such as switch.ecn, workload[].bytes or "
                     "workload[all-reduce].bytes"}};
    }
    std::string kind;
    const auto problems = ReadKind(keys, steps, kind);
    if (!problems.empty())
    {
        return problems;
    }
    const auto names = ToNames(steps);
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
    const auto near = FindNear(keys, steps);
    return {{"",
             "there is no key " + path +
                 (near.empty() ? "; mrc-sim keys lists all"
                               : ", did you mean " + ns3::JoinRdmaWords(near) + "?")}};
}

} // namespace mrcsim
