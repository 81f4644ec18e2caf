/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef KIND_REGISTRY_H
#define KIND_REGISTRY_H

#include "keys/key-set.h"

#include "ns3/abort.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

/**
 * @file
 * mrcsim::Kind: a registered kind of topology, transport, job or fault.
 */

namespace mrcsim
{

/**
 * A kind of topology, transport, job or fault. A static object of this class in the source file of
 * the kind registers it; there is no other list of kinds.
 *
 * @tparam Base base class of these kinds, a KeyOwner; a kind is a class derived from it that has a
 * default constructor and declares its own keys in a static function DeclareKeys
 */
template <typename Base>
class Kind
{
  public:
    /**
     * @tparam T class of the kind
     * @param name its name in scenarios; aborts if another kind has this name
     * @param order position in lists, which are sorted by this number, then by name
     * @param description a sentence
     * @return the kind, which is now registered
     */
    template <typename T>
    static Kind Make(const char* name, int order, const char* description)
    {
        const Kind kind{name, order, description, &T::DeclareKeys, [] {
                            return std::static_pointer_cast<Base>(std::make_shared<T>());
                        }};
        NS_ABORT_MSG_IF(std::any_of(All().begin(),
                                    All().end(),
                                    [&](const Kind& other) { return other.name == kind.name; }),
                        "two kinds are called " << name);
        All().push_back(kind);
        return kind;
    }

    /** @return all kinds, in the order of lists */
    static std::vector<Kind> List()
    {
        auto kinds = All();
        std::sort(kinds.begin(), kinds.end(), [](const Kind& a, const Kind& b) {
            return std::tie(a.order, a.name) < std::tie(b.order, b.name);
        });
        return kinds;
    }

    /**
     * @param trait trait that they must have; null: none
     * @return the names of these kinds, in the order of lists
     */
    static std::vector<std::string> ListNames(bool (Base::*trait)() const = nullptr)
    {
        std::vector<std::string> names;
        for (const auto& kind : List())
        {
            if (!trait || (*kind.make().*trait)())
            {
                names.push_back(kind.name);
            }
        }
        return names;
    }

    /**
     * @param name of a kind; aborts if it does not exist
     * @return a new object of the kind, before its keys are read
     */
    static std::shared_ptr<Base> New(const std::string& name)
    {
        const auto kind = std::find_if(All().begin(), All().end(), [&name](const Kind& other) {
            return other.name == name;
        });
        NS_ABORT_MSG_IF(kind == All().end(), "no kind is called " << name);
        return kind->make();
    }

    std::string name;                            ///< name in scenarios
    int order;                                   ///< position in lists
    std::string description;                     ///< a sentence
    void (*declare)(KeySet&);                    ///< declares its own keys
    std::function<std::shared_ptr<Base>()> make; ///< makes an object of it

  private:
    /** @return the kinds; a function, because static objects register them before main */
    static std::vector<Kind>& All()
    {
        static std::vector<Kind> all;
        return all;
    }

    /** Use Make. */
    Kind(const char* kind,
         int place,
         const char* sentence,
         void (*declareKeys)(KeySet&),
         std::function<std::shared_ptr<Base>()> makeOne)
        : name(kind),
          order(place),
          description(sentence),
          declare(declareKeys),
          make(std::move(makeOne))
    {
    }
};

/**
 * Declare the kinds of an object: one of its keys names the kind, and the object also has the keys
 * of this kind.
 *
 * @tparam Base base class of the kinds
 * @param keys keys of the object, including the key that names the kind
 * @param by the key that names the kind
 * @param member of the owner that receives the object of the kind
 * @param complete is called with the owner and the object after the keys of the object are read;
 * may be null
 */
template <typename Owner, typename Base>
void
AddKinds(KeySet& keys,
         const char* by,
         std::shared_ptr<const Base> Owner::*member,
         void (*complete)(Owner& owner, Base& made, const KeyReading& object) = nullptr)
{
    for (const auto& kind : Kind<Base>::List())
    {
        KeySet own;
        kind.declare(own);
        keys.AddKind(
            by,
            kind.name,
            kind.description,
            own,
            [member, complete, make = kind.make](KeyOwner& keyOwner, const KeyReading& object) {
                auto& owner = dynamic_cast<Owner&>(keyOwner);
                const auto made = make();
                object.ReadKind(*made);
                if (complete)
                {
                    complete(owner, *made, object);
                }
                owner.*member = made;
            });
    }
}

} // namespace mrcsim

#endif // KIND_REGISTRY_H
