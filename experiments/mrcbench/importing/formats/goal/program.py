# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The program of a GOAL file."""

from __future__ import annotations

from typing import NamedTuple

from ...operations import Operations

#: Largest size, which a signed word can hold.
MOST_BYTES = 2**63 - 1
#: In binary files: any rank, or any tag.
ANY_WORD = 2**32 - 1


class Program(NamedTuple):
    """The content of a file."""

    operations: Operations  #: of all ranks; their units are processors
    nics: int  #: number of operations at NICs other than 0
