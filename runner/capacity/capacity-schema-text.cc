/*
 * Copyright (c) 2026 The MRC test bench authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "capacity-schema-text.h"

// clang-format off
const char* const mrcsim::CAPACITY_SCHEMA_TEXT = R"json({
  "title": "a capacity document: an object with at least schema, name, network and parameters",
  "description": "One network: what it is made of, what that takes and costs, and what faults leave of its capacity (docs/capacity.md).",
  "type": "object",
  "required": ["schema", "name", "network", "parameters"],
  "additionalProperties": false,
  "properties": {
    "$schema": {"description": "Where an editor finds a JSON Schema. Nothing else reads it.", "type": "string"},
    "schema": {"description": "Version of this format.", "type": "integer", "enum": [1]},
    "version": {
      "description": "Version of the test bench that wrote a config.json.",
      "type": "string"
    },
    "ns3Version": {
      "description": "Version of ns-3 that a config.json was made with.",
      "type": "string"
    },
    "name": {
      "title": "a name of letters, digits, '.', '_' and '-', starting with a letter or digit",
      "description": "Name of the document.",
      "type": "string",
      "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]*$"
    },
    "seed": {
      "description": "Which draws of faults and traffic.",
      "type": "integer",
      "minimum": 1,
      "maximum": 2147483647,
      "default": 1
    },
    "network": {
      "title": "a network such as {\"nics\": 1024, \"planes\": 8}",
      "description": "A Clos network of full bisection, all of whose ports have one rate.",
      "type": "object",
      "required": ["nics", "planes"],
      "additionalProperties": false,
      "properties": {
        "nics": {"description": "NICs.", "type": "integer", "minimum": 2, "maximum": 1048576},
        "planes": {
          "description": "Disjoint networks, in each of which a NIC has a port.",
          "type": "integer",
          "minimum": 1,
          "maximum": 8
        },
        "tiers": {
          "title": "\"auto\" or a whole number from 2 to 4",
          "description": "Tiers of switches; auto: as few as link so many NICs.",
          "type": ["string", "integer"],
          "pattern": "^auto$",
          "minimum": 2,
          "maximum": 4,
          "default": "auto"
        },
        "nicRate": {
          "description": "Rate of a NIC, all its ports together.",
          "allOf": [{"$ref": "#/definitions/rate"}],
          "exclusiveMinimum": 0,
          "default": "800Gbps"
        },
        "switchRate": {
          "description": "Rate of a switch, all its ports together.",
          "allOf": [{"$ref": "#/definitions/rate"}],
          "exclusiveMinimum": 0,
          "default": "51.2Tbps"
        },
        "nicLinks": {
          "description": "What links NICs to T0s. All other links are optical.",
          "type": "string",
          "enum": ["optical", "copper"],
          "default": "optical"
        }
      }
    },
    "faults": {
      "description": "What has failed.",
      "type": "object",
      "additionalProperties": false,
      "default": {},
      "properties": {
        "fabricLinks": {
          "description": "Part of all links between switches, 0..1.",
          "allOf": [{"$ref": "#/definitions/part"}],
          "default": 0
        },
        "nicLinks": {
          "description": "Part of all links between NICs and T0s, 0..1.",
          "allOf": [{"$ref": "#/definitions/part"}],
          "default": 0
        },
        "switches": {
          "description": "Part of all switches of all tiers, 0..1.",
          "allOf": [{"$ref": "#/definitions/part"}],
          "default": 0
        },
        "one": {
          "description": "One more thing that has failed: a link from a T0 upwards, a link of a NIC, a T0 or a T1.",
          "type": "string",
          "enum": ["none", "fabric-link", "nic-link", "t0", "t1"],
          "default": "none"
        }
      }
    },
    "traffic": {
      "description": "How capacity is measured.",
      "type": "object",
      "additionalProperties": false,
      "default": {},
      "properties": {
        "pattern": {
          "description": "uniform: each NIC sends to all others. permutation: each to one.",
          "type": "string",
          "enum": ["uniform", "permutation"],
          "default": "uniform"
        },
        "peers": {
          "description": "uniform: NICs to which each one sends if there are more; they are drawn at random.",
          "type": "integer",
          "minimum": 1,
          "maximum": 4096,
          "default": 8
        }
      }
    },
    "parameters": {
      "title": "an object with the key file, or with all parameters",
      "description": "What parts take, cost and delay. The key file names a JSON file that has what is not here.",
      "type": "object",
      "required": [
        "switchPower",
        "switchPrice",
        "switchLatency",
        "opticRate",
        "opticPower",
        "opticPrice",
        "fiberPrice",
        "shufflePrice",
        "copperPower",
        "copperPrice",
        "cableDelay",
        "nicCable",
        "t1Cable",
        "t2Cable",
        "t3Cable",
        "frameBytes"
      ],
      "additionalProperties": false,
      "properties": {
        "switchPower": {"$ref": "#/definitions/parameter"},
        "switchPrice": {"$ref": "#/definitions/parameter"},
        "switchLatency": {"$ref": "#/definitions/parameter"},
        "opticRate": {"$ref": "#/definitions/parameter"},
        "opticPower": {"$ref": "#/definitions/parameter"},
        "opticPrice": {"$ref": "#/definitions/parameter"},
        "fiberPrice": {"$ref": "#/definitions/parameter"},
        "shufflePrice": {"$ref": "#/definitions/parameter"},
        "copperPower": {"$ref": "#/definitions/parameter"},
        "copperPrice": {"$ref": "#/definitions/parameter"},
        "cableDelay": {"$ref": "#/definitions/parameter"},
        "nicCable": {"$ref": "#/definitions/parameter"},
        "t1Cable": {"$ref": "#/definitions/parameter"},
        "t2Cable": {"$ref": "#/definitions/parameter"},
        "t3Cable": {"$ref": "#/definitions/parameter"},
        "frameBytes": {"$ref": "#/definitions/parameter"}
      }
    }
  },
  "definitions": {
    "rate": {
      "title": "a rate such as \"100Gbps\" (units bps, kbps, Mbps, Gbps, Tbps), or a whole number of bit/s",
      "type": ["string", "integer"],
      "pattern": "^[+-]?[0-9]+([.][0-9]+)? ?[kKMGT]?(bps|b/s)$",
      "minimum": 0,
      "quantity": "rate"
    },
    "part": {"type": "number", "minimum": 0, "maximum": 1},
    "parameter": {
      "title": "an object with value, unit and source",
      "type": "object",
      "required": ["value", "unit", "source"],
      "additionalProperties": false,
      "properties": {
        "value": {"type": "number", "minimum": 0},
        "unit": {"type": "string"},
        "source": {
          "title": "where the number is from: an address (\"https://...\"), or \"assumed: \" and why",
          "type": "string",
          "pattern": "^(https?://|assumed: )."
        },
        "note": {"type": "string"}
      }
    }
  }
}
)json";
// clang-format on
