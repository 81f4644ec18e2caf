/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "flow-table.h"

#include "document/quantity.h"
#include "document/words.h"
#include "kinds/job.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace mrcsim
{

namespace
{

using ns3::RdmaTick;

/// Columns, in the order of COLUMNS.
enum Column : uint8_t
{
    ID,
    SRC,
    DST,
    BYTES,
    START,
    AFTER,
    DELAY,
    OP,
    N_COLUMNS
};

/// Names of the columns.
const std::vector<std::string>
    COLUMNS{"id", "src", "dst", "bytes", "start_ns", "after", "delay_ns", "op"};

/** @return the text without blanks at its ends */
std::string_view
Trim(std::string_view text)
{
    constexpr const char* BLANKS = " \t\r";
    const auto first = text.find_first_not_of(BLANKS);
    return first == std::string_view::npos
               ? std::string_view()
               : text.substr(first, text.find_last_not_of(BLANKS) - first + 1);
}

/** @return the text without quotation marks around it, which spreadsheets may write */
std::string_view
Unquote(std::string_view text)
{
    const bool quoted = text.size() > 1 && text.front() == '"' && text.back() == '"';
    return quoted ? text.substr(1, text.size() - 2) : text;
}

/**
 * @param text parts with separators
 * @param separator a character
 * @param [out] parts receives the parts
 */
void
Split(std::string_view text, char separator, std::vector<std::string_view>& parts)
{
    parts.clear();
    for (size_t at = 0; at <= text.size();)
    {
        const auto end = std::min(text.find(separator, at), text.size());
        parts.push_back(Unquote(Trim(text.substr(at, end - at))));
        at = end + 1;
    }
}

/**
 * Reads a table.
 */
class Reader
{
  public:
    /** See ReadFlowTable. */
    Reader(const std::string& path, const ns3::FabricNetwork& network, Problems& problems)
        : m_path(path),
          m_network(network),
          m_problems(problems),
          m_operations(JobKind::ListNames(&Job::IsOperation))
    {
    }

    /**
     * @param text the table
     * @return the table
     */
    FlowTable Read(std::string_view text)
    {
        constexpr std::string_view BYTE_ORDER_MARK = "\xEF\xBB\xBF"; // of spreadsheets
        if (text.substr(0, BYTE_ORDER_MARK.size()) == BYTE_ORDER_MARK)
        {
            text.remove_prefix(BYTE_ORDER_MARK.size());
        }
        const auto nLines = static_cast<size_t>(std::count(text.begin(), text.end(), '\n')) + 1;
        m_table.rows.reserve(nLines);
        m_ids.reserve(nLines);
        for (size_t at = 0; at < text.size() && !IsFull();)
        {
            const auto end = std::min(text.find('\n', at), text.size());
            ++m_line;
            const auto line = Trim(text.substr(at, end - at));
            at = end + 1;
            if (line.empty() || line.front() == '#')
            {
                continue;
            }
            Split(line, ',', m_cells);
            if (m_places.empty())
            {
                ReadNames();
            }
            else
            {
                ReadRow();
            }
        }
        if (m_nProblems == 0)
        {
            CheckContent();
        }
        ResolveIds();
        return std::move(m_table);
    }

  private:
    /// An id that a row waits for, which may be that of a later row.
    struct Reference
    {
        std::string_view id; ///< the id
        uint32_t line;       ///< line of the row
    };

    /** @return true if there are so many problems that reading ends */
    bool IsFull() const
    {
        return m_nProblems >= MOST_TABLE_PROBLEMS;
    }

    /** @param text problem of the current line */
    void Add(const std::string& text)
    {
        if (!IsFull())
        {
            m_problems.push_back({m_path, "line " + std::to_string(m_line) + ": " + text});
        }
        ++m_nProblems;
    }

    /** Check that there is something to send. */
    void CheckContent()
    {
        const auto& rows = m_table.rows;
        if (rows.empty())
        {
            Add("found no row; allowed: a line with the names of columns, then a line per flow");
        }
        else if (std::all_of(rows.begin(), rows.end(), [](const FlowRow& row) {
                     return row.op == 0 && !row.isMessage;
                 }))
        {
            Add("found computations alone; allowed: at least one message or collective");
        }
    }

    /** @return the cell of a column in the current line; empty if it does not exist */
    std::string_view Get(Column column) const
    {
        const auto place = m_places[column];
        return place < m_cells.size() ? m_cells[place] : std::string_view();
    }

    /** Read the names of the columns. */
    void ReadNames()
    {
        m_places.assign(N_COLUMNS, m_cells.size());
        for (size_t i = 0; i < m_cells.size(); ++i)
        {
            const auto known = std::find(COLUMNS.begin(), COLUMNS.end(), m_cells[i]);
            if (known == COLUMNS.end())
            {
                const std::string name(m_cells[i]);
                Add("found the column \"" + name + "\"" + SuggestNearest(name, COLUMNS));
                continue;
            }
            auto& place = m_places[known - COLUMNS.begin()];
            if (place < m_cells.size())
            {
                Add("found the column \"" + *known + "\" twice");
            }
            place = i;
        }
        for (const auto column : {SRC, BYTES})
        {
            if (m_places[column] == m_cells.size())
            {
                Add("there is no column \"" + COLUMNS[column] + "\"");
            }
        }
        m_nCells = m_cells.size();
        m_nProblems = m_nProblems > 0 ? MOST_TABLE_PROBLEMS : 0; // rows have no meaning then
    }

    /** Read the current line. */
    void ReadRow()
    {
        if (m_cells.size() != m_nCells)
        {
            Add("found " + std::to_string(m_cells.size()) +
                " cells; allowed: " + std::to_string(m_nCells) + ", as in the first line");
            return;
        }
        FlowRow row;
        row.line = m_line;
        row.isMessage = !Get(DST).empty();
        row.bytes = static_cast<uint64_t>(ReadQuantity(BYTES, QuantityKind::BYTES));
        row.start = RdmaTick::Ps(ReadQuantity(START, QuantityKind::TIME));
        row.delay = RdmaTick::Ps(ReadQuantity(DELAY, QuantityKind::TIME));
        const auto op = ReadOperation(row.isMessage);
        if (!op)
        {
            return;
        }
        row.op = *op;
        row.hosts = ReadHosts(row);
        row.after = ReadAfter();
        CheckSize(row);
        AddId();
        m_table.rows.push_back(row);
    }

    /** Check the size of a row by its kind. */
    void CheckSize(const FlowRow& row)
    {
        if (row.op == 0 && !row.isMessage && row.bytes > 0)
        {
            Add("found bytes " + std::to_string(row.bytes) +
                " without dst or op; a computation has 0 bytes");
        }
        if (row.bytes == 0 && row.op != 0)
        {
            Add("found bytes 0; allowed: at least 1 B for a collective");
        }
    }

    /**
     * @param column a column
     * @param kind kind of quantity
     * @return its value in the current row in the smallest unit, at least 0; 0 if it is empty
     */
    int64_t ReadQuantity(Column column, QuantityKind kind)
    {
        const auto cell = Get(column);
        if (cell.empty())
        {
            return 0;
        }
        const bool isPlain = cell.back() >= '0' && cell.back() <= '9';
        const auto found =
            ParseQuantity(kind, std::string(cell) + (isPlain ? GetFacts(kind).unit : ""));
        const bool isTime = kind == QuantityKind::TIME;
        if (!found.value || *found.value < 0 || (isTime && *found.value > MAX_TIME.GetPs()))
        {
            Add("found " + COLUMNS[column] + " \"" + std::string(cell) +
                "\"; allowed: " + GetFacts(kind).allowed + ", of at least 0" +
                (isTime ? std::string(" and at most ") + MAX_TIME_TEXT : ""));
            return 0;
        }
        return *found.value;
    }

    /**
     * @param isMessage the row has a destination
     * @return index of the operation of the current row, or nothing if it is unknown
     */
    std::optional<uint8_t> ReadOperation(bool isMessage)
    {
        const auto cell = Get(OP);
        if (cell.empty())
        {
            return 0;
        }
        const std::string name(cell);
        if (isMessage)
        {
            Add("found op \"" + name + "\" in a row with dst; a collective has all hosts in src");
        }
        if (std::find(m_operations.begin(), m_operations.end(), name) == m_operations.end())
        {
            Add("found op \"" + name + "\"" + SuggestNearest(name, m_operations));
            return {};
        }
        auto& used = m_table.operations;
        const auto known = std::find(used.begin() + 1, used.end(), name);
        const auto index = known - used.begin();
        if (known == used.end())
        {
            used.push_back(name);
        }
        return static_cast<uint8_t>(index);
    }

    /** @return the hosts of the current row */
    ListRange ReadHosts(const FlowRow& row)
    {
        auto& hosts = m_table.hosts;
        const auto first = static_cast<uint32_t>(hosts.size());
        Split(Get(SRC), ' ', m_words);
        for (const auto word : m_words)
        {
            ReadHost(word, SRC);
        }
        const size_t sources = hosts.size() - first;
        if (row.op == 0 ? sources > 1 : sources < 2)
        {
            Add("found " + std::to_string(sources) + " hosts in src; allowed: " +
                (row.op == 0 ? "one" : "at least two for a collective"));
        }
        if (row.isMessage)
        {
            ReadHost(Get(DST), DST);
        }
        CheckDifferent(first);
        return {first, static_cast<uint32_t>(hosts.size()) - first};
    }

    /**
     * @param first index of the first host of the current row
     */
    void CheckDifferent(uint32_t first)
    {
        std::vector<uint32_t> sorted(m_table.hosts.begin() + first, m_table.hosts.end());
        std::sort(sorted.begin(), sorted.end());
        const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
        if (twice != sorted.end())
        {
            Add("found host " + m_network.GetNames().GetHostName(*twice) + " twice");
        }
    }

    /**
     * @param word number or name of a host; receives it
     * @param column its column
     */
    void ReadHost(std::string_view word, Column column)
    {
        if (word.empty() && !Get(column).empty())
        {
            return; // between two blanks
        }
        uint32_t number = 0;
        const bool isNumber =
            !word.empty() && word.size() < 8 &&
            std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
        if (isNumber)
        {
            number = static_cast<uint32_t>(std::stoul(std::string(word)));
        }
        const auto host =
            isNumber
                ? number
                : m_network.GetNames().FindHost(std::string(word)).value_or(m_network.GetNHosts());
        if (host >= m_network.GetNHosts())
        {
            Add("found " + COLUMNS[column] + " \"" + std::string(word) + "\"; allowed: 0 to " +
                std::to_string(m_network.GetNHosts() - 1) + ", or the name of a host");
            return;
        }
        m_table.hosts.push_back(host);
    }

    /** @return the rows that the current row waits for, to be resolved */
    ListRange ReadAfter()
    {
        const auto first = static_cast<uint32_t>(m_references.size());
        if (!Get(AFTER).empty())
        {
            Split(Get(AFTER), ' ', m_words);
            for (const auto word : m_words)
            {
                if (!word.empty())
                {
                    m_references.push_back({word, m_line});
                }
            }
        }
        return {first, static_cast<uint32_t>(m_references.size()) - first};
    }

    /** Store the id of the current row. */
    void AddId()
    {
        const auto id = Get(ID);
        if (!HasIds())
        {
            return;
        }
        if (id.empty())
        {
            Add("found no id");
        }
        else if (!m_ids.emplace(id, static_cast<uint32_t>(m_table.rows.size())).second)
        {
            Add("found id \"" + std::string(id) + "\" twice");
        }
    }

    /** @return true if there is a column of ids; otherwise rows are counted from 0 */
    bool HasIds() const
    {
        return m_places[ID] < m_nCells;
    }

    /** @return the row with an id; nothing if there is none */
    std::optional<uint32_t> Find(std::string_view id) const
    {
        if (HasIds())
        {
            const auto known = m_ids.find(id);
            return known == m_ids.end() ? std::nullopt : std::make_optional(known->second);
        }
        uint32_t row = 0;
        const auto end = std::from_chars(id.data(), id.data() + id.size(), row);
        const bool isNumber = end.ec == std::errc() && end.ptr == id.data() + id.size();
        const bool isPlain = id.front() != '0' || id.size() == 1;
        return isNumber && isPlain && row < m_table.rows.size() ? std::make_optional(row)
                                                                : std::nullopt;
    }

    /** Find the rows of all ids that rows wait for. */
    void ResolveIds()
    {
        m_table.after.reserve(m_references.size());
        for (const auto& reference : m_references)
        {
            const auto row = Find(reference.id);
            m_table.after.push_back(row.value_or(0));
            if (!row)
            {
                m_line = reference.line;
                Add("found after \"" + std::string(reference.id) + "\"; no row has this id");
            }
        }
    }

    const std::string& m_path;             ///< path of the table
    const ns3::FabricNetwork& m_network;   ///< network of the hosts
    Problems& m_problems;                  ///< receives the problems
    size_t m_nProblems{0};                 ///< problems so far
    std::vector<std::string> m_operations; ///< types of collectives
    FlowTable m_table;                     ///< the table
    uint32_t m_line{0};                    ///< current line, counted from 1
    std::vector<size_t> m_places;          ///< by column: its place in a line; empty: not yet known
    size_t m_nCells{0};                    ///< cells of a line
    std::vector<std::string_view> m_cells; ///< cells of the current line
    std::vector<std::string_view> m_words; ///< scratch
    std::unordered_map<std::string_view, uint32_t> m_ids; ///< rows by their ids
    std::vector<Reference> m_references; ///< what rows wait for, in the order of FlowTable::after
};

} // namespace

bool
FlowTable::IsEndless() const
{
    return std::all_of(rows.begin(), rows.end(), [](const auto& row) { return row.IsEndless(); });
}

FlowTable
ReadFlowTable(const std::string& text,
              const std::string& path,
              const ns3::FabricNetwork& network,
              Problems& problems)
{
    return Reader(path, network, problems).Read(text);
}

} // namespace mrcsim
