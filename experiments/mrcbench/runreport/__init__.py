# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The report of one run, or of several side by side: ``./mrc report``.

``loading``        the runs and their names
``verdict``        summaries of the numbers in words
``configuration``  differences of scenarios from the defaults, and from each other
``tables``         key figures, jobs, faults
``timelines``      figures over time, and marks of faults in them
``topology``       a drawing of the network
``flows``          times of messages, slowdowns by size, steps of training
``samples``        throughput, losses of faults, queues, windows, round trips, pauses over time
``heat``           load of links as maps
``evs``            events and states of entropy values
``pages``          the page of one run, and that of several
"""
