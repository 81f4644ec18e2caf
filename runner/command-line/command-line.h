/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef COMMAND_LINE_H
#define COMMAND_LINE_H

#include "command.h"

/**
 * @file
 * The command line of mrc-sim.
 */

namespace mrcsim
{

/**
 * @param arguments without the name of the program
 * @param [out] mistake what is wrong with them
 * @return the command, ready to be done; null if there is a mistake
 */
std::unique_ptr<Command> ParseCommandLine(const std::vector<std::string>& arguments,
                                          std::string& mistake);

} // namespace mrcsim

#endif // COMMAND_LINE_H
