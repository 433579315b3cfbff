#!/usr/bin/python3
"""Copies the definitions of a schema to the other schemas that use definitions of the same names.

    copy-definitions.py NAME     copies those of docs/schemas/NAME.schema.json
    copy-definitions.py          only formats the schemas

Each schema has copies of all definitions that it needs, so that tools can use it alone. Also adds definitions that are
missing, and removes those that are no longer used. The names of metrics are those of the metrics in a comparison.
"""

import json
import sys

import schemas

WIDTH = 120


def formatted(value, indent=0, column=0):
    """Returns JSON with each value on one line if it fits.

    - column: The column at which the value begins.
    """
    flat = json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict) and value:
        flat = f"{{ {flat[1:-1]} }}"
    if not isinstance(value, (dict, list)) or not value or (indent > 0 and column + len(flat) < WIDTH):
        return flat
    inner = " " * (indent + 2)
    if isinstance(value, list):
        parts, ends = [formatted(item, indent + 2, indent + 2) for item in value], "[]"
    else:
        names = [f"{json.dumps(name)}: " for name in value]
        parts, ends = [
            name + formatted(item, indent + 2, indent + 2 + len(name)) for name, item in zip(names, value.values())], "{}"
    return f"{ends[0]}\n{inner}" + f",\n{inner}".join(parts) + f"\n{' ' * indent}{ends[1]}"


def used(value, definitions, names):
    """Adds the names of the definitions that a value refers to, in the order of their use."""
    if isinstance(value, list):
        for item in value:
            used(item, definitions, names)
    elif isinstance(value, dict):
        for key, item in value.items():
            name = item.removeprefix("#/$defs/") if key == "$ref" else None
            if name is None:
                used(item, definitions, names)
            elif name not in names:
                names.append(name)
                used(definitions[name], definitions, names)
    return names


def main():
    every = schemas.load()
    copied = every[sys.argv[1]].get("$defs", {}) if len(sys.argv) > 1 else {}
    others = {name: part for schema in every.values() for name, part in schema.get("$defs", {}).items()}
    metrics = copied.get("comparison", others["comparison"])["properties"]["metrics"]["properties"]
    copied["metricName"] = {**others["metricName"], "enum": [*metrics]}
    for name, schema in every.items():
        definitions = {**others, **schema.pop("$defs", {}), **copied}
        names = used(schema, definitions, [])
        if names:
            schema["$defs"] = {name: definitions[name] for name in names}
        (schemas.FOLDER / f"{name}.schema.json").write_text(formatted(schema) + "\n")


if __name__ == "__main__":
    main()
