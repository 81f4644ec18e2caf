/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "small-clos.h"

#include "ns3/fabric-frame-codec.h"
#include "ns3/fabric-frame-log.h"
#include "ns3/fabric-pcap-helper.h"
#include "ns3/pcap-file.h"
#include "ns3/rdma-cluster-helper.h"
#include "ns3/rdma-extensions.h"
#include "ns3/simulator.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;
namespace fs = std::filesystem;

namespace
{

/// A record of a capture file.
struct Record
{
    uint64_t ns;                ///< time
    uint32_t originalBytes;     ///< size of the frame
    std::vector<uint8_t> bytes; ///< the stored bytes
};

/// Four hosts, two per T0, two T1s, two planes; files are written to a separate folder.
class FabricPcapHelperTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        std::string pattern = (fs::temp_directory_path() / "mrc-pcap-XXXXXX").string();
        ASSERT_NE(mkdtemp(pattern.data()), nullptr);
        folder = pattern;
        Build();
    }

    void TearDown() override
    {
        TakeDown();
        fs::remove_all(folder);
    }

    /** Build the cluster. */
    void Build()
    {
        RdmaClusterHelper helper;
        helper.SetTopology(MakeSmallClos(2, RdmaTick::Ns(500), 2));
        helper.SetTransport("ns3::MrcQpFactory");
        cluster = helper.Build();
        RdmaClusterHelper::AssignStreams(cluster, 1);
        fabric = cluster->GetFabric();
    }

    /** Dispose of the cluster. */
    void TakeDown()
    {
        fabric = nullptr;
        if (cluster)
        {
            cluster->Dispose();
        }
        cluster = nullptr;
        Simulator::Destroy();
    }

    /**
     * Send a message and let the simulation end.
     * @param src sender
     * @param dst receiver
     * @return counters that would show a difference
     */
    std::vector<uint64_t> Run(uint32_t src, uint32_t dst)
    {
        cluster->Send(src, dst, 0, 100000, 0);
        Simulator::Run();
        std::vector<uint64_t> counters{static_cast<uint64_t>(fabric->Now().GetPs())};
        for (FabricPort* port : fabric->GetPorts())
        {
            counters.push_back(port->GetStats().txBytes);
        }
        return counters;
    }

    /**
     * @param name of a capture in the folder
     * @return its records
     */
    std::vector<Record> Read(const std::string& name) const
    {
        PcapFile file;
        file.Open((folder / name).string(), std::ios::in);
        EXPECT_FALSE(file.Fail()) << name;
        EXPECT_TRUE(file.IsNanoSecMode());
        EXPECT_EQ(file.GetDataLinkType(), 1U);
        std::vector<Record> records;
        std::vector<uint8_t> buffer(10000);
        uint32_t seconds;
        uint32_t fraction;
        uint32_t kept;
        uint32_t original;
        uint32_t read;
        while (file.Read(buffer.data(), 10000, seconds, fraction, kept, original, read),
               !file.Eof())
        {
            records.push_back({seconds * uint64_t{1000000000} + fraction,
                               original,
                               {buffer.begin(), buffer.begin() + read}});
        }
        return records;
    }

    /** @return names of the files in the folder */
    std::set<std::string> ListFiles() const
    {
        std::set<std::string> names;
        for (const auto& entry : fs::directory_iterator(folder))
        {
            names.insert(entry.path().filename());
        }
        return names;
    }

    fs::path folder;          ///< of the test
    Ptr<RdmaCluster> cluster; ///< the network
    Ptr<Fabric> fabric;       ///< its data plane
};

TEST_F(FabricPcapHelperTest, FilesAreNamedAfterTheEndsOfTheLink)
{
    const FabricPcapHelper pcap;
    cluster->GetNic(1)->GetPort(0);
    pcap.EnablePcapAll((folder / "run").string(), cluster);
    EXPECT_EQ(ListFiles(), (std::set<std::string>{"run-h1--p0-t0-0.pcap", "run-p0-t0-0--h1.pcap"}))
        << "nothing else is instantiated";
    for (uint32_t i = 0; i < 8; ++i)
    {
        cluster->GetNic(i / 2)->GetPort(i % 2);
        RdmaClusterHelper::GetUplink(cluster, i / 4, i / 2 % 2, i % 2);
    }
    std::set<std::string> expected;
    for (const std::string plane : {"p0", "p1"})
    {
        const auto expect = [&](const std::string& a, const std::string& b) {
            expected.insert("run-" + a + "--" + b + ".pcap");
            expected.insert("run-" + b + "--" + a + ".pcap");
        };
        for (const char* t1 : {"-t1-0", "-t1-1"})
        {
            expect(plane + "-t0-0", plane + t1);
            expect(plane + "-t0-1", plane + t1);
        }
        expect("h0", plane + "-t0-0");
        expect("h1", plane + "-t0-0");
        expect("h2", plane + "-t0-1");
        expect("h3", plane + "-t0-1");
    }
    EXPECT_EQ(ListFiles(), expected);
}

TEST_F(FabricPcapHelperTest, RecordsParseBackToFramesInTheOrderOfTime)
{
    const FabricPcapHelper pcap;
    pcap.EnablePcap((folder / "a.pcap").string(), fabric, cluster->GetNic(3)->GetPort(0), true);
    Run(0, 3);
    const FabricPortStats& out = cluster->GetNic(3)->GetPort(0)->GetStats();
    const FabricPortStats& in = cluster->GetNic(3)->GetPort(0)->peer->GetStats();
    fabric->RemoveTaps();
    const auto records = Read("a.pcap");
    EXPECT_EQ(records.size(), out.txFrames + in.rxFrames);
    uint64_t last = 0;
    std::map<RdmaOpcode, int> opcodes;
    for (const Record& record : records)
    {
        EXPECT_GE(record.ns, last);
        last = record.ns;
        EXPECT_EQ(record.bytes.size(), record.originalBytes);
        FabricFrame frame;
        ASSERT_TRUE(ParseFabricFrame(record.bytes.data(),
                                     record.bytes.size(),
                                     fabric->GetContext().GetWireFormat(),
                                     frame));
        EXPECT_EQ(frame.plane, 0);
        ++opcodes[frame.pdu.opcode];
    }
    EXPECT_GT(opcodes[RdmaOpcode::MRC_WRITE_MIDDLE], 5);
    EXPECT_GT(opcodes[RdmaOpcode::MRC_SACK], 0);
}

TEST_F(FabricPcapHelperTest, SnapLengthCutsWhatIsKeptAndNotWhatIsTold)
{
    FabricPcapHelper pcap;
    pcap.SetSnapLength(100);
    pcap.EnablePcap((folder / "x").string(), fabric, cluster->GetNic(0));
    Run(0, 3);
    fabric->RemoveTaps();
    EXPECT_EQ(ListFiles(), (std::set<std::string>{"x-h0--p0-t0-0.pcap", "x-h0--p1-t0-0.pcap"}));
    const auto records = Read("x-h0--p0-t0-0.pcap");
    ASSERT_FALSE(records.empty());
    EXPECT_EQ(records[0].bytes.size(), 100U);
    EXPECT_EQ(records[0].originalBytes, 4234U);
}

TEST_F(FabricPcapHelperTest, AFileTellsHowMuchIsKept)
{
    FabricPcapHelper pcap;
    FabricPort* port = cluster->GetNic(2)->GetPort(1);
    const auto capture = [&](const char* name) {
        pcap.EnablePcap((folder / name).string(), fabric, port, true);
        fabric->RemoveTaps();
        PcapFile file;
        file.Open((folder / name).string(), std::ios::in);
        return file.GetSnapLen();
    };
    EXPECT_EQ(capture("all"), 65535U) << "as captures of other programs that keep all";
    pcap.SetSnapLength(77);
    EXPECT_EQ(capture("part"), 77U);
}

TEST_F(FabricPcapHelperTest, CapturesChangeNoResult)
{
    const auto plain = Run(0, 3);
    TakeDown();
    Build();
    FabricPcapHelper().EnablePcapAll((folder / "all").string(), cluster);
    EXPECT_EQ(Run(0, 3), plain);
}

TEST_F(FabricPcapHelperTest, AFrameLogTellsTheSameFromTheStructs)
{
    FabricPort* port = cluster->GetNic(3)->GetPort(0);
    FabricPcapHelper().EnablePcap((folder / "a.pcap").string(), fabric, port, true);
    FabricPcapHelper().EnableAscii((folder / "a").string(), fabric, port);
    Run(0, 3);
    fabric->RemoveTaps();
    std::ifstream log(folder / ("a-" + fabric->GetPortName(port) + ".csv"));
    std::string line;
    std::getline(log, line);
    EXPECT_EQ(line.rfind("time_ns,direction,bytes,encap,plane,src_host,dst_host,outer_dst,", 0),
              0U);
    for (const Record& record : Read("a.pcap"))
    {
        ASSERT_TRUE(std::getline(log, line));
        std::istringstream cells(line);
        double ns;
        std::string direction;
        uint32_t bytes;
        cells >> ns;
        cells.ignore();
        std::getline(cells, direction, ',');
        cells >> bytes;
        EXPECT_EQ(static_cast<uint64_t>(ns), record.ns);
        EXPECT_TRUE(direction == "tx" || direction == "rx");
        EXPECT_EQ(bytes, record.originalBytes);
    }
    EXPECT_FALSE(std::getline(log, line));
}

/**
 * @param path a frame log
 * @return the cells of its first frame, by column
 */
std::map<std::string, std::string>
ReadFirstFrame(const std::filesystem::path& path)
{
    std::ifstream log(path);
    std::string names;
    std::string values;
    std::getline(log, names);
    std::getline(log, values);
    std::istringstream columns(names);
    std::istringstream cells(values);
    std::map<std::string, std::string> row;
    for (std::string name; std::getline(columns, name, ',');)
    {
        std::getline(cells, row[name], ',');
    }
    return row;
}

TEST_F(FabricPcapHelperTest, AFrameLogHasEachFieldOfAWriteInItsColumn)
{
    FabricFrame frame{};
    frame.encap = FabricEncap::PLAIN;
    frame.pdu.opcode = RdmaOpcode::RC_WRITE_FIRST;
    frame.pdu.destQpn = 11;
    frame.pdu.psn = 12;
    frame.pdu.write.va = 0x13;
    frame.pdu.write.rkey = 14;
    frame.pdu.write.dmaLength = 15000; // of the message
    frame.pdu.write.payloadBytes = 4096;
    FabricFrameLog((folder / "a.csv").string()).OnSend(RdmaTick::Ps(7001), frame);
    auto row = ReadFirstFrame(folder / "a.csv");
    EXPECT_EQ(row["time_ns"], "7.001");
    EXPECT_EQ(row["dest_qpn"], "11");
    EXPECT_EQ(row["psn"], "12");
    EXPECT_EQ(row["va"], "0000000000000013");
    EXPECT_EQ(row["rkey"], "14");
    EXPECT_EQ(row["dma_length"], "15000");
    EXPECT_EQ(row["payload_bytes"], "4096");
}

TEST_F(FabricPcapHelperTest, AFrameLogHasThePayloadOfWhatCanHaveSome)
{
    const auto payload = [this](const FabricFrame& frame) {
        FabricFrameLog((folder / "a.csv").string()).OnSend(RdmaTick::Ns(1), frame);
        return ReadFirstFrame(folder / "a.csv")["payload_bytes"];
    };
    FabricFrame frame{};
    frame.encap = FabricEncap::PLAIN;
    frame.pdu.opcode = RdmaOpcode::RC_READ_RESPONSE_FIRST;
    frame.pdu.read.payloadBytes = 1024;
    EXPECT_EQ(payload(frame), "1024");
    frame.pdu = {};
    frame.pdu.opcode = RdmaOpcode::RC_READ_REQUEST;
    EXPECT_EQ(payload(frame), "0");
    frame.pdu = {};
    frame.pdu.opcode = RdmaOpcode::RC_ACK;
    EXPECT_EQ(payload(frame), "");
}

TEST_F(FabricPcapHelperTest, AFrameLogHasNoPduOfAPacketOfTheStack)
{
    FabricFrame frame{};
    frame.encap = FabricEncap::PACKET;
    frame.packet = nullptr;
    frame.l3Bytes = 40;
    FabricFrameLog((folder / "a.csv").string()).OnSend(RdmaTick::Ns(1), frame);
    auto row = ReadFirstFrame(folder / "a.csv");
    EXPECT_EQ(row["bytes"], "54");
    for (const std::string name : {"opcode", "dest_qpn", "psn", "ack_request", "rtx", "ts"})
    {
        EXPECT_EQ(row.at(name), "");
    }
}

TEST_F(FabricPcapHelperTest, AFrameLogHasThePauseTimeOfEachPriority)
{
    FabricFrame frame{};
    frame.encap = FabricEncap::PFC;
    std::string expected;
    for (uint32_t priority = 0; priority < 8; ++priority)
    {
        const auto quanta = static_cast<uint16_t>(7 * priority + 3);
        frame.AddPfcQuanta(priority, quanta);
        expected += (priority == 0 ? "" : "/") + std::to_string(quanta);
        FabricFrameLog((folder / "a.csv").string()).OnSend(RdmaTick::Ns(1), frame);
        EXPECT_EQ(ReadFirstFrame(folder / "a.csv")["pfc_quanta"], expected);
    }
}

TEST_F(FabricPcapHelperTest, AFrameLogHasAColumnForEveryFieldButTwo)
{
    {
        FabricFrameLog empty((folder / "a.csv").string());
    }
    std::ifstream log(folder / "a.csv");
    std::string names;
    std::getline(log, names);
    names = "," + names + ",";
    std::set<std::string> without;
    for (uint32_t opcode = 0; opcode < 256; ++opcode)
    {
        RdmaPdu pdu{};
        pdu.opcode = static_cast<RdmaOpcode>(opcode);
        pdu.timestamp = true;
        pdu.selective = true;
        if (pdu.opcode == RdmaOpcode::RC_ACK)
        {
            pdu.ack.syndrome = RDMA_SYNDROME_NAK_SEQUENCE;
        }
        for (const RdmaField& field : ListRdmaFields(pdu))
        {
            if (names.find("," + std::string(field.name) + ",") == std::string::npos)
            {
                without.insert(field.name);
            }
        }
    }
    EXPECT_EQ(without, (std::set<std::string>{"nack_hold", "original_data"}));
}

} // namespace
