/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PROGRAM_END_H
#define PROGRAM_END_H

#include <csignal>

/**
 * @file
 * Abnormal ends of mrc-sim: no memory, an abort of ns-3, signals.
 */

namespace mrcsim
{

class ResultsFolder;

/** Print a message and remove partial results if memory is exhausted or ns-3 aborts. */
void ExplainSuddenEnds();

/**
 * @param folder folder of partial results, which is removed at an abnormal end; null: none
 */
void RemoveAtSuddenEnd(ResultsFolder* folder);

/**
 * Handle signals during the simulation: the first signal ends the simulation, not the program, so
 * that its results are written. The second one ends the program.
 *
 * @return a flag that the first signal sets
 */
const volatile std::sig_atomic_t& CatchSignals();

} // namespace mrcsim

#endif // PROGRAM_END_H
