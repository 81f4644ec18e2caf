/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RESULT_TABLES_H
#define RESULT_TABLES_H

#include "result-table.h"

/**
 * @file
 * The tables of a results folder, each declared with its columns where it is defined.
 */

namespace mrcsim
{

/** @return jobs.csv, and jobs in summary.json */
const ResultTable& GetJobTable();
/** @return flows.csv */
const ResultTable& GetFlowTable();
/** @return steps.csv */
const ResultTable& GetStepTable();
/** @return samples.csv */
const ResultTable& GetSampleTable();
/** @return links.csv */
const ResultTable& GetLinkTable();
/** @return events.csv */
const ResultTable& GetEventTable();
/** @return evs.csv */
const ResultTable& GetEvTable();
/** @return recovery.csv, and recovery in summary.json */
const ResultTable& GetRecoveryTable();
/** @return monitor.csv */
const ResultTable& GetMonitorTable();

/** @return the keys of summary.json that are no objects and no lists; one row */
const ResultTable& GetSummaryTable();
/** @return fct_ns in summary.json: times of messages; one row */
const ResultTable& GetFlowTimeTable();
/** @return slowdown in summary.json: of messages, by their size */
const ResultTable& GetSlowdownTable();
/** @return steps in summary.json: how long the steps of each job took */
const ResultTable& GetStepTimeTable();
/** @return monitor in summary.json: how well the monitor did; one row */
const ResultTable& GetMonitorSummaryTable();

} // namespace mrcsim

#endif // RESULT_TABLES_H
