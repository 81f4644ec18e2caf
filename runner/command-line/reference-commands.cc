/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "reference-commands.h"

#include "capacity/capacity-report.h"
#include "document/scenario-schema.h"
#include "reference/attribute-list.h"
#include "reference/attribute-text.h"
#include "reference/key-query.h"
#include "reference/key-text.h"
#include "results/event-kind.h"
#include "results/result-files.h"
#include "results/sample-kind.h"

#include <algorithm>
#include <sys/ioctl.h>
#include <unistd.h>

namespace mrcsim
{

namespace
{

/// Width of text that no terminal shows, characters.
constexpr size_t USUAL_WIDTH = 100;

/// Narrower lines cannot be read, characters.
constexpr size_t LEAST_WIDTH = 40;

/** @return the keys that are asked for, as text */
Problems
TellKeys(const CommandLine& line, size_t width, std::string& text)
{
    std::vector<KeyEntry> found;
    const auto problems = FindKeys(ListKeys(ScenarioSchema().Get()), line.topic, found);
    text = line.json ? Json{{"keys", ToJson(found)}}.dump(2) + "\n" : FormatKeys(found, width);
    return problems;
}

/** @return the classes that are asked for, as text */
Problems
TellClasses(const CommandLine& line, size_t width, std::string& text)
{
    std::vector<ClassEntry> found;
    const auto classes = ListClasses(ListKeys(ScenarioSchema().Get()));
    const auto problems = FindClasses(classes, line.topic, found);
    text = line.json            ? Json{{"classes", ToJson(found)}}.dump(2) + "\n"
           : line.topic.empty() ? FormatClassList(found, width)
                                : FormatClasses(found, width);
    return problems;
}

} // namespace

Problems
AnswerReference(const CommandLine& line, size_t width, std::string& text)
{
    if (line.command == CommandLine::Command::RESULTS)
    {
        text = Json{{"files", DescribeFiles()},
                    {"summary", DescribeSummary()},
                    {"capacity", DescribeCapacity()},
                    {"samples", DescribeSampleKinds()},
                    {"events", DescribeEventKinds()}}
                   .dump(2) +
               "\n";
        return {};
    }
    return line.command == CommandLine::Command::KEYS ? TellKeys(line, width, text)
                                                      : TellClasses(line, width, text);
}

size_t
GetTerminalWidth()
{
    winsize size{};
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    {
        return USUAL_WIDTH;
    }
    return std::max<size_t>(size.ws_col, LEAST_WIDTH);
}

} // namespace mrcsim
