# Copyright (c) 2026 The MRC test bench authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The report of any run, or of several side by side: ``./mrc report``.

``loading``        which runs there are, and what they are called
``verdict``        what the numbers say, in words
``configuration``  where scenarios differ from the defaults, and from each other
``tables``         key figures, jobs, faults
``palette``        colors of the lines of one run
``timelines``      figures over time, and marks of faults in them
``topology``       a drawing of the network
``flows``          times of messages, slowdowns by size
``throughput``     of jobs and hosts over time, and what faults took
``heat``           load of links as maps
``evs``            what entropy values went through
``queues``         queues, windows, round trips, pauses over time
``steps``          steps of training
``single``         the page of one run
``comparison``     the page of several
"""
