# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""``python3 -m mrcbench.reference`` writes docs/results.md."""

from __future__ import annotations

from pathlib import Path

from ..files import write
from .document import document

PAGE = Path(__file__).resolve().parents[3] / "docs" / "results.md"

if __name__ == "__main__":
    write(PAGE, document())
    print(PAGE)
