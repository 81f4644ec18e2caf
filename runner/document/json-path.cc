/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "json-path.h"

#include <algorithm>

namespace mrcsim
{

std::string
AppendKey(const std::string& path, const std::string& key)
{
    return path.empty() ? key : path + "." + key;
}

std::string
AppendIndex(const std::string& path, size_t index)
{
    return path + "[" + std::to_string(index) + "]";
}

std::vector<PathStep>
SplitPath(const std::string& path)
{
    std::vector<PathStep> steps;
    for (size_t at = 0; at <= path.size();)
    {
        const auto end = std::min(path.find('.', at), path.size());
        auto rest = path.substr(at, end - at);
        const auto bracket = std::min(rest.find('['), rest.size());
        PathStep step{rest.substr(0, bracket), {}};
        rest.erase(0, bracket);
        while (!rest.empty())
        {
            const auto close = rest.find_first_of("[]", 1);
            if (rest[0] != '[' || close == std::string::npos || rest[close] == '[')
            {
                return {};
            }
            step.brackets.push_back(rest.substr(1, close - 1));
            rest.erase(0, close + 1);
        }
        if (step.key.empty() || step.key.find(']') != std::string::npos)
        {
            return {};
        }
        steps.push_back(std::move(step));
        at = end + 1;
    }
    return steps;
}

} // namespace mrcsim
