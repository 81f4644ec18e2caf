/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "wrapped-text.h"

#include <sstream>

namespace mrcsim
{

std::string
WrapText(const std::string& text, size_t indent, size_t width)
{
    const std::string margin(indent, ' ');
    std::string lines;
    std::string line;
    std::istringstream words(text);
    for (std::string word; words >> word;)
    {
        if (!line.empty() && margin.size() + line.size() + 1 + word.size() > width)
        {
            lines += margin + line + "\n";
            line.clear();
        }
        line += (line.empty() ? "" : " ") + word;
    }
    return line.empty() ? lines : lines + margin + line + "\n";
}

} // namespace mrcsim
