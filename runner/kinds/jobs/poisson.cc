/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/quantity.h"
#include "keys/key-words.h"
#include "kinds/file-insertion.h"
#include "kinds/group-job.h"

#include "ns3/random-variable-stream.h"
#include "ns3/rdma-flow-size-distribution.h"
#include "ns3/rdma-point-to-point-schedule.h"
#include "ns3/rdma-poisson-schedule.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>

namespace mrcsim
{

namespace
{

using Sizes = ns3::RdmaFlowSizeDistribution;

/// workload[].sizes[]
struct SizePoint : KeyOwner
{
    uint64_t bytes{0}; ///< a size, B
    double percent{0}; ///< share of messages of at most this size

    /** @param keys receives the keys */
    static void DeclareKeys(KeySet& keys)
    {
        keys.Title("a point such as {\"bytes\": 10000, \"percent\": 15}");
        keys.Add("bytes", &SizePoint::bytes).Bytes().Required().Help("A size.");
        keys.Add("percent", &SizePoint::percent)
            .Range(0, 100)
            .Unit("%")
            .Required()
            .Help("Share of messages of at most this size.");
    }
};

/// workload[].sizes
struct SizePoints
{
    std::vector<Sizes::Point> list; ///< cumulative distribution
};

/** @return its type: a name, or points */
KeyTypePtr
GetKeyType(const SizePoints*)
{
    auto type = MakeListType(GetKeyType(static_cast<const SizePoint*>(nullptr)));
    type->minEntries = 1;
    type->words = Sizes::GetNames();
    type->title = QuoteWords(type->words) +
                  ", or a list of points such as {\"bytes\": 10000, \"percent\": 15}";
    return type;
}

/** @param [out] sizes receives the value */
void
ReadKey(const KeyReading& reading, SizePoints& sizes)
{
    if (reading.Get().is_string())
    {
        sizes.list = Sizes::Find(reading.Get().get<std::string>()).GetPoints();
        return;
    }
    std::vector<SizePoint> points;
    ReadKey(reading, points);
    for (const auto& point : points)
    {
        sizes.list.push_back({point.bytes, point.percent / 100});
    }
}

/// Job: messages between random hosts, as a Poisson process.
class PoissonJob : public HostsJob
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        DeclareHosts(keys);
        keys.Add("load", &PoissonJob::m_load)
            .Range(1e-6, 2)
            .Required()
            .Help("Mean rate at which each host sends, as a share of the rate of its NIC in all "
                  "planes together; counts bytes of messages, without headers.");
        keys.Add("duration", &PoissonJob::m_duration)
            .Above(0)
            .Required()
            .Help("Time in which messages start, from the start of the job.");
        keys.Add("sizes", &PoissonJob::m_sizes)
            .Required()
            .Help("Distribution of sizes: a name (ns3::RdmaFlowSizeDistribution), or points of "
                  "its cumulative distribution function, which is linear between them; the last "
                  "percent is 100. Alternatively use sizesFile.");
        keys.AddNote("sizesFile")
            .Absent("sizes is present")
            .Help("A text file in place of sizes; its path is relative to the folder of the "
                  "scenario. One line per point, with a size in bytes and a percentage.");
    }

    void Check(const JobContext& context,
               const std::string& path,
               Problems& problems) const override
    {
        HostsJob::Check(context, path, problems);
        const auto mistake = Sizes::Validate(m_sizes.list);
        if (!mistake.empty())
        {
            problems.push_back({path + ".sizes",
                                mistake + "; allowed: points whose bytes and percent do not fall, "
                                          "the last with 100 percent"});
        }
        if (context.start < context.stop && m_duration > context.stop - context.start)
        {
            problems.push_back(
                {path + ".duration",
                 "found " + FormatTime(m_duration) + "; allowed: until " + context.DescribeStop()});
        }
    }

    ns3::RdmaSchedule MakeSchedule(const ScheduleInput& input,
                                   const std::string& path,
                                   Problems& problems) const override
    {
        const auto n = static_cast<uint32_t>(input.hosts.size());
        const auto flows = ns3::MakeRdmaPoissonFlows(GetTraffic(n, input.network),
                                                     Sizes(m_sizes.list),
                                                     *input.rng);
        if (flows.empty())
        {
            problems.push_back({path + ".duration",
                                "with this seed no message starts in this time; allowed: a longer "
                                "time or another seed"});
            return {};
        }
        return ns3::MakeRdmaFlows(n, flows);
    }

    const char* GetSizeKey() const override
    {
        return "sizes";
    }

    bool HasSizeClasses() const override
    {
        return true;
    }

  protected:
    JobLoad Load(const std::vector<uint32_t>& hosts, const JobContext& context) const override
    {
        const auto n = static_cast<double>(hosts.size());
        const Sizes sizes(m_sizes.list);
        const double flows = ns3::GetRdmaPoissonMeanFlows(
            GetTraffic(static_cast<uint32_t>(hosts.size()), context.network),
            sizes);
        auto load = MakeEvenJobLoad(hosts, flows / n, 0, CountJobPairs(hosts, context));
        load.bytes = flows * sizes.GetMeanBytes();
        load.largestBytes = static_cast<double>(m_sizes.list.back().bytes);
        load.busiestBytes = (1 - load.serverShare) * load.bytes / n;
        load.serverBytes = load.serverShare * load.bytes / n;
        load.pairs = std::min(flows, n * (n - 1) / 2);
        load.fan = std::min(2 * flows / n, n - 1);
        // The last message starts earlier in one of 150 runs
        load.leastSeconds = m_duration.GetSeconds() * std::max(0.0, 1 - 5 / flows);
        return load;
    }

  private:
    /**
     * @param n number of participating hosts
     * @return the traffic
     */
    ns3::RdmaPoissonTraffic GetTraffic(uint32_t n, const ns3::FabricNetwork& network) const
    {
        const auto rate = static_cast<double>(network.GetPortRate()) * network.GetNPlanes();
        return {n, rate, m_load, m_duration};
    }

    double m_load;            ///< share of the rate of a host's NIC
    ns3::RdmaTick m_duration; ///< time in which messages start
    SizePoints m_sizes;       ///< distribution of their sizes
};

/// Largest size: doubles above it are not exact numbers of bytes.
constexpr double MAX_BYTES = static_cast<double>(uint64_t{1} << 53);

/**
 * @param line a line without its comment, not empty
 * @param [out] points receives the point
 * @return true if it is valid
 */
bool
ReadPoint(const std::string& line, Json& points)
{
    std::istringstream words(line);
    double bytes = -1;
    double percent = -1;
    std::string more;
    const bool two = (words >> bytes >> percent) && !(words >> more);
    if (!two || bytes < 0 || bytes > MAX_BYTES || std::floor(bytes) != bytes || percent < 0 ||
        percent > 100)
    {
        return false;
    }
    points.push_back({{"bytes", static_cast<uint64_t>(bytes)}, {"percent", percent}});
    return true;
}

/**
 * Read a distribution in the format of other simulators: one line per point, with a size in bytes
 * and the percentage of messages of at most this size. Empty lines and comments after # are
 * ignored.
 *
 * @param file name of the file
 * @param path of the key that names it
 * @param [out] points a list of objects with bytes and percent, as in the key sizes
 * @return the problems, with the line
 */
Problems
ReadFlowSizes(const std::string& file, const std::string& path, Json& points)
{
    std::error_code error;
    if (std::filesystem::exists(file, error) && !std::filesystem::is_regular_file(file, error))
    {
        return {{path, file + ": is not a text file"}};
    }
    std::ifstream in(file);
    std::string line;
    points = Json::array();
    size_t number = 0;
    while (std::getline(in, line))
    {
        ++number;
        line = line.substr(0, line.find('#'));
        const bool empty = line.find_first_not_of(" \t\r") == std::string::npos;
        if (!empty && !ReadPoint(line, points))
        {
            return {{path,
                     file + ", line " + std::to_string(number) + ": found \"" + line.substr(0, 40) +
                         "\"; allowed: a size in bytes and a percentage from 0 to 100"}};
        }
    }
    if (in.bad() || number == 0)
    {
        const auto reason = number == 0 && in.is_open() ? "is empty" : std::strerror(errno);
        return {{path, file + ": " + reason}};
    }
    return {};
}

const FileKey KEY([](const std::filesystem::path& folder, Json& document, FileNames& names) {
    return InsertJobFiles({"poisson", "sizesFile", {"sizes"}, "sizes"},
                          ReadFlowSizes,
                          folder,
                          document,
                          names);
});

const auto KIND = JobKind::Make<PoissonJob>("poisson",
                                            80,
                                            "messages between random hosts as a Poisson process, "
                                            "with slowdowns by size in summary.json.");

} // namespace

} // namespace mrcsim
