/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../policy/creatable-types.h"
#include "transcript-case.h"

#include "ns3/mrc-congestion-control.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

/*
 * Writes transcripts of transports and of a congestion controller: FORMAT.md describes them.
 *
 * mrc-transcript KIND FILE...
 * mrc-transcript KIND --random COUNT --seed S
 */

using namespace ns3;

namespace
{

/// Shortest random input: its first bytes are the configuration, B.
constexpr uint32_t LEAST_RANDOM_BYTES = 150;
/// Bytes at the beginning of a plain input that leave every attribute at its default.
constexpr uint32_t PLAIN_BYTES = 130;

/// A kind of transcript.
struct Kind
{
    void (*transcribe)(const TranscriptCase& c); ///< writes one case
    uint32_t randomBytes;                        ///< longest random input, B
};

/**
 * @return all kinds, by name. A controller is called directly.
 */
std::map<std::string, Kind>
ListKinds()
{
    constexpr uint32_t callsBytes = 3000;
    std::map<std::string, Kind> kinds{{"mrc", {TranscribeMrc, 350}},
                                      {"roce", {TranscribeRoce, 350}},
                                      {"ns3::RoceDcqcn", {TranscribeDcqcn, 900}}};
    for (const auto& name : ListCreatable(MrcCongestionControl::GetTypeId()))
    {
        kinds[name] = {TranscribeWindow, callsBytes};
    }
    return kinds;
}

/// The arguments of the program.
struct Arguments
{
    std::string kind;               ///< name of the kind
    std::vector<std::string> files; ///< inputs
    std::optional<uint32_t> random; ///< number of random inputs
    uint32_t seed{1};               ///< seed of the first one
};

/**
 * @param kinds all kinds
 * @param arguments filled when true is returned
 * @return false if they are not valid
 */
bool
ReadArguments(int argc, char** argv, const std::map<std::string, Kind>& kinds, Arguments& arguments)
{
    if (argc < 2 || kinds.count(argv[1]) == 0)
    {
        return false;
    }
    arguments.kind = argv[1];
    for (int i = 2; i < argc; ++i)
    {
        const std::string word = argv[i];
        if (word != "--random" && word != "--seed")
        {
            arguments.files.push_back(word);
            continue;
        }
        if (++i == argc)
        {
            return false;
        }
        const auto number = static_cast<uint32_t>(std::strtoul(argv[i], nullptr, 10));
        word == "--seed" ? arguments.seed = number : arguments.random.emplace(number);
    }
    return arguments.random.has_value() != !arguments.files.empty();
}

/**
 * @param seed seed of the input
 * @param maxBytes its longest length, B
 * @return its bytes. No PDU is corrupted; an even seed leaves attributes at their defaults.
 */
std::vector<uint8_t>
MakeRandomInput(uint32_t seed, uint32_t maxBytes)
{
    std::mt19937 rng(seed);
    std::vector<uint8_t> bytes(LEAST_RANDOM_BYTES + rng() % (maxBytes - LEAST_RANDOM_BYTES + 1));
    std::generate(bytes.begin(), bytes.end(), [&rng] { return rng() & 0xFF; });
    bytes.front() |= 0x80; // below 48 it demands corrupted PDUs
    if (seed % 2 == 0)
    {
        // bytes from 192 on change an attribute
        std::generate_n(bytes.begin(), PLAIN_BYTES, [&rng] { return 48 + rng() % 144; });
    }
    return bytes;
}

/**
 * @param file name of a file
 * @return its contents
 */
std::vector<uint8_t>
ReadFile(const std::string& file)
{
    std::ifstream in(file, std::ios::binary);
    if (!in)
    {
        std::cerr << file << " cannot be read\n";
        std::exit(1);
    }
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

} // namespace

int
main(int argc, char** argv)
{
    const auto kinds = ListKinds();
    Arguments arguments;
    if (!ReadArguments(argc, argv, kinds, arguments))
    {
        std::cerr << "usage: mrc-transcript KIND {FILE... | --random COUNT [--seed S]}\nkinds:";
        for (const auto& kind : kinds)
        {
            std::cerr << " " << kind.first;
        }
        std::cerr << "\n";
        return 2;
    }
    std::ios::sync_with_stdio(false);
    const Kind& kind = kinds.at(arguments.kind);
    uint64_t number = 0;
    for (const std::string& file : arguments.files)
    {
        kind.transcribe(
            {arguments.kind, number++, std::filesystem::path(file).filename(), ReadFile(file)});
    }
    for (uint32_t i = 0; i < arguments.random.value_or(0); ++i)
    {
        kind.transcribe({arguments.kind,
                         number++,
                         "random",
                         MakeRandomInput(arguments.seed + i, kind.randomBytes)});
    }
    return 0;
}
