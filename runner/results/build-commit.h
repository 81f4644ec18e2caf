/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BUILD_COMMIT_H
#define BUILD_COMMIT_H

/**
 * @file
 * mrcsim::BUILD_COMMIT: which sources results come from.
 */

namespace mrcsim
{

/// The commit this program was built from, 12 digits, with "-dirty" behind them if the sources
/// differed from it; "unknown" outside a repository. Written by the build.
extern const char* const BUILD_COMMIT;

} // namespace mrcsim

#endif // BUILD_COMMIT_H
