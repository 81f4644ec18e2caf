/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fabric-addressing.h"
#include "ns3/mrc-ev-expansion.h"
#include "ns3/srv6-usid.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

/*
 * Addresses, uSID carriers, EVs in packets and the expansion of EVs; the first byte selects which.
 * Texts that are accepted as addresses give the same address after conversion. Carriers made of a
 * template lead over the intended uSIDs to the intended end. EVs are expanded as by a second
 * implementation that works on strings of '0' and '1'.
 */

using namespace ns3;

namespace
{

/**
 * Abort unless a condition holds.
 * @param holds the condition
 * @param what the expected property
 */
void
Demand(bool holds, const char* what)
{
    if (!holds)
    {
        std::cerr << what << "\n";
        std::abort();
    }
}

/// Numbers from the front of the input; after its end all are 0.
class Input
{
  public:
    Input(const uint8_t* data, size_t size)
        : m_data(data),
          m_size(size)
    {
    }

    /// @return a number of the given number of bytes
    uint64_t Take(size_t bytes)
    {
        uint64_t value = 0;
        for (; bytes > 0; --bytes)
        {
            value = value << 8 | (m_size > 0 ? *m_data : 0);
            m_data += m_size > 0;
            m_size -= m_size > 0;
        }
        return value;
    }

    /// @return 32 bits
    uint32_t Word()
    {
        return static_cast<uint32_t>(Take(4));
    }

  private:
    const uint8_t* m_data; ///< next byte
    size_t m_size;         ///< bytes left
};

void
CheckText(const std::string& text)
{
    const auto address = Srv6AddressFromString(text);
    if (!address)
    {
        return;
    }
    Demand(text.find_first_not_of("0123456789abcdefABCDEF:.") == std::string::npos,
           "an address is made of digits, colons and dots");
    Demand(Srv6AddressFromString(Srv6AddressToString(*address)) == address,
           "an address comes back");
}

void
CheckCarrier(Input in)
{
    Srv6Carrier carrier;
    carrier.hi = in.Take(8);
    carrier.lo = in.Take(8);
    uint8_t bytes[16];
    Srv6AddressToBytes(carrier, bytes);
    Demand(Srv6AddressFromBytes(bytes) == carrier, "bytes come back");
    Demand(Srv6AddressFromString(Srv6AddressToString(carrier)) == carrier, "text comes back");

    const uint64_t hostsPerT0 = in.Take(2) + 1;
    const FabricAddressing addressing{static_cast<uint32_t>(hostsPerT0)};
    if (const auto port = addressing.FindPort(carrier))
    {
        Demand(addressing.GetAddress(port->host, port->plane) == carrier, "a NIC port comes back");
    }

    const uint32_t block = static_cast<uint32_t>(carrier.hi >> 32);
    for (int usid = 2; usid <= 7; ++usid)
    {
        const uint16_t next =
            usid > 6 ? 0 : static_cast<uint16_t>(bytes[2 * usid + 2] << 8 | bytes[2 * usid + 3]);
        ShiftSrv6Usid(carrier.hi, carrier.lo);
        Demand(GetActiveSrv6Usid(carrier.hi) == next, "a shift makes the next uSID active");
        Demand(carrier.hi >> 32 == block, "a shift leaves the block alone");
    }
    Demand(!HasSrv6Argument(carrier.hi, carrier.lo), "six shifts empty every carrier");
}

void
CheckPath(Input in)
{
    const uint32_t srcT0 = in.Take(2) & SRV6_MAX_INDEX;
    const uint32_t dstT0 = in.Take(2) & SRV6_MAX_INDEX;
    const uint32_t downlink = in.Take(2) & SRV6_MAX_INDEX;
    // salt | plane | uplink, as wide as uSIDs permit
    const uint32_t ev = in.Word() & 0xffff77ff;
    const uint32_t plane = MrcEv::Plane(ev);
    Srv6Carrier c = ApplyMrcEv(MakeSrv6PathTemplate(srcT0, dstT0, downlink), ev);
    Demand(IsSrv6Block(c.hi), "a path begins with the block");
    std::vector<uint16_t> expected{MakeSrv6Usid(plane, Srv6UsidType::T0, srcT0)};
    if (srcT0 != dstT0)
    {
        expected.push_back(MakeSrv6Usid(plane, Srv6UsidType::T1, MrcEv::Uplink(ev)));
        expected.push_back(MakeSrv6Usid(plane, Srv6UsidType::T0, dstT0));
    }
    const uint16_t end = MakeSrv6Usid(plane, Srv6UsidType::NIC, downlink);
    for (const uint16_t usid : expected)
    {
        Demand(GetActiveSrv6Usid(c.hi) == usid && HasSrv6Argument(c.hi, c.lo), "a path goes on");
        Demand(GetSrv6UsidPlane(usid) == plane, "every uSID names the plane");
        Demand(!EndsAtSrv6Usid(c.hi, c.lo, usid), "a path does not end at a switch");
        ShiftSrv6Usid(c.hi, c.lo);
    }
    Demand(EndsAtSrv6Usid(c.hi, c.lo, end), "a path ends at its NIC");
}

void
CheckEvOnWire(Input in)
{
    const uint32_t ev = in.Word();
    for (const Srv6EvOrder order : {EV_LOW_IN_PORT, EV_HIGH_IN_PORT})
    {
        const Srv6EvWire wire = MrcEvToWire(ev, order);
        Demand(wire.flowLabel >> 16 == 0, "the upper bits of the flow label are 0");
        Demand(WireToMrcEv(wire, order) == ev, "an EV comes back");
    }
    const uint32_t size = in.Take(1) % 33;
    const uint32_t low = size == 32 ? ev : ev & ((1U << size) - 1);
    MrcEvBits bits;
    bits.Append(ev, size);
    Demand(BitsToMrcEv(bits) == low, "a number comes back from its string");
}

/// Bits as '0' and '1'.
std::string
Digits(const MrcEvBits& bits)
{
    std::string digits;
    for (uint32_t i = 0; i < bits.size; ++i)
    {
        digits += bits.GetBit(i) ? '1' : '0';
    }
    return digits;
}

/// The expansion (mrc reference, 3.4), step by step.
std::string
ExpandDigits(const std::vector<uint8_t>& widths,
             const std::vector<MrcEvField>& fields,
             const std::string& ev)
{
    std::string all;
    size_t next = 0;
    for (size_t i = 0; i < widths.size(); ++i)
    {
        std::string field;
        for (uint32_t bit = i < fields.size() ? fields[i].width : 0; bit > 0; --bit)
        {
            const bool taken = fields[i].mask >> (bit - 1) & 1;
            const bool init = fields[i].initVal >> (bit - 1) & 1;
            field += taken ? ev[next++] : init ? '1' : '0';
        }
        all += std::string(widths[i] - field.size(), '0') + field;
    }
    return all;
}

void
CheckExpansion(Input in)
{
    std::vector<uint8_t> widths(in.Take(1) % 10);
    for (uint8_t& width : widths)
    {
        width = static_cast<uint8_t>(in.Take(1));
    }
    const auto mode = static_cast<MrcEvFormatMode>(in.Take(1) % 5);
    const bool format = CheckMrcEvFormat(mode, widths).empty();
    std::vector<MrcEvField> fields(in.Take(1) % 10);
    for (MrcEvField& field : fields)
    {
        field.width = in.Take(1) % 40;
        const uint32_t cut = in.Take(1) % 33; // most fields should fit
        field.initVal = static_cast<uint32_t>(uint64_t{in.Word()} >> cut);
        field.mask = static_cast<uint32_t>(uint64_t{in.Word()} >> cut);
        field.maxVal = static_cast<uint32_t>(in.Take(1));
        field.minVal = static_cast<uint32_t>(in.Take(1) & 3);
    }
    MrcEvBits ev;
    for (uint32_t bytes = in.Take(1) % 34; bytes > 0; --bytes)
    {
        ev.Append(static_cast<uint32_t>(in.Take(1)), 8);
    }
    MrcEvBits expanded;
    const std::string problem = ExpandMrcEv(widths, fields, ev, expanded);
    if (!problem.empty())
    {
        return;
    }
    Demand(CheckMrcEvFields(widths, fields).empty(), "only legal fields are expanded");
    Demand(!format || expanded.size <= GetMrcMaxEvFormatBits(mode), "a format fits its mode");
    Demand(CountMrcEvBits(fields) <= ev.size, "the EV has the bits that are consumed");
    Demand(Digits(expanded) == ExpandDigits(widths, fields, Digits(ev)), "an EV is expanded");
}

} // namespace

extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    if (size == 0)
    {
        return 0;
    }
    const Input in(data + 1, size - 1);
    switch (data[0] % 5)
    {
    case 0:
        CheckText(std::string(data + 1, data + size));
        break;
    case 1:
        CheckCarrier(in);
        break;
    case 2:
        CheckPath(in);
        break;
    case 3:
        CheckEvOnWire(in);
        break;
    default:
        CheckExpansion(in);
    }
    return 0;
}
