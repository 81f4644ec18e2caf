/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef REHEARSAL_H
#define REHEARSAL_H

#include "document/problem.h"
#include "scenario.h"

/**
 * @file
 * Finds out what a run would refuse.
 */

namespace mrcsim
{

/**
 * Some rules between numbers are known to the model alone: whether the headroom fits into the
 * memory of a switch, what a device can promise its peer. The model ends the program where one is
 * broken. So a child process builds the network and sends one message with each transport, and if
 * it ends early, others find out which key it is about: without that one they succeed. Before that
 * the jobs are drawn as a run will, unless they are very many.
 *
 * @param scenario a scenario without other mistakes
 * @param messages that are drawn, as estimated (RunEstimate::drawn)
 * @return what the draw makes impossible, or the model does not take
 */
Problems Rehearse(const Scenario& scenario, double messages);

} // namespace mrcsim

#endif // REHEARSAL_H
