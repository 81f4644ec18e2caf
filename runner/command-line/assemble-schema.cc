/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/json-text.h"
#include "document/schema-assembly.h"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <vector>

/**
 * @file
 * A program of the build: puts the schema of scenarios together and writes it as JSON and as C++.
 */

namespace
{

using namespace mrcsim;

/**
 * @param [out] file receives what it says
 * @param [out] problems receives why it cannot be read
 */
void
Read(const std::string& name, SchemaFile& file, Problems& problems)
{
    file.name = name;
    for (const auto& problem : ReadJsonFile(name, file.content))
    {
        problems.push_back({name, ToString(problem)});
    }
}

/**
 * @param line a line of text
 * @return a string literal of C++
 */
std::string
Quote(const std::string& line)
{
    std::string quoted = "\"";
    for (const char c : line)
    {
        quoted += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    }
    return quoted + "\\n\"";
}

/**
 * @param text the schema
 * @return C++ that holds it
 */
std::string
ToSource(const std::string& text)
{
    std::string source = "#include \"document/scenario-schema-text.h\"\n\n"
                         "const char* const mrcsim::SCENARIO_SCHEMA_TEXT =";
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
    {
        source += "\n    " + Quote(line);
    }
    return source + ";\n";
}

/**
 * @param text its new contents
 * @return true if they are there
 */
bool
Write(const std::string& name, const std::string& text)
{
    std::ofstream out(name, std::ios::binary);
    return static_cast<bool>(out << text << std::flush);
}

} // namespace

int
main(int argc, char* argv[])
{
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (arguments.size() < 3)
    {
        std::cerr << "usage: mrc-assemble-schema OUT.cc OUT.json BASE.json KIND.json...\n"
                     "The folder of a KIND.json is the family it belongs to.\n";
        return 2;
    }
    Problems problems;
    SchemaFile base;
    SchemaFiles kinds;
    Read(arguments[2], base, problems);
    for (size_t i = 3; i < arguments.size(); ++i)
    {
        const auto family = std::filesystem::path(arguments[i]).parent_path().filename();
        Read(arguments[i], kinds[family.string()].emplace_back(), problems);
    }
    Json schema;
    if (problems.empty())
    {
        problems = AssembleSchema(base, kinds, schema);
    }
    for (const auto& problem : problems)
    {
        std::cerr << ToString(problem) << '\n';
    }
    const auto text = schema.dump(2) + "\n";
    const bool written =
        problems.empty() && Write(arguments[0], ToSource(text)) && Write(arguments[1], text);
    return written ? 0 : 1;
}
