/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "capacity/capacity-report.h"
#include "document/json-path.h"
#include "program-end.h"
#include "results/results-folder.h"
#include "scenario-input.h"

#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

namespace mrcsim
{

namespace
{

/**
 * Computes parts, cost and capacity of a network.
 */
class CapacityCommand : public Command
{
  public:
    void Declare(CommandOptions& options) override
    {
        m_input.Declare(options);
        options.Add("--out DIR", m_out, "results folder; default: none");
        options.Add("--quiet", m_quiet, "print nothing to stdout");
    }

    ExitStatus Do() override
    {
        const auto& file = m_input.GetFile();
        Json document;
        Json effective;
        CapacityDocument capacity;
        RefuseIf(m_input.Read(document), file);
        RefuseIf(
            LoadCapacity(std::filesystem::path(file).parent_path(), document, effective, capacity),
            file);
        std::unique_ptr<ResultsFolder> folder;
        if (!m_out.empty())
        {
            folder = std::make_unique<ResultsFolder>(m_out);
            RemoveAtSuddenEnd(folder.get());
            RefuseIf(folder->Open(), m_out);
        }
        const auto summary = AnswerCapacity(capacity);
        const auto problems = folder ? folder->Put(effective, summary) : Problems();
        RemoveAtSuddenEnd(nullptr);
        RefuseIf(problems, m_out, INCOMPLETE);
        if (!m_quiet)
        {
            std::cout << FormatCapacity(summary);
        }
        return OK;
    }

  private:
    ScenarioInput m_input; ///< the document
    std::string m_out;     ///< --out
    bool m_quiet{false};   ///< --quiet
};

const CommandKind<CapacityCommand> CAPACITY(
    "capacity",
    "prints the parts and the cost of a network, and its capacity after faults");

} // namespace

} // namespace mrcsim
