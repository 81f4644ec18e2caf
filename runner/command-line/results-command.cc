/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "capacity/capacity-report.h"
#include "command.h"
#include "kinds/kinds-document.h"
#include "results/event-kind.h"
#include "results/result-files.h"
#include "results/sample-kind.h"

#include <iostream>
#include <nlohmann/json.hpp>

namespace mrcsim
{

namespace
{

/**
 * Tells what a results folder holds: files, columns, keys of summary.json, kinds of samples and
 * events, each with unit and meaning; and the kinds that scenarios may name, with their traits.
 */
class ResultsCommand : public Command
{
  public:
    void Declare(CommandOptions& options) override
    {
        options.Add("--json", m_json, "for programs, which is the only form there is");
    }

    ExitStatus Do() override
    {
        const Json all{{"files", DescribeFiles()},
                       {"summary", DescribeSummary()},
                       {"capacity", DescribeCapacity()},
                       {"samples", DescribeSampleKinds()},
                       {"events", DescribeEventKinds()},
                       {"kinds", DescribeKinds()}};
        std::cout << all.dump(2) << '\n';
        return OK;
    }

  private:
    bool m_json{false}; ///< --json
};

const CommandKind<ResultsCommand> RESULTS("results",
                                          "tells what results hold, with units and meanings");

} // namespace

} // namespace mrcsim
