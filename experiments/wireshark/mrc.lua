-- Copyright (c) 2026 The MRC test bench authors
--
-- SPDX-License-Identifier: GPL-2.0-only
--
-- MRC (Multipath Reliable Connection 1.0) for Wireshark and tshark.
--
--   tshark -o udp.try_heuristic_first:TRUE -X lua_script:experiments/wireshark/mrc.lua -r host0-plane1.pcap
--
-- Wireshark's dissectors show Ethernet, IPv6, UDP and the RoCE base transport header (BTH), but not MRC's opcodes. This
-- script adds a separate tree after theirs: it runs last, searches for a BTH with an MRC opcode, and dissects the
-- following headers. Of Wireshark's output it changes only the column Info.
--
-- Filters: mrc, mrc.opcode == 0xdc, mrc.neth.reason == 1, mrc.ev.plane == 2, and so on.

local mrc = Proto("mrc", "Multipath Reliable Connection")

mrc.prefs.ev_high_in_port = Pref.bool("High half of the EV in the UDP source port", false,
  "Places of the two halves of an entropy value (ns3::Fabric::EvOrder): by default the low half is in the source port")
mrc.prefs.usid_block = Pref.string("uSID block", "5f000001",
  "First 32 bits of outer destinations that are lists of uSIDs, in hexadecimal")

-- Fields of the packet from the trees of the dissectors before this one.
local bth_opcode = Field.new("infiniband.bth.opcode")
local udp_source = Field.new("udp.srcport")
local ip6_flow = Field.new("ipv6.flow")
local ip6_destination = Field.new("ipv6.dst")
local ip6_dscp = Field.new("ipv6.tclass.dscp")

local OPCODES = {
  [0xC6] = "RDMA WRITE First",
  [0xC7] = "RDMA WRITE Middle",
  [0xC8] = "RDMA WRITE Last",
  [0xC9] = "RDMA WRITE Last with Immediate",
  [0xCA] = "RDMA WRITE Only",
  [0xCB] = "RDMA WRITE Only with Immediate",
  [0xD1] = "Transport Acknowledge",
  [0xD8] = "Endpoint Request",
  [0xD9] = "Endpoint Response",
  [0xDC] = "Reliability SACK",
  [0xDD] = "Reliability NACK",
  [0xDE] = "Reliability Probe Request",
}

local VERDICTS = { [0] = "NONE", [1] = "SKIP_ONCE", [2] = "ALWAYS_SKIP", [3] = "reserved" }

local REASONS = {
  [0x01] = "TRIMMED",
  [0x02] = "TRIMMED_LASTHOP",
  [0x06] = "NO_BITMAP",
  [0x07] = "NO_PKT_BUFFER",
  [0x0A] = "NO_RESOURCE",
  [0x0B] = "PSN_OOR_WINDOW",
  [0x19] = "UNEXP_EVENT",
}

local OPERATIONS = { [0] = "PORT_STATUS_UPDATE", [1] = "EV_PROBE" }

local SYNDROMES = {
  [0x1F] = "ACK",
  [0x60] = "NAK: PSN sequence error",
  [0x61] = "NAK: invalid request",
  [0x62] = "NAK: remote access error",
  [0x63] = "NAK: remote operational error",
}

local TRIMS = { [12] = "TRIMMED", [16] = "TRIMMED_LASTHOP" }

local USID_TYPES = { [0] = "reserved", [1] = "T0", [2] = "T1", [3] = "NIC" }

local fields = {}

-- Makes and registers a field.
local function field(kind, name, ...)
  local f = ProtoField[kind]("mrc." .. name, ...)
  fields[#fields + 1] = f
  return f
end

-- A header is a name, a size and a list of {offset, length, field}.
local function heritage(prefix, reserved)
  return {
    { 0, 2, field("uint16", prefix .. ".type", "Type (heritage)", base.DEC, nil, 0xF000) },
    { 0, 2, field("uint16", prefix .. ".nxt", "Next (heritage)", base.DEC, nil, 0x0F80) },
    { 0, 2, field("uint16", prefix .. ".reserved", "Reserved", base.HEX, nil, reserved) },
  }
end

-- Appends the second list to the first.
local function with(list, more)
  for _, entry in ipairs(more) do
    list[#list + 1] = entry
  end
  return list
end

local BTH = {
  name = "Base Transport Header, MRC's part",
  size = 12,
  { 0, 1, field("uint8", "opcode", "Opcode", base.HEX, OPCODES) },
  { 8, 1, field("bool", "ack_request", "Ack request (A)", 8, nil, 0x80) },
  { 8, 1, field("bool", "reserved_r", "Reserved (R)", 8, nil, 0x40) },
  { 8, 1, field("bool", "rtx", "Retransmission (rtx)", 8, nil, 0x20) },
  { 8, 1, field("bool", "ts", "Timestamp present (ts)", 8, nil, 0x10) },
  { 8, 1, field("uint8", "reserved", "Reserved", base.HEX, nil, 0x0F) },
}

local METH = {
  name = "Message Extended Transport Header (METH)",
  size = 4,
  { 0, 2, field("uint16", "meth.rqmsn", "Receive queue message number (rqmsn)", base.DEC) },
  { 2, 2, field("uint16", "meth.msn", "Message number (msn)", base.DEC) },
}

local TSETH = {
  name = "Timestamp Extended Transport Header (TSETH)",
  size = 4,
  { 0, 2, field("uint16", "tseth.tx_timestamp", "Transmit timestamp, 128 ns", base.DEC) },
  { 2, 2, field("bool", "tseth.tsr", "tsr", 16, nil, 0x8000) },
  { 2, 2, field("uint16", "tseth.reserved", "Reserved", base.HEX, nil, 0x7FF0) },
  { 2, 2, field("uint16", "tseth.ftype", "ftype", base.DEC, nil, 0x000F) },
}

local RETH = {
  name = "RDMA Extended Transport Header (RETH)",
  size = 16,
  { 0, 8, field("uint64", "reth.va", "Remote virtual address (va)", base.HEX) },
  { 8, 4, field("uint32", "reth.rkey", "Remote key (rkey)", base.HEX) },
  { 12, 4, field("uint32", "reth.dmalen", "DMA length, B", base.DEC) },
}

local IMMDT = {
  name = "Immediate Data (ImmDt)",
  size = 4,
  { 0, 4, field("uint32", "immdt", "Immediate data", base.HEX) },
}

local SETH = with({ name = "SACK Extended Transport Header (SETH)", size = 28 }, with(heritage("seth", 0x001D), {
  { 0, 2, field("uint16", "seth.m", "Verdict on the EV (m)", base.DEC, VERDICTS, 0x0060) },
  { 0, 2, field("bool", "seth.pr", "Answers a probe (pr)", 16, nil, 0x0002) },
  { 2, 2, field("int16", "seth.ack_psn_offset", "PSN of the trigger - cack_psn; with pr the probe_id", base.DEC) },
  { 4, 4, field("uint32", "seth.entropy", "EV of the trigger", base.HEX) },
  { 8, 2, field("uint16", "seth.spdcid", "spdcid (heritage)", base.DEC) },
  { 10, 2, field("uint16", "seth.dpdcid", "dpdcid (heritage)", base.DEC) },
  { 13, 3, field("uint24", "seth.cack_psn", "Last PSN in order (cack_psn)", base.DEC) },
  { 16, 1, field("uint8", "seth.cc_type", "cc_type", base.DEC, nil, 0xF0) },
  { 16, 1, field("uint8", "seth.cc_fl", "cc_fl", base.DEC, nil, 0x0F) },
  { 17, 1, field("uint8", "seth.mpr", "Maximum PSN range, 128 PSNs (mpr)", base.DEC) },
  { 18, 2, field("int16", "seth.sack_offset", "PSN of bitmap bit 0 - cack_psn", base.DEC) },
  { 20, 8, field("uint64", "seth.sack_bitmap", "Received (sack_bitmap)", base.HEX) },
}))

local CC_STATE = {
  name = "Congestion Control State (CC_STATE)",
  size = 8,
  { 0, 2, field("uint16", "cc_state.tx_timestamp", "Echoed timestamp, 128 ns", base.DEC) },
  { 2, 2, field("bool", "cc_state.reserved", "Reserved", 16, nil, 0x8000) },
  { 2, 2, field("uint16", "cc_state.ooo_count", "Packets out of order (ooo_count)", base.DEC, nil, 0x7FFF) },
  { 4, 1, field("bool", "cc_state.restore_cwnd", "End of a receiver penalty (r_c)", 8, nil, 0x80) },
  { 4, 1, field("uint8", "cc_state.rcv_cwnd_pen", "Receiver penalty", base.DEC, nil, 0x7F) },
  { 5, 3, field("uint24", "cc_state.rcvd_bytes", "Accepted, 256 B (rcvd_bytes)", base.DEC) },
}

local NETH = with({ name = "NACK Extended Transport Header (NETH)", size = 20 }, with(heritage("neth", 0x007F), {
  { 2, 1, field("uint8", "neth.reason", "Reason", base.HEX, REASONS) },
  { 3, 1, field("uint8", "neth.vendor_info", "Vendor info", base.HEX) },
  { 4, 4, field("uint32", "neth.entropy", "EV of the rejected packet", base.HEX) },
  { 8, 2, field("uint16", "neth.hold", "Retransmission delay (in spdcid; not of MRC 1.0), 128 ns; 0: none", base.DEC) },
  { 10, 2, field("uint16", "neth.dpdcid", "dpdcid (heritage)", base.DEC) },
  { 13, 3, field("uint24", "neth.nack_psn", "PSN of the rejected packet (nack_psn)", base.DEC) },
  { 16, 1, field("uint8", "neth.cc_type", "cc_type", base.DEC, nil, 0xF0) },
  { 16, 1, field("uint8", "neth.cc_fl", "cc_fl", base.DEC, nil, 0x0F) },
  { 18, 2, field("uint16", "neth.tx_timestamp", "Echoed timestamp, 128 ns", base.DEC) },
}))

-- The end of PETH and ERTH.
local function timestamp(prefix)
  return {
    { 12, 2, field("uint16", prefix .. ".tx_timestamp", "Transmit timestamp, 128 ns", base.DEC) },
    { 14, 2, field("bool", prefix .. ".tsr", "tsr", 16, nil, 0x8000) },
    { 14, 2, field("uint16", prefix .. ".ftype", "ftype", base.DEC, nil, 0x000F) },
  }
end

local PETH = with({ name = "Probe Extended Transport Header (PETH)", size = 16 },
  with(with(heritage("peth", 0x007F), {
    { 3, 1, field("uint8", "peth.vendor_info", "Vendor info", base.HEX) },
    { 4, 2, field("uint16", "peth.probe_id", "Probe (probe_id)", base.DEC) },
    { 8, 2, field("uint16", "peth.spdcid", "spdcid (heritage)", base.DEC) },
    { 10, 2, field("uint16", "peth.dpdcid", "dpdcid (heritage)", base.DEC) },
  }), timestamp("peth")))

local ERTH = with({ name = "Endpoint Request Extended Transport Header (ERTH)", size = 16 },
  with(with(heritage("erth", 0x007C), {
    { 0, 2, field("uint16", "erth.op", "Operation", base.DEC, OPERATIONS, 0x0003) },
    { 3, 1, field("uint8", "erth.vendor_info", "Vendor info", base.HEX) },
    { 4, 4, field("uint32", "erth.port_status_mask", "Ports that are up, bit n is port n (1-based)", base.HEX) },
  }), timestamp("erth")))

local EETH = with({ name = "Endpoint Response Extended Transport Header (EETH)", size = 36 },
  with(heritage("eeth", 0x007C), {
    { 0, 2, field("uint16", "eeth.op", "Operation", base.DEC, OPERATIONS, 0x0003) },
    { 28, 2, field("uint16", "eeth.tx_timestamp", "Echoed timestamp, 128 ns", base.DEC) },
  }))

local AETH_NAK_SEQUENCE = 0x60

local TRIGGER = {
  name = "Selective repeat: cause of the NAK",
  size = 4,
  { 1, 3, field("uint24", "roce.trigger_psn", "PSN received out of order", base.DEC) },
}

local AETH = {
  name = "ACK Extended Transport Header (AETH)",
  size = 4,
  { 0, 1, field("uint8", "aeth.syndrome", "Syndrome", base.HEX, SYNDROMES) },
  { 1, 3, field("uint24", "aeth.msn", "Message number (msn)", base.DEC) },
}

-- Fields that follow from several places of a packet.
local f_ev = field("uint32", "ev", "Entropy value (EV)", base.HEX)
local f_ev_plane = field("uint32", "ev.plane", "Plane", base.DEC, nil, 0x0000F000)
local f_ev_path = field("uint32", "ev.path", "T0 uplink, or hashed", base.DEC, nil, 0x00000FFF)
local f_usid = field("uint16", "usid", "uSID", base.HEX)
local f_trim = field("uint8", "trim", "Trimmed by a switch", base.DEC, TRIMS)
local f_trigger = field("uint24", "seth.trigger_psn", "PSN of the trigger", base.DEC)
local f_first = field("uint24", "seth.bitmap_psn", "PSN of bitmap bit 0", base.DEC)
local f_seth_probe = field("uint16", "seth.probe_id", "Answered probe (probe_id)", base.DEC)
local f_endpoint_probe = field("uint16", "endpoint.probe_id", "Probe (probe_id)", base.DEC)

mrc.fields = fields

local short = ProtoExpert.new("mrc.short", "The packet ends within this header", expert.group.MALFORMED,
  expert.severity.WARN)
mrc.experts = { short }

-- The headers after the BTH.
local function headers_of(opcode, ts)
  if opcode >= 0xC6 and opcode <= 0xCB then
    local list = { METH }
    if ts then
      list[#list + 1] = TSETH
    end
    list[#list + 1] = RETH
    if opcode == 0xC9 or opcode == 0xCB then
      list[#list + 1] = IMMDT
    end
    return list
  end
  local others = {
    [0xD1] = { AETH },
    [0xD8] = { ERTH },
    [0xD9] = { EETH },
    [0xDC] = { SETH, CC_STATE },
    [0xDD] = { NETH },
    [0xDE] = { PETH },
  }
  return others[opcode]
end

-- Shows one header, if the packet contains all of it.
local function show(header, range, tree)
  local subtree = tree:add(mrc, range, header.name)
  for _, entry in ipairs(header) do
    subtree:add(entry[3], range(entry[1], entry[2]))
  end
  return subtree
end

local function show_generated(tree, f, range, value)
  tree:add(f, range, value):set_generated()
end

-- PSN arithmetic is modulo 2^24.
local function psn(a, offset)
  return (a + offset) % 0x1000000
end

local function show_sack(tree, range)
  local cack = range(13, 3):uint()
  if bit.band(range(1, 1):uint(), 0x02) ~= 0 then
    show_generated(tree, f_seth_probe, range(2, 2), range(2, 2):uint())
  else
    show_generated(tree, f_trigger, range(2, 2), psn(cack, range(2, 2):int()))
  end
  show_generated(tree, f_first, range(18, 2), psn(cack, range(18, 2):int()))
end

-- Text of the column Info after opcode, QP and PSN; dscp is that of the outermost header.
local function remarks(opcode, bth, header, dscp)
  local words = {}
  local function say(word)
    words[#words + 1] = ", " .. word
  end
  if bit.band(bth(8, 1):uint(), 0x20) ~= 0 then
    say("rtx")
  end
  if TRIMS[dscp] then
    say("cut: " .. TRIMS[dscp])
  end
  if opcode == 0xDD and header:len() >= NETH.size then
    local reason = header(2, 1):uint()
    say(REASONS[reason] or string.format("reason 0x%02x", reason))
  elseif opcode == 0xDC and header:len() >= SETH.size then
    local second = header(1, 1):uint()
    local m = bit.band(bit.rshift(second, 5), 3)
    if m ~= 0 then
      say(VERDICTS[m])
    end
    if bit.band(second, 0x02) ~= 0 then
      say("answers a probe")
    end
  elseif (opcode == 0xD8 or opcode == 0xD9) and header:len() >= 2 then
    local op = bit.band(header(1, 1):uint(), 3)
    say(OPERATIONS[op] or string.format("operation %d", op))
  end
  return table.concat(words)
end

-- The uSIDs of the outer destination, up to the end of the carrier.
local function show_usids(tree)
  local bytes = ip6_destination().range
  if string.format("%08x", bytes(0, 4):uint()) ~= mrc.prefs.usid_block:lower() then
    return
  end
  for offset = 4, 14, 2 do
    local usid = bytes(offset, 2):uint()
    if usid == 0 then
      return
    end
    local kind = USID_TYPES[bit.band(bit.rshift(usid, 11), 3)]
    tree:add(f_usid, bytes(offset, 2)):append_text(
      string.format(" (plane %d, %s %d)", bit.rshift(usid, 13), kind, bit.band(usid, 0x7FF)))
  end
end

-- The entropy value: the two halves are in the source port and in the flow label of the innermost IPv6 header.
local function show_ev(tree)
  local flows = { ip6_flow() }
  local label = #flows > 0 and bit.band(flows[#flows].value, 0xFFFF) or 0
  local source = udp_source()
  local high, low = label, source.value
  if mrc.prefs.ev_high_in_port then
    high, low = low, high
  end
  local ev = high * 0x10000 + low
  show_generated(tree, f_ev, source.range, ev)
  show_generated(tree, f_ev_plane, source.range, ev)
  show_generated(tree, f_ev_path, source.range, ev)
end

-- RoCE with selective repeat (docs/wire.md): a RETH in every write, a word after the AETH of a NAK. Wireshark's dissector
-- treats both as payload, so this script shows them.
local function show_selective(tvb, opcode, root)
  local at = opcode.offset + BTH.size
  if tvb:len() < at or bit.band(tvb(opcode.offset + 8, 1):uint(), 0x08) == 0 then
    return
  end
  local list = {}
  if opcode.value >= 0x07 and opcode.value <= 0x09 then
    list = { RETH }
  elseif opcode.value == 0x11 and tvb:len() > at and tvb(at, 1):uint() == AETH_NAK_SEQUENCE then
    list = { AETH, TRIGGER }
  end
  local tree = root:add(mrc, tvb(opcode.offset), "RoCE with selective repeat")
  for _, header in ipairs(list) do
    if tvb:len() < at + header.size then
      tree:add_proto_expert_info(short)
      return
    end
    show(header, tvb(at, header.size), tree)
    at = at + header.size
  end
end

function mrc.dissector(tvb, pinfo, root)
  local opcode = bth_opcode()
  if opcode and opcode.value <= 0x11 then
    show_selective(tvb, opcode, root)
  end
  if not opcode or not OPCODES[opcode.value] or not udp_source() then
    return
  end
  local at = opcode.offset
  if tvb:len() < at + BTH.size then
    return
  end
  local tree = root:add(mrc, tvb(at), "Multipath Reliable Connection, " .. OPCODES[opcode.value])
  local bth = tvb(at, BTH.size)
  local bth_tree = show(BTH, bth, tree)
  local number = bth(9, 3):uint()
  if opcode.value == 0xD8 or opcode.value == 0xD9 then
    show_generated(bth_tree, f_endpoint_probe, bth(10, 2), number % 0x10000)
  end
  show_ev(tree)
  local dscp = ip6_dscp()
  if dscp and TRIMS[dscp.value] then
    show_generated(tree, f_trim, dscp.range, dscp.value)
  end
  if ip6_destination() then
    show_usids(tree)
  end
  at = at + BTH.size
  local behind = tvb:range(at)
  for _, header in ipairs(headers_of(opcode.value, bit.band(bth(8, 1):uint(), 0x10) ~= 0)) do
    if tvb:len() < at + header.size then
      tree:add_proto_expert_info(short)
      break
    end
    local range = tvb(at, header.size)
    local subtree = show(header, range, tree)
    if header == SETH then
      show_sack(subtree, range)
    end
    at = at + header.size
  end
  pinfo.cols.protocol = "MRC"
  pinfo.cols.info = string.format("%s, QP 0x%06x, PSN %d%s", OPCODES[opcode.value], bth(5, 3):uint(), number,
    remarks(opcode.value, bth, behind, dscp and dscp.value))
end

register_postdissector(mrc)

-- Wireshark tries the dissector of the lower port first, and an EV can give any source port, also those of DNS or NTP. With the
-- preference "Try heuristic sub-dissectors first" of UDP, this function claims the packets for RoCE before other dissectors.
local function claim(tvb, pinfo, root)
  local roce = DissectorTable.get("udp.port"):get_dissector(4791)
  if pinfo.dst_port ~= 4791 or tvb:len() < BTH.size or not OPCODES[tvb(0, 1):uint()] then
    return false
  end
  roce:call(tvb, pinfo, root)
  return true
end

mrc:register_heuristic("udp", claim)
