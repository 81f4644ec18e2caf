# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The report of one run, or of several side by side: ``./mrc report``.

``loading``        the runs and their names
``verdict``        summaries of the numbers in words
``configuration``  differences of scenarios from the defaults, and from each other
``tables``         key figures, jobs, faults
``palette``        colors of the lines of one run
``timelines``      figures over time, and marks of faults in them
``topology``       a drawing of the network
``flows``          times of messages, slowdowns by size
``throughput``     throughput of jobs and hosts over time, and losses of faults
``heat``           load of links as maps
``evs``            events and states of entropy values
``queues``         queues, windows, round trips, pauses over time
``steps``          steps of training
``single``         the page of one run
``comparison``     the page of several
"""
