/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "schema-assembly.h"

#include "schema-keywords.h"
#include "schema-object.h"

#include <algorithm>
#include <set>

namespace mrcsim
{

namespace
{

/// Schemas within each other; more are a reference that leads back to itself.
constexpr size_t MAX_DEPTH = 32;

/**
 * Give a schema what it leaves to another one.
 * @param [in,out] node its keywords win
 * @param other what it refines
 */
void
Inherit(Json& node, const Json& other)
{
    for (const auto& item : other.items())
    {
        if (!node.contains(item.key()))
        {
            node[item.key()] = item.value();
        }
    }
}

/**
 * Puts one schema together.
 */
class Assembler
{
  public:
    /**
     * @param base the schema without kinds
     * @param [out] problems receives the mistakes
     */
    Assembler(const SchemaFile& base, const SchemaKinds& kinds, Problems& problems)
        : m_base(base),
          m_definitions(base.content.is_object() ? base.content.value("definitions", Json::object())
                                                 : Json()),
          m_kinds(kinds),
          m_problems(problems)
    {
    }

    /** @return the schema, if there are no problems */
    Json Run()
    {
        auto schema = Fold(m_base.content, {m_base.name, m_definitions, "", ""});
        CheckFamilies();
        CheckDefaults();
        return schema;
    }

  private:
    /**
     * @param site where
     * @param text what is wrong
     */
    void Refuse(const SchemaSite& site, const std::string& text)
    {
        m_problems.push_back(site.Refuse(text));
    }

    /**
     * @param node a schema as written
     * @param site where
     * @return the same without references
     */
    Json Fold(const Json& node, const SchemaSite& site)
    {
        if (site.depth == MAX_DEPTH)
        {
            Refuse(site, "references lead back to themselves");
            return Json::object();
        }
        if (!CheckWords(node, SchemaVocabulary::SCHEMA, site.file, site.path, m_problems))
        {
            return Json::object();
        }
        if (node.contains("$ref"))
        {
            return FoldReference(node, site);
        }
        auto folded = FoldKeywords(node, site);
        FoldAllOf(folded, node.value("allOf", Json::array()), site);
        if (node.contains("absent") && folded.contains("description"))
        {
            folded["description"] = folded["description"].get<std::string>() +
                                    DescribeAbsence(node["absent"].get<std::string>());
        }
        if (node.contains("kinds"))
        {
            FoldKinds(folded, node["kinds"], site.Below("kinds"));
        }
        CheckNode(folded, site, m_problems);
        return folded;
    }

    /**
     * @param node a schema with a reference
     * @param site where
     * @return the schema that is meant
     */
    Json FoldReference(const Json& node, const SchemaSite& site)
    {
        static const std::string START = "#/definitions/";
        const auto reference = node["$ref"].get<std::string>();
        const auto name = reference.substr(std::min(START.size(), reference.size()));
        const bool own = site.definitions.contains(name);
        if (node.size() > 1)
        {
            Refuse(site, "a $ref stands alone; allowed: {\"allOf\": [{\"$ref\": ...}], ...}");
        }
        else if (reference.rfind(START, 0) != 0 || !(own || m_definitions.contains(name)))
        {
            Refuse(site, "there is no " + reference);
        }
        else
        {
            const auto& file = own ? site.file : m_base.name;
            const auto& definitions = own ? site.definitions : m_definitions;
            return Fold(definitions[name],
                        {file, definitions, "definitions." + name, site.key, site.depth + 1});
        }
        return Json::object();
    }

    /**
     * @param node a schema without a reference
     * @param site where
     * @return its keywords, allOf and kinds aside
     */
    Json FoldKeywords(const Json& node, const SchemaSite& site)
    {
        Json folded = Json::object();
        for (const auto& item : node.items())
        {
            const auto& word = item.key();
            if (word == "properties")
            {
                folded[word] = FoldProperties(item.value(), site.Below(word));
            }
            else if (word == "items" || (word == "additionalProperties" && item.value() != false))
            {
                folded[word] = Fold(item.value(), site.Below(word, "*"));
            }
            else if (word == "enumOf")
            {
                folded["enum"] = GetNames(item.value().get<std::string>(), site.Below(word));
            }
            else if (word == "defaultByTransport")
            {
                folded[word] = GetDefaults(site.key);
            }
            else if (word != "allOf" && word != "kinds" && word != "definitions")
            {
                folded[word] = item.value();
            }
        }
        return folded;
    }

    /**
     * @param properties schemas by key
     * @param site where
     * @return the same without references
     */
    Json FoldProperties(const Json& properties, const SchemaSite& site)
    {
        Json folded = Json::object();
        for (const auto& item : properties.items())
        {
            folded[item.key()] = Fold(item.value(), site.Below(item.key(), item.key()));
        }
        return folded;
    }

    /**
     * @param [in,out] folded a schema without its allOf, receives what is in it
     * @param entries the allOf
     * @param site where the schema stands
     */
    void FoldAllOf(Json& folded, const Json& entries, const SchemaSite& site)
    {
        auto choices = Json::array();
        for (size_t i = 0; i < entries.size(); ++i)
        {
            const auto& entry = entries[i];
            const auto below = site.Below(AppendIndex("allOf", i));
            if (entry.contains("if"))
            {
                choices.push_back(
                    {{"if", entry["if"]}, {"then", FoldBranch(entry, "then", folded, below)}});
                if (entry.contains("else"))
                {
                    choices.back()["else"] = FoldBranch(entry, "else", folded, below);
                }
                continue;
            }
            const auto other = Fold(entry, below);
            if (other.contains("properties") || other.contains("allOf"))
            {
                Refuse(below, "only a schema without keys and choices can be refined");
            }
            Inherit(folded, other);
        }
        if (!choices.empty())
        {
            folded["allOf"] = choices;
        }
    }

    /**
     * @param entry a choice
     * @param branch then or else
     * @param around the schema with the choice
     * @param site where the choice stands
     * @return all that the schema says of a value for which the branch holds
     */
    Json FoldBranch(const Json& entry,
                    const char* branch,
                    const Json& around,
                    const SchemaSite& site)
    {
        auto folded = around;
        if (around.contains("properties") || around.contains("required"))
        {
            Refuse(site, "a schema with choices has no keys of its own");
        }
        Inherit(folded, Fold(entry[branch], site.Below(branch)));
        return folded;
    }

    /**
     * @param [in,out] folded a schema, receives what depends on the kind
     * @param spec its "kinds"
     * @param site where this stands
     */
    void FoldKinds(Json& folded, const Json& spec, const SchemaSite& site)
    {
        if (!CheckWords(spec, SchemaVocabulary::PLACE, site.file, site.path, m_problems))
        {
            return;
        }
        const auto first = spec.value("first", Json::object());
        const auto last = spec.value("last", Json::object());
        const auto by = spec.value("by", "");
        const auto of = spec.value("of", "");
        if (!first.contains(by) || folded.contains("properties") || folded.contains("allOf"))
        {
            Refuse(site,
                   "the keys of a value with kinds are in \"first\", among them the one "
                   "that \"by\" names, and \"last\"");
            return;
        }
        Json common{{"by", by},
                    {"required", spec.value("required", Json::array())},
                    {"first", FoldProperties(first, site.Below("first"))},
                    {"last", FoldProperties(last, site.Below("last"))}};
        auto choices = Json::array();
        Json choice{{"description", ""}, {"type", "string"}};
        choice["enum"] = GetNames(of, site);
        std::string description;
        for (const auto& kind : m_kinds.count(of) > 0 ? m_kinds.at(of) : std::vector<SchemaKind>())
        {
            description += (description.empty() ? "" : " ") + kind.name + ": " + kind.description;
            choices.push_back(
                {{"if", MakeCondition(by, kind.name)}, {"then", FoldKind(kind, common, site)}});
        }
        choice["description"] = description;
        folded["required"] = Json::array({by});
        folded["properties"][by] = choice;
        folded["allOf"] = choices;
    }

    /**
     * @param common what all of its family have: by, required, first, last
     * @param around where the family stands
     * @return all about a value of this kind
     */
    Json FoldKind(const SchemaKind& kind, const Json& common, const SchemaSite& around)
    {
        const SchemaSite site{kind.file,
                              kind.definitions,
                              "properties",
                              around.key,
                              around.depth + 1};
        auto properties = common["first"];
        properties[common["by"].get<std::string>()] = {{"description", kind.description},
                                                       {"type", "string"},
                                                       {"enum", Json::array({kind.name})}};
        KeyLimits limits; // keys that are not always there
        for (const auto& item : kind.properties.items())
        {
            const auto below = site.Below(item.key(), item.key());
            if (properties.contains(item.key()) || common["last"].contains(item.key()))
            {
                Refuse(below, "all kinds have this key");
            }
            auto node = item.value();
            if (node.is_object() && node.contains("onlyWith"))
            {
                limits[item.key()] = node["onlyWith"];
                node.erase("onlyWith");
            }
            properties[item.key()] = Fold(node, below);
        }
        properties.update(common["last"]);
        auto required = Json::array({common["by"]});
        for (const auto* const keys : {&common["required"], &kind.required})
        {
            required.insert(required.end(), keys->begin(), keys->end());
        }
        return limits.empty() ? CloseObject(properties, required, site, m_problems)
                              : SplitObject(properties, required, limits, site, m_problems);
    }

    /**
     * @param family a family of kinds
     * @param site where it is named
     * @return the names of its kinds
     */
    Json GetNames(const std::string& family, const SchemaSite& site)
    {
        auto names = Json::array();
        const auto kinds = m_kinds.find(family);
        if (kinds == m_kinds.end() || kinds->second.empty())
        {
            Refuse(site, "there are no kinds of \"" + family + "\"");
            return names;
        }
        m_families.insert(family);
        for (const auto& kind : kinds->second)
        {
            names.push_back(kind.name);
        }
        return names;
    }

    /**
     * @param key path of a key in a scenario
     * @return its default by transport
     */
    Json GetDefaults(const std::string& key)
    {
        Json defaults = Json::object();
        const auto transports = m_kinds.find("transports");
        for (const auto& kind :
             transports == m_kinds.end() ? std::vector<SchemaKind>() : transports->second)
        {
            if (kind.defaults.contains(key))
            {
                defaults[kind.name] = kind.defaults[key];
            }
            else
            {
                m_problems.push_back({kind.file + ": defaults",
                                      key + " is missing, whose default depends on the transport"});
            }
        }
        m_defaults.insert(key);
        return defaults;
    }

    /** Kinds that have no place. */
    void CheckFamilies()
    {
        for (const auto& [family, kinds] : m_kinds)
        {
            if (m_families.count(family) == 0)
            {
                m_problems.push_back({m_base.name, "has no place for kinds of \"" + family + "\""});
            }
        }
    }

    /** Defaults that nobody asks for. */
    void CheckDefaults()
    {
        for (const auto& [family, kinds] : m_kinds)
        {
            for (const auto& kind : kinds)
            {
                for (const auto& item : kind.defaults.items())
                {
                    if (family != "transports" || m_defaults.count(item.key()) == 0)
                    {
                        m_problems.push_back({kind.file + ": defaults",
                                              item.key() + " has no default that depends on it"});
                    }
                }
            }
        }
    }

    const SchemaFile& m_base;         ///< the schema without kinds
    const Json m_definitions;         ///< what it refers to
    const SchemaKinds& m_kinds;       ///< the kinds
    Problems& m_problems;             ///< mistakes so far
    std::set<std::string> m_families; ///< families that have a place
    std::set<std::string> m_defaults; ///< keys whose default depends on the transport
};

} // namespace

Problems
AssembleSchema(const SchemaFile& base, const SchemaFiles& files, Json& schema)
{
    Problems problems;
    const auto kinds = ReadSchemaKinds(files, problems);
    if (problems.empty())
    {
        schema = Assembler(base, kinds, problems).Run();
    }
    return problems;
}

} // namespace mrcsim
