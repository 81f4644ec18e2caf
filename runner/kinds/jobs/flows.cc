/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "document/quantity.h"
#include "flow-graph.h"
#include "flow-table.h"
#include "kinds/file-insertion.h"
#include "kinds/host-selection.h"
#include "kinds/job.h"

#include "ns3/random-variable-stream.h"
#include "ns3/rdma-point-to-point-schedule.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <utility>

namespace mrcsim
{

namespace
{

/// workload[].flows[]
struct Flow : KeyOwner
{
    uint32_t src{0};     ///< sending host
    uint32_t dst{0};     ///< receiving host
    uint64_t bytes{0};   ///< size, B
    ns3::RdmaTick start; ///< delay after the start of the job

    /** @param keys receives the keys */
    static void DeclareKeys(KeySet& keys)
    {
        keys.Title("an object with src, dst and bytes");
        keys.Add("src", &Flow::src).Range(0, LAST_HOST).Required().Help("Sending host.");
        keys.Add("dst", &Flow::dst).Range(0, LAST_HOST).Required().Help("Receiving host.");
        keys.Add("bytes", &Flow::bytes).Bytes().AtLeast(1).Required().Help("Size of the message.");
        keys.Add("start", &Flow::start).Default("0ns").Help("Delay after the start of the job.");
    }
};

/// workload[].table
struct TableText
{
    bool exists{false}; ///< the key exists
    FlowTable table;    ///< its rows
    Problems problems;  ///< of the table
};

/** @return its type: a string */
KeyTypePtr
GetKeyType(const TableText*)
{
    return mrcsim::GetKeyType(static_cast<const std::string*>(nullptr));
}

/** @param [out] table receives the rows */
void
ReadKey(const KeyReading& reading, TableText& table)
{
    table.exists = true;
    if (reading.FindNetwork())
    {
        table.table = ReadFlowTable(reading.Get().get_ref<const std::string&>(),
                                    reading.GetPath(),
                                    reading.GetNetwork(),
                                    table.problems);
    }
}

/// Job: the messages that the scenario lists.
class FlowsJob : public Job
{
  public:
    /** @param keys receives the keys of the kind */
    static void DeclareKeys(KeySet& keys)
    {
        keys.Add("flows", &FlowsJob::m_flows)
            .Length(1)
            .Absent("table or file is present")
            .Help("The messages.");
        keys.Add("table", &FlowsJob::m_table)
            .Absent("flows is present")
            .Help("Messages, computations and collectives that may wait for each other, as CSV "
                  "(docs/workloads.md): columns src and bytes, and any of id, dst, start_ns, "
                  "after, delay_ns and op.");
        keys.AddNote("file")
            .Absent("flows or table is present")
            .Help("A CSV file in place of table; its path is relative to the folder of the "
                  "scenario.");
        keys.Add("until", &FlowsJob::m_until)
            .Above(0)
            .Absent("they end when nothing else of the run is in progress")
            .Help("Time from the start of the job after which messages without end (0 bytes in "
                  "table) are not continued.");
    }

    void Check(const JobContext& context,
               const std::string& path,
               Problems& problems) const override
    {
        if (m_flows.empty() != m_table.exists)
        {
            problems.push_back({path, "allowed: one of flows, table and file"});
        }
        CheckTable(context, path + ".table", problems);
        for (size_t i = 0; i < m_flows.size(); ++i)
        {
            CheckFlow(m_flows[i], context, AppendIndex(path + ".flows", i), problems);
        }
    }

    std::vector<uint32_t> PickHosts(const ns3::FabricNetwork& /* network */,
                                    ns3::Ptr<ns3::UniformRandomVariable> /* rng */) const override
    {
        auto hosts = m_table.table.hosts;
        for (const auto& flow : m_flows)
        {
            hosts.push_back(flow.src);
            hosts.push_back(flow.dst);
        }
        std::sort(hosts.begin(), hosts.end());
        hosts.erase(std::unique(hosts.begin(), hosts.end()), hosts.end());
        return hosts;
    }

    ns3::RdmaSchedule MakeSchedule(const ScheduleInput& input,
                                   const std::string& /* path */,
                                   Problems& /* problems */) const override
    {
        return Make(input);
    }

    JobLoad MakeLoad(const JobContext& context) const override
    {
        const auto hosts = PickHosts(context.network, nullptr);
        const auto rng = ns3::CreateObject<ns3::UniformRandomVariable>();
        auto load = CountJobLoad(Make({hosts, context.network, rng}), hosts, context);
        load.listed = static_cast<double>(m_flows.size());
        for (const auto& flow : m_flows)
        {
            load.leastSeconds = std::max(load.leastSeconds, flow.start.GetSeconds());
        }
        return load;
    }

    bool IsEndless() const override
    {
        return m_flows.empty() && !m_until && m_table.table.IsEndless();
    }

    const char* GetSizeKey() const override
    {
        return m_flows.empty() ? "table" : "flows";
    }

  private:
    /**
     * @param context network and hosts
     * @param path of the flow
     * @param [out] problems receives the problems
     */
    void CheckFlow(const Flow& flow,
                   const JobContext& context,
                   const std::string& path,
                   Problems& problems) const
    {
        CheckHost(flow.src, context.network, path + ".src", problems);
        CheckHost(flow.dst, context.network, path + ".dst", problems);
        if (flow.src == flow.dst)
        {
            problems.push_back(
                {path, "host " + std::to_string(flow.src) + " cannot send to itself"});
        }
        if (context.start < context.stop && flow.start >= context.stop - context.start)
        {
            problems.push_back({path + ".start",
                                "found " + FormatTime(flow.start) + "; allowed: before " +
                                    context.DescribeStop()});
        }
    }

    /**
     * @param context network and hosts
     * @param path of the table
     * @param [out] problems receives the problems
     */
    void CheckTable(const JobContext& context, const std::string& path, Problems& problems) const
    {
        const auto before = problems.size();
        problems.insert(problems.end(), m_table.problems.begin(), m_table.problems.end());
        if (problems.size() == before)
        {
            CheckFlowWaits(m_table.table, path, problems);
        }
        for (const auto& row : m_table.table.rows)
        {
            const bool isLate = row.start + row.delay >= context.stop - context.start;
            if (context.start < context.stop && isLate &&
                problems.size() < before + MOST_TABLE_PROBLEMS)
            {
                problems.push_back({path,
                                    "line " + std::to_string(row.line) + ": found start_ns " +
                                        FormatTime(row.start) + " and delay_ns " +
                                        FormatTime(row.delay) + "; allowed: together before " +
                                        context.DescribeStop()});
            }
        }
    }

    /**
     * @param input the hosts of the flows, ascending, and the network
     * @return the flows between ranks
     */
    ns3::RdmaSchedule Make(const ScheduleInput& input) const
    {
        if (m_flows.empty())
        {
            return MakeFlowSchedule(m_table.table, input, m_until.value_or(ns3::RdmaTick::Max()));
        }
        const auto& hosts = input.hosts;
        const auto rank = [&hosts](uint32_t host) {
            const auto at = std::lower_bound(hosts.begin(), hosts.end(), host);
            return static_cast<uint32_t>(at - hosts.begin());
        };
        std::vector<ns3::RdmaFlow> flows;
        for (const auto& flow : m_flows)
        {
            flows.push_back({rank(flow.src), rank(flow.dst), flow.bytes, flow.start});
        }
        return ns3::MakeRdmaFlows(static_cast<uint32_t>(hosts.size()), flows);
    }

    std::vector<Flow> m_flows;            ///< the messages, or ...
    TableText m_table;                    ///< ... a table of them
    std::optional<ns3::RdmaTick> m_until; ///< end of its messages without end
};

/**
 * Read a table.
 * @param file name of the file
 * @param path of the key that names it
 * @param [out] table receives the text
 * @return the problem: the file cannot be read
 */
Problems
ReadTable(const std::string& file, const std::string& path, Json& table)
{
    std::error_code error;
    std::ifstream in;
    std::ostringstream text;
    if (std::filesystem::is_regular_file(file, error))
    {
        in.open(file, std::ios::binary);
        text << in.rdbuf();
    }
    if (!in.is_open() || in.bad())
    {
        const auto reason = error ? error.message() : "is not a file that can be read";
        return {{path, file + ": " + reason}};
    }
    table = text.str();
    return {};
}

const FileKey KEY([](const std::filesystem::path& folder, Json& document, FileNames& names) {
    return InsertJobFiles({"flows", "file", {"flows", "table"}, "flows or a table"},
                          ReadTable,
                          folder,
                          document,
                          names);
});

const auto KIND =
    JobKind::Make<FlowsJob>("flows", 70, "listed messages, for example those of a trace.");

} // namespace

} // namespace mrcsim
