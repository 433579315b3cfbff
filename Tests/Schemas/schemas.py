"""The schemas of docs/schemas: strict copies of them, and which of their properties have been seen."""

import json
import pathlib

from jsonschema import Draft202012Validator

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "docs" / "schemas"
# Keywords whose schemas describe the same value as the schema around them.
IN_PLACE = {"allOf", "anyOf", "oneOf", "if", "then", "else"}
# Keywords whose schemas describe parts of the value.
PARTS = {"properties", "patternProperties", "additionalProperties", "items"}


def load():
    """Returns the schemas by name."""
    suffix = ".schema.json"
    return {
        path.name.removesuffix(suffix): json.loads(path.read_text()) for path in sorted(FOLDER.glob(f"*{suffix}"))}


def children(keyword, value):
    """Returns the schemas in the value of a keyword."""
    if keyword in ("properties", "patternProperties", "$defs"):
        return list(value.values())
    if isinstance(value, list):
        return [item for item in value if isinstance(item, dict)]
    return [value] if isinstance(value, dict) else []


def strict(schema, closes=True):
    """Returns a copy that accepts no property that the schema does not describe.

    Only the outermost schema of each value is closed: schemas in `allOf` and the like, and definitions, know only some
    of the value's properties.
    """
    result = {}
    for keyword, value in schema.items():
        if keyword in ("properties", "patternProperties"):
            result[keyword] = {name: strict(part) for name, part in value.items()}
        elif keyword == "$defs":
            result[keyword] = {name: strict(part, closes=False) for name, part in value.items()}
        elif keyword in ("allOf", "anyOf", "oneOf"):
            result[keyword] = [strict(part, closes=False) for part in value]
        elif keyword in ("if", "then", "else"):
            result[keyword] = strict(value, closes=False)
        elif keyword == "additionalProperties" and "properties" in schema:
            result[keyword] = False
        elif keyword in ("items", "additionalProperties"):
            result[keyword] = strict(value)
        else:
            result[keyword] = value
    describes = {"properties", "patternProperties", "$ref", *IN_PLACE} & schema.keys()
    if closes and describes and "additionalProperties" not in schema:
        result["unevaluatedProperties"] = False
    return result


class Schema:
    """A schema, its strict copy, and its validators."""

    def __init__(self, name, schema):
        self.name, self.schema = name, schema
        self.published = Draft202012Validator(schema)
        self.strict = Draft202012Validator(strict(schema))

    def definition(self, reference):
        return reference.removeprefix("#/$defs/"), self.schema["$defs"][reference.removeprefix("#/$defs/")]

    def properties(self):
        """Returns the schema of each property by "DEFINITION.PROPERTY"."""
        found = {}

        def add(place, schema):
            for name, part in schema.get("properties", {}).items():
                found[f"{place}.{name}"] = part
                add(f"{place}.{name}", part)

        add(self.name, self.schema)
        for name, part in self.schema.get("$defs", {}).items():
            add(name, part)
        return found

    def enums(self):
        """Returns the values of all enumerations as "PLACE=VALUE"."""
        found = {f"{place}={value}" for place, part in self.properties().items() for value in part.get("enum", [])}
        for name, part in self.schema.get("$defs", {}).items():
            found |= {f"{name}={value}" for value in part.get("enum", [])}
        return found

    def see(self, value, seen):
        """Adds the properties and enumerated values that occur in a valid value to a set."""
        self._see(value, self.schema, self.name, seen)

    def _see(self, value, schema, place, seen):
        if "enum" in schema:
            seen.add(f"{place}={value}")
        if "$ref" in schema:
            name, definition = self.definition(schema["$ref"])
            self._see(value, definition, name, seen)
        for part in schema.get("allOf", []):
            self._see(value, part, place, seen)
        for part in schema.get("anyOf", []) + schema.get("oneOf", []):
            if self.published.evolve(schema=part).is_valid(value):
                self._see(value, part, place, seen)
        if "if" in schema:
            branch = "then" if self.published.evolve(schema=schema["if"]).is_valid(value) else "else"
            self._see(value, schema.get(branch, {}), place, seen)
        if isinstance(value, dict):
            for name, part in schema.get("properties", {}).items():
                if name in value:
                    seen.add(f"{place}.{name}")
                    self._see(value[name], part, f"{place}.{name}", seen)
        if isinstance(value, list) and "items" in schema:
            for item in value:
                self._see(item, schema["items"], place, seen)

    def faults(self):
        """Returns what is wrong with the schema itself, apart from what the metaschema finds."""
        faults = []
        if self.schema["$id"] != f"urn:frameit:schema:1:{self.name}":
            faults.append(f"{self.name}: $id is {self.schema['$id']}")
        for place, part in self.properties().items():
            target = self.definition(part["$ref"])[1] if "$ref" in part else {}
            if not part.get("description", target.get("description")):
                faults.append(f"{self.name}: {place} has no description")
            if not {"type", "const", "enum", "$ref", "anyOf"} & part.keys() and not place.endswith(".id"):
                faults.append(f"{self.name}: {place} has no type")
        for place, part in self.objects(self.schema, self.name):
            if part.get("additionalProperties") is False or "unevaluatedProperties" in part:
                faults.append(f"{self.name}: {place} refuses unknown properties")
        return faults

    def objects(self, schema, place):
        """Returns all schemas in a schema, with their places."""
        found = [(place, schema)]
        for keyword in schema.keys() & (IN_PLACE | PARTS | {"$defs", "not"}):
            for index, part in enumerate(children(keyword, schema[keyword])):
                found += self.objects(part, f"{place}/{keyword}/{index}")
        return found
