"""Reads the facts, and compares transitions with what they expect. Used by `run` and by the web adapter."""

import json
import pathlib

FOLDER = pathlib.Path(__file__).parent / "facts"
STATES = {"began", "changed", "ended", "recognized", "cancelled", "failed"}
WITHIN = {"translation": 0.01, "at": 0.01, "scale": 0.001, "rotation": 0.01, "t": 0.001}
FACT_KEYS = {"id", "fact", "source", "recognizers", "require", "simultaneous", "touches", "expect", "differs"}


def load(paths=()):
    """The suites of the files, or of all files of the folder. Raises ValueError if a fact breaks the format."""
    suites = [json.loads(pathlib.Path(path).read_text()) for path in paths or sorted(FOLDER.glob("*.json"))]
    seen = set()
    for suite in suites:
        for fact in suite["facts"]:
            if fact["id"] in seen:
                raise ValueError(f"{fact['id']}: two facts have this ID")
            seen.add(fact["id"])
            validate(fact)
    return suites


def validate(fact):
    """Raises ValueError if the fact breaks the format."""
    def fail(text):
        raise ValueError(f"{fact['id']}: {text}")

    if set(fact) - FACT_KEYS:
        fail(f"unknown keys {sorted(set(fact) - FACT_KEYS)}")
    names = {one["name"] for one in fact["recognizers"]}
    for relation in fact.get("require", []) + fact.get("simultaneous", []):
        if not set(relation) <= names:
            fail(f"{relation} names a recognizer that is not declared")
    for expected in [fact["expect"]] + [one["expect"] for one in fact.get("differs", {}).values()]:
        for one in expected:
            if one["recognizer"] not in names or one["state"] not in STATES:
                fail(f"{one} is no transition of a declared recognizer")
            if set(one) - set(WITHIN) - {"recognizer", "state", "direction", "within"}:
                fail(f"{one} has an unknown value")
    down, time = {}, 0
    for touch in fact["touches"]:
        if touch["t"] < time:
            fail("times go backwards")
        time = touch["t"]
        if (touch["phase"] == "down") == (touch["id"] in down):
            fail(f"finger {touch['id']} is{'' if touch['id'] in down else ' not'} down at {time}")
        if not (0 <= touch["x"] < 400 and 0 <= touch["y"] < 600):
            fail(f"finger {touch['id']} leaves the canvas at {time}")
        if touch["phase"] == "down":
            down[touch["id"]] = True
        elif touch["phase"] in ("up", "cancel"):
            del down[touch["id"]]
    if down:
        fail("a finger stays down")


def expected(fact, platform=None):
    """The transitions that a platform expects: its own ones if it differs, and else those of the fact."""
    return fact.get("differs", {}).get(platform, fact)["expect"]


def mismatch(expect, actual):
    """What is wrong with the actual transitions, or None. Both are lists of the format of `expect`; the actual ones have a time."""
    for name in sorted({one["recognizer"] for one in expect + actual}):
        wrong = _mismatch_of_one([one for one in expect if one["recognizer"] == name],
                                 [one for one in actual if one["recognizer"] == name])
        if wrong:
            return wrong
    return _order(expect, actual)


def _mismatch_of_one(expect, actual):
    rest = list(actual)
    for one in expect:
        while rest and rest[0]["state"] == "changed" and not _matches(one, rest[0]):
            rest.pop(0)
        if not rest:
            return f"expected {words(one)}, found no more transitions"
        if not _matches(one, rest[0]):
            return f"expected {words(one)}, found {words(rest[0])}"
        rest.pop(0)
    extra = next((one for one in rest if one["state"] != "changed"), None)
    return f"found {words(extra)} as well" if extra else None


def _matches(expect, actual):
    if expect["state"] != actual["state"]:
        return False
    for key, value in expect.items():
        if key in WITHIN:
            pairs = zip(value, actual[key]) if isinstance(value, list) else [(value, actual[key])] if key in actual else []
            if key not in actual or any(abs(a - b) > expect.get("within", WITHIN[key]) for a, b in pairs):
                return False
        elif key == "direction" and actual.get(key) != value:
            return False
    return True


def _order(expect, actual):
    """Recognitions of different recognizers come in the expected order; those of one instant come in any."""
    seen = [one for one in actual if one["state"] not in ("failed", "changed")]
    wanted = [(one["recognizer"], one["state"]) for one in expect if one["state"] not in ("failed", "changed")]
    while seen:
        instant = [one for one in seen if one["t"] == seen[0]["t"]]
        found = [(one["recognizer"], one["state"]) for one in instant]
        if sorted(found) != sorted(wanted[:len(found)]):
            return f"expected {wanted[0][0]} {wanted[0][1]} first, found {words(instant[0])}"
        seen, wanted = seen[len(found):], wanted[len(found):]
    return None


def words(one):
    """A transition as a person reads it: "pinch began scale 2 at 0.1 s"."""
    parts = [one["recognizer"], one["state"]]
    for key in ("translation", "scale", "rotation", "direction", "at"):
        if key in one:
            value = one[key]
            text = ",".join(f"{n:.4g}" for n in value) if isinstance(value, list) else value if key == "direction" else f"{value:.4g}"
            parts.append(f"{key} {text}{'°' if key == 'rotation' else ''}")
    if "t" in one:
        parts.append(f"at {one['t']:.4g} s")
    return " ".join(parts)
