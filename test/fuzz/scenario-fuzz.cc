/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/json-text.h"
#include "run/load-scenario.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

/*
 * Any text as a scenario: it is read and judged, never run. It may be wrong in every way, but then
 * a problem is told, with text; what is accepted is accepted again when its completed form is read.
 */

namespace
{

/// Longer texts teach nothing and slow the search, B.
constexpr size_t MAX_BYTES = 16384;

/**
 * Stop here unless a condition holds.
 * @param holds the condition
 * @param what what should be true
 * @param text about which text
 */
void
Demand(bool holds, const char* what, const std::string& text)
{
    if (!holds)
    {
        std::cerr << what << ": " << text << "\n";
        std::abort();
    }
}

} // namespace

extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    if (size > MAX_BYTES)
    {
        return 0;
    }
    const std::string text(data, data + size);
    mrcsim::Json document;
    mrcsim::Problems problems = mrcsim::ParseJson(text, document);
    if (problems.empty())
    {
        mrcsim::Json effective;
        mrcsim::Scenario scenario;
        problems = mrcsim::LoadScenario(document, effective, scenario);
        if (problems.empty())
        {
            mrcsim::Json again;
            mrcsim::Scenario same;
            Demand(mrcsim::LoadScenario(effective, again, same).empty(),
                   "the completed form is refused",
                   text);
            Demand(again == effective, "the completed form is completed differently", text);
        }
    }
    for (const auto& problem : problems)
    {
        Demand(!problem.text.empty(), "a problem without text", text);
    }
    return 0;
}
