/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef KEY_SET_H
#define KEY_SET_H

#include "document/json-path.h"
#include "document/problem.h"

#include "ns3/rdma-tick.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

/**
 * @file
 * mrcsim::KeySet: the keys of an object in a document, each declared once, next to the member that
 * it fills.
 */

namespace ns3
{
class FabricNetwork;
} // namespace ns3

namespace mrcsim
{

class KeyReading;
struct KeyEntry;
struct KeyObject;
struct KeyType;
struct KeyWord;

/// Allowed values of a key. Each key has its own copy, which may be refined.
using KeyTypePtr = std::shared_ptr<KeyType>;

/// Base of every struct and class that declares keys and receives their values. It is virtual, so
/// that dynamic_cast detects keys that are read into the wrong class.
struct KeyOwner
{
    virtual ~KeyOwner() = default;
};

/// A constant of a declaration: a bound or a default.
using KeyConstant = std::variant<bool, int64_t, double, std::string>;

/**
 * Completes the declaration of a key. Every method returns the same object, for chaining.
 *
 * A missing key has its default value; without a default, the key is required, or optional with a
 * meaning given by Absent. Numbers without a unit in the document are ns, B and bit/s.
 */
class Key
{
  public:
    /** @param entry the key; outlives this */
    explicit Key(KeyEntry& entry)
        : m_entry(entry)
    {
    }

    /** @param text meaning of the key: one or more sentences */
    Key Help(const char* text);
    /** The key is required. */
    Key Required();
    /** @param text meaning of its absence, which is allowed; without a full stop */
    Key Absent(const char* text);
    /** @param value the default */
    Key Default(const KeyConstant& value);
    /** @param words the default of a list of words */
    Key DefaultList(const std::vector<std::string>& words);
    /** @param text the default, as JSON: a list or an object */
    Key DefaultJson(const char* text);
    /** @param key another key, declared before, whose value is the default */
    Key DefaultFrom(const char* key);
    /** @param values the default by transport.type */
    Key DefaultByTransport(std::vector<std::pair<std::string, KeyConstant>> values);

    /** @param type type of the value, instead of the member's type */
    Key Type(KeyTypePtr type);
    /** The value is a size: with a unit, or B. */
    Key Bytes();
    /** The value is a rate: with a unit, or bit/s. */
    Key Rate();
    /** @param unit the only unit of the number */
    Key Unit(const char* unit);
    /**
     * @param least smallest allowed value
     * @param most largest allowed value
     */
    Key Range(const KeyConstant& least, const KeyConstant& most);
    /** @param least smallest allowed value */
    Key AtLeast(const KeyConstant& least);
    /** @param least exclusive lower bound */
    Key Above(const KeyConstant& least);
    /** @param values the only allowed numbers */
    Key Values(std::initializer_list<int64_t> values);
    /** @param words the only allowed strings; for a list, its only allowed entries */
    Key Words(std::vector<std::string> words);
    /** @param pattern a POSIX extended regular expression that strings must match */
    Key Pattern(const char* pattern);
    /** The value is a name, as of documents and jobs. */
    Key Name();
    /** @param text description of allowed values, if types, bounds and words are not sufficient */
    Key Title(const char* text);
    /**
     * @param least least number of entries of a list
     * @param most largest number; 0: no limit
     */
    Key Length(size_t least, size_t most = 0);

    /**
     * @param name name of the ns-3 attribute that the key sets; its initial value is the default,
     * and its words or bounds are those of the key, unless the key has bounds already
     */
    Key Attribute(const char* name);
    /**
     * @param name name of the attribute
     * @param words words that stand for values of the attribute
     */
    Key Attribute(const char* name, std::vector<KeyWord> words);
    /** In addition to its words, the value may be the name of a class: ns3::NAME. */
    Key AnyClass();
    /**
     * @param key if this key of the same object is absent, no attribute is set and gives a default
     */
    Key AttributeOnlyWith(const char* key);

    /** @param key another key that is required with this one */
    Key Needs(const char* key);
    /**
     * The key exists for one value of another key only.
     * @param key the other key, which has a default
     * @param value its value
     */
    Key OnlyWith(const char* key, const KeyConstant& value);

  private:
    KeyEntry& m_entry; ///< the key
};

/**
 * The keys of an object, declared once, in the order of documents. Check, completion and reading of
 * documents (key-document.h) and their reference (key-list.h) derive from the declarations.
 */
class KeySet
{
  public:
    KeySet();

    /**
     * Declare a key that fills a member.
     * @param name of the key
     * @param member of the owner
     * @return the key, to be completed
     */
    template <typename Owner, typename Member>
    Key Add(const char* name, Member Owner::*member);

    /**
     * Declare a key that fills a member of a part of its owner.
     * @param name of the key
     * @param part of the owner
     * @param member of the part
     * @return the key, to be completed
     */
    template <typename Owner, typename Part, typename Base, typename Member>
    Key Add(const char* name, Part Owner::*part, Member Base::*member);

    /**
     * Declare a key that fills a part of its owner.
     * @tparam Owner class that receives the keys
     * @param name of the key
     * @param access returns the part of an owner, by reference
     * @return the key, to be completed
     */
    template <typename Owner, typename Access>
    Key AddPart(const char* name, Access access);

    /// Reads a value into a member of an owner.
    using Reader = std::function<void(KeyOwner& owner, const KeyReading& reading)>;

    /**
     * Declare a key with its own reader.
     * @param name of the key
     * @param type of its value
     * @param reader reads the value; empty: the value is only in the document
     * @return the key, to be completed
     */
    Key AddRead(const char* name, KeyTypePtr type, Reader reader);

    /**
     * Declare a key that sets an ns-3 attribute and nothing else; its type is the attribute's.
     * @param name of the key
     * @param attribute full name of the attribute
     * @return the key, to be completed
     */
    Key AddAttribute(const char* name, const char* attribute);

    /**
     * @param name of the key
     * @param attribute full name of the attribute
     * @param words that stand for values of the attribute; the only allowed words if it is an
     * enumeration, a class or a string
     */
    Key AddAttribute(const char* name, const char* attribute, std::vector<KeyWord> words);

    /** @param name name of a key whose value, a string, is only in the document */
    Key AddNote(const char* name);

    /**
     * Declare an object whose keys fill the same owner.
     * @param name of the key
     * @param declare declares the keys of the object
     * @return the key, to be completed
     */
    Key AddGroup(const char* name, void (*declare)(KeySet&));

    /**
     * @param text description of an object with these keys, for messages: "a link such as {...}"
     */
    void Title(const char* text);

    /** Insert the keys of the kind after those declared so far. */
    void PutKindKeysHere();

    /**
     * Declare a kind of object, which has its own keys in addition to those of all kinds.
     * @param by key that names the kind, already declared
     * @param name of the kind
     * @param description a sentence
     * @param keys its own keys
     * @param read reads an object of this kind; creates the object that receives the kind's own
     * keys
     */
    void AddKind(const char* by,
                 const std::string& name,
                 const std::string& description,
                 const KeySet& keys,
                 Reader read);

    /**
     * Declare a form of object, which has these keys only. Of several forms, the one whose key is
     * present applies; if none is, the last one.
     * @param by key of the form
     * @param declare declares the keys of the form
     */
    void AddForm(const char* by, void (*declare)(KeySet&));

    /** @return the declarations as data */
    const std::shared_ptr<KeyObject>& Get() const
    {
        return m_object;
    }

  private:
    std::shared_ptr<KeyObject> m_object; ///< the keys
};

/**
 * A value being read, with its position in the document.
 */
class KeyReading
{
  public:
    virtual ~KeyReading() = default;

    /** @return the value */
    virtual const Json& Get() const = 0;

    /** @return its path */
    virtual std::string GetPath() const = 0;

    /** @return list that receives its problems */
    virtual Problems& GetProblems() const = 0;

    /** @return the network that references to hosts, switches and links refer to; null: none */
    virtual const ns3::FabricNetwork* FindNetwork() const = 0;

    /** @return the network, which must exist */
    const ns3::FabricNetwork& GetNetwork() const
    {
        return *FindNetwork();
    }

    /** @return true if it is a word such as "auto" in place of a number or a quantity */
    virtual bool IsWord() const = 0;

    /** @return a time, ps, a size, B, or a rate, bit/s; nothing for a word such as "auto" */
    virtual std::optional<int64_t> GetQuantity() const = 0;

    /** @return number of entries of a list */
    virtual size_t GetSize() const = 0;

    /**
     * @param index index of an entry
     * @param read receives the entry
     */
    virtual void ReadEntry(size_t index,
                           const std::function<void(const KeyReading&)>& read) const = 0;

    /** @param owner receives the keys of this object */
    virtual void ReadObject(KeyOwner& owner) const = 0;

    /**
     * @param owner receives the own keys of this object's kind
     */
    virtual void ReadKind(KeyOwner& owner) const = 0;
};

/** @return its type: true or false */
KeyTypePtr GetKeyType(const bool*);
/** @return its type: a whole number of at least 0, unless a quantity is declared */
KeyTypePtr GetKeyType(const uint32_t*);
/** @return its type: a whole number of at least 0, unless a quantity is declared */
KeyTypePtr GetKeyType(const uint64_t*);
/** @return its type: a number */
KeyTypePtr GetKeyType(const double*);
/** @return its type: a string */
KeyTypePtr GetKeyType(const std::string*);
/** @return its type: a time */
KeyTypePtr GetKeyType(const ns3::RdmaTick*);
/** @return type of the version of a format: 1 */
KeyTypePtr MakeVersionType();
/** @return type of a list */
KeyTypePtr MakeListType(KeyTypePtr entry);
/** @return type of an object */
KeyTypePtr MakeObjectType(const KeySet& keys);

/** @param [out] value receives the value */
void ReadKey(const KeyReading& reading, bool& value);
/** @param [out] value receives the value */
void ReadKey(const KeyReading& reading, uint32_t& value);
/** @param [out] value receives the value */
void ReadKey(const KeyReading& reading, uint64_t& value);
/** @param [out] value receives the value */
void ReadKey(const KeyReading& reading, double& value);
/** @param [out] value receives the value */
void ReadKey(const KeyReading& reading, std::string& value);
/** @param [out] value receives the value */
void ReadKey(const KeyReading& reading, ns3::RdmaTick& value);

/** @return the keys of a class, which declares them in a static function DeclareKeys */
template <typename T>
const KeySet&
GetKeys()
{
    static const KeySet KEYS = [] {
        KeySet keys;
        T::DeclareKeys(keys);
        return keys;
    }();
    return KEYS;
}

/** @return type of an object with keys */
template <typename T, std::enable_if_t<std::is_base_of_v<KeyOwner, T>, int> = 0>
KeyTypePtr
GetKeyType(const T*)
{
    return MakeObjectType(GetKeys<T>());
}

/** @param [out] value receives the value */
template <typename T, std::enable_if_t<std::is_base_of_v<KeyOwner, T>, int> = 0>
void
ReadKey(const KeyReading& reading, T& value)
{
    reading.ReadObject(value);
}

/** @return type of a value that may be absent */
template <typename T>
KeyTypePtr
GetKeyType(const std::optional<T>*)
{
    return GetKeyType(static_cast<const T*>(nullptr));
}

/** @param [out] value receives the value; stays empty for a word such as "auto" */
template <typename T>
void
ReadKey(const KeyReading& reading, std::optional<T>& value)
{
    value.reset();
    if (!reading.IsWord())
    {
        ReadKey(reading, value.emplace());
    }
}

/** @return type of a list */
template <typename T>
KeyTypePtr
GetKeyType(const std::vector<T>*)
{
    return MakeListType(GetKeyType(static_cast<const T*>(nullptr)));
}

/** @param [out] list receives the value */
template <typename T>
void
ReadKey(const KeyReading& reading, std::vector<T>& list)
{
    list.resize(reading.GetSize());
    for (size_t i = 0; i < list.size(); ++i)
    {
        reading.ReadEntry(i, [&](const KeyReading& entry) { ReadKey(entry, list[i]); });
    }
}

template <typename Owner, typename Member>
Key
KeySet::Add(const char* name, Member Owner::*member)
{
    return AddPart<Owner>(name, [member](Owner& owner) -> Member& { return owner.*member; });
}

template <typename Owner, typename Part, typename Base, typename Member>
Key
KeySet::Add(const char* name, Part Owner::*part, Member Base::*member)
{
    return AddPart<Owner>(name, [=](Owner& owner) -> Member& { return owner.*part.*member; });
}

template <typename Owner, typename Access>
Key
KeySet::AddPart(const char* name, Access access)
{
    using Member = std::remove_reference_t<decltype(access(std::declval<Owner&>()))>;
    return AddRead(name,
                   GetKeyType(static_cast<const Member*>(nullptr)),
                   [access](KeyOwner& owner, const KeyReading& reading) {
                       ReadKey(reading, access(dynamic_cast<Owner&>(owner)));
                   });
}

} // namespace mrcsim

#endif // KEY_SET_H
