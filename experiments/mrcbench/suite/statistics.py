# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What a few seeds tell of all."""

from __future__ import annotations

import numpy as np
import pandas as pd
from scipy import stats

#: Confidence that the mean over all seeds there are lies within the interval.
CONFIDENCE = 0.95


def interval(values: pd.Series) -> float:
    """Half the width of the confidence interval of the mean (Student's t); NaN of fewer than two."""
    count = len(values)
    if count < 2 or values.isna().any():
        return float("nan")
    quantile = stats.t.ppf((1 + CONFIDENCE) / 2, count - 1)
    return float(quantile * values.std(ddof=1) / np.sqrt(count))
