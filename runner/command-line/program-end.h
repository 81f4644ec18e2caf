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
 * Ends of mrc-sim in the middle of something: no memory, an abort of ns-3, signals.
 */

namespace mrcsim
{

class ResultsFolder;

/** From now on an end without memory, or by an abort of ns-3, says why and leaves no results. */
void ExplainSuddenEnds();

/**
 * @param folder where results are made, to be removed at a sudden end; null: nowhere
 */
void RemoveAtSuddenEnd(ResultsFolder* folder);

/**
 * The simulation begins: the first signal ends the simulation, not the program, because there are
 * results to keep. The second one ends the program.
 *
 * @return set by the first signal
 */
const volatile std::sig_atomic_t& CatchSignals();

} // namespace mrcsim

#endif // PROGRAM_END_H
