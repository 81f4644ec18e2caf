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
 * Any text as a scenario: it is read and checked, never run. Every error must give a problem with a
 * text; an accepted scenario is accepted again when its completed form is read.
 */

namespace
{

/// Longer texts find nothing more and slow the search, B.
constexpr size_t MAX_BYTES = 16384;

/**
 * Abort unless a condition holds.
 * @param holds the condition
 * @param what the expected property
 * @param text the input
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
                   "the completed form is rejected",
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
