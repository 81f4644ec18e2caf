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
 * mrcsim::KeySet: the keys of an object in a document, each declared once, beside the member that
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

/// What a value may be. The type of a key is its own and may be refined.
using KeyTypePtr = std::shared_ptr<KeyType>;

/// What keys are read into: the base of every struct and class that declares keys. It is virtual,
/// so that keys that are read into another one than they were declared for are noticed.
struct KeyOwner
{
    virtual ~KeyOwner() = default;
};

/// A constant of a declaration: a bound or a default.
using KeyConstant = std::variant<bool, int64_t, double, std::string>;

/**
 * Completes the declaration of a key. Every method returns the same object, for the next one.
 *
 * A key that is not there takes its default; without one it is required, or optional, and then
 * Absent says what that means. Numbers without a unit in the document are ns, B and bit/s.
 */
class Key
{
  public:
    /** @param entry the key; outlives this */
    explicit Key(KeyEntry& entry)
        : m_entry(entry)
    {
    }

    /** @param text what the key means: one or more sentences */
    Key Help(const char* text);
    /** The key must be there. */
    Key Required();
    /** @param text the key may be absent; what that means, without a full stop */
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

    /** @param type of the value, in place of that of the member */
    Key Type(KeyTypePtr type);
    /** The value is a size: with a unit, or B. */
    Key Bytes();
    /** The value is a rate: with a unit, or bit/s. */
    Key Rate();
    /** @param unit of the number, which has no other */
    Key Unit(const char* unit);
    /**
     * @param least smallest value that is allowed
     * @param most largest one
     */
    Key Range(const KeyConstant& least, const KeyConstant& most);
    /** @param least smallest value that is allowed */
    Key AtLeast(const KeyConstant& least);
    /** @param least largest value that is not allowed any more */
    Key Above(const KeyConstant& least);
    /** @param values the only numbers that are allowed */
    Key Values(std::initializer_list<int64_t> values);
    /** @param words the only strings that are allowed; of a list, as its entries */
    Key Words(std::vector<std::string> words);
    /** @param pattern an extended regular expression of POSIX that strings match */
    Key Pattern(const char* pattern);
    /** The value is a name, such as documents and jobs have. */
    Key Name();
    /** @param text what is allowed, where types, bounds and words do not tell */
    Key Title(const char* text);
    /**
     * @param least entries of a list
     * @param most entries; 0: as many as there are
     */
    Key Length(size_t least, size_t most = 0);

    /** @param name of the ns-3 attribute that the key sets, whose initial value is the default */
    Key Attribute(const char* name);
    /**
     * @param name see above
     * @param words words that stand for values of the attribute
     */
    Key Attribute(const char* name, std::vector<KeyWord> words);
    /** Besides its words, the value may be the name of a class: ns3::NAME. */
    Key AnyClass();
    /** @param key without this one beside it there is no attribute, and no default from it */
    Key AttributeOnlyWith(const char* key);

    /** @param key another one that must be there if this one is */
    Key Needs(const char* key);
    /**
     * There is such a key for one value of another one alone.
     * @param key the other one, which has a default
     * @param value its value
     */
    Key OnlyWith(const char* key, const KeyConstant& value);

  private:
    KeyEntry& m_entry; ///< the key
};

/**
 * The keys of an object. They are declared once, in the order in which documents show them, and
 * from the declarations documents are checked, completed and read (key-document.h), and told about
 * (key-list.h).
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
     * @tparam Owner what the keys are read into
     * @param name of the key
     * @param access returns the part of an owner, by reference
     * @return the key, to be completed
     */
    template <typename Owner, typename Access>
    Key AddPart(const char* name, Access access);

    /// Reads a value into its place in an owner.
    using Reader = std::function<void(KeyOwner& owner, const KeyReading& reading)>;

    /**
     * Declare a key that is read in a way of its own.
     * @param name of the key
     * @param type of its value
     * @param reader reads it; empty: it is only kept in the document
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
     * @param words that stand for values of the attribute; if it is an enumeration, a class or a
     *        string, its only ones
     */
    Key AddAttribute(const char* name, const char* attribute, std::vector<KeyWord> words);

    /** @param name of a key whose value, a string, is only kept in the document */
    Key AddNote(const char* name);

    /**
     * Declare an object whose keys fill the same owner.
     * @param name of the key
     * @param declare declares the keys of the object
     * @return the key, to be completed
     */
    Key AddGroup(const char* name, void (*declare)(KeySet&));

    /** @param text what an object of these keys is, for messages: "a link such as {...}" */
    void Title(const char* text);

    /** The keys of the kind stand here: behind those declared so far, before those that follow. */
    void PutKindKeysHere();

    /**
     * A kind of object: one with the keys of all kinds, and some of its own.
     * @param by key that names the kind; it has been declared
     * @param name of the kind
     * @param description a sentence
     * @param keys its own keys
     * @param read reads an object of this kind; it makes what the own keys are read into
     */
    void AddKind(const char* by,
                 const std::string& name,
                 const std::string& description,
                 const KeySet& keys,
                 Reader read);

    /**
     * A form of object: these keys alone. Of several forms that one holds whose key is there; the
     * last one declared, if none is.
     * @param by the key
     * @param declare declares the keys of the form
     */
    void AddForm(const char* by, void (*declare)(KeySet&));

    /** @return the same as data */
    const std::shared_ptr<KeyObject>& Get() const
    {
        return m_object;
    }

  private:
    std::shared_ptr<KeyObject> m_object; ///< the keys
};

/**
 * A value that is read, and its place in the document.
 */
class KeyReading
{
  public:
    virtual ~KeyReading() = default;

    /** @return the value */
    virtual const Json& Get() const = 0;

    /** @return where it is written */
    virtual std::string GetPath() const = 0;

    /** @return receives the problems with it */
    virtual Problems& GetProblems() const = 0;

    /** @return the network that names of hosts, switches and links refer to; null: there is none */
    virtual const ns3::FabricNetwork* FindNetwork() const = 0;

    /** @return the same where there is one */
    const ns3::FabricNetwork& GetNetwork() const
    {
        return *FindNetwork();
    }

    /** @return true if it is a word such as "auto" in place of a number or a quantity */
    virtual bool IsWord() const = 0;

    /** @return a time, ps, a size, B, or a rate, bit/s; nothing of a word such as "auto" */
    virtual std::optional<int64_t> GetQuantity() const = 0;

    /** @return entries, if it is a list */
    virtual size_t GetSize() const = 0;

    /**
     * @param index of an entry
     * @param read receives it
     */
    virtual void ReadEntry(size_t index,
                           const std::function<void(const KeyReading&)>& read) const = 0;

    /** @param owner receives the keys of the object that it is */
    virtual void ReadObject(KeyOwner& owner) const = 0;

    /**
     * @param owner receives the own keys of the kind of the object that it is
     */
    virtual void ReadKind(KeyOwner& owner) const = 0;
};

/** @return its type: true or false */
KeyTypePtr GetKeyType(const bool*);
/** @return its type: a whole number from 0 on, unless a quantity is declared */
KeyTypePtr GetKeyType(const uint32_t*);
/** @return its type: a whole number from 0 on, unless a quantity is declared */
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

/** @return the keys of objects of a class, which declares them in a static function DeclareKeys */
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

/** @param [out] value receives the value; stays empty if that is a word such as "auto" */
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
