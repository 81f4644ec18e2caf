/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "command.h"
#include "program-end.h"

#include "ns3/nstime.h"

#include <iostream>

/**
 * @file
 * mrc-sim: the scenario runner. Reads a scenario, simulates it, writes a results folder.
 */

namespace
{

/** @return the exit status after execution of the command */
mrcsim::ExitStatus
Do(mrcsim::Command& command)
{
    try
    {
        command.LoadPlugins();
        return command.Do();
    }
    catch (const mrcsim::CommandEnd& end)
    {
        return end.status;
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    using namespace mrcsim;
    ns3::Time::SetResolution(ns3::Time::PS);
    ExplainSuddenEnds();
    std::string mistake;
    const auto command = ParseCommandLine({argv + 1, argv + argc}, mistake);
    if (!command)
    {
        std::cerr << "mrc-sim: " << mistake
                  << "\nmrc-sim help lists the commands, mrc-sim help COMMAND describes one in "
                     "detail\n";
        return BAD_INPUT;
    }
    const auto status = Do(*command);
    if (!std::cout.flush())
    {
        std::cerr << "mrc-sim: the output cannot be written\n";
        return status == OK ? INCOMPLETE : status;
    }
    return status;
}
