/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "command.h"
#include "results/build-commit.h"

#include <iostream>

namespace mrcsim
{

namespace
{

/**
 * Prints the versions of mrc-sim and ns-3.
 */
class VersionCommand : public Command
{
  public:
    ExitStatus Do() override
    {
        std::cout << "mrc-sim " << MRC_VERSION << " (" << BUILD_COMMIT << "), ns-3 "
                  << MRC_NS3_VERSION << '\n';
        return OK;
    }
};

const CommandKind<VersionCommand> VERSION("version", "prints the versions of mrc-sim and ns-3");

} // namespace

} // namespace mrcsim
