"""The measurements as text and as JSON."""

from dataclasses import asdict
from statistics import median

from .measure import Row
from .workload import Goal, Workload

MEBIBYTE = 1 << 20


def value(row: Row, measure: str) -> float | None:
    """Returns the median of a measurement."""
    values = {"wall": row.walls, "cpu": row.cpus, "rate": row.rates}.get(measure)
    if values is None:
        return {"peak": row.peak, "bytes": row.bytes}[measure]
    return median(values) if values else None


def ratio(ours: Row, peer: Row, measure: str) -> float | None:
    """Returns our value divided by the peer's. For times, it is the median of the ratios of each round."""
    pairs = {
        "wall": (ours.walls, peer.walls),
        "cpu": (ours.cpus, peer.cpus),
        "rate": (ours.rates, peer.rates),
    }
    if measure in pairs:
        quotients = [a / b for a, b in zip(*pairs[measure]) if b > 0]
        return median(quotients) if quotients else None
    a, b = value(ours, measure), value(peer, measure)
    return a / b if a is not None and b else None


def judge(goal: Goal, rows: list[Row]) -> dict:
    """Returns a goal with its result: `met` is None if it could not be measured."""
    by_name = {row.name: row for row in rows if row.failure is None}
    ours = by_name.get(goal.ours)
    peer = by_name.get(goal.peer) if goal.peer else None
    if goal.peer == "best":
        peers = [row for row in by_name.values() if not row.ours and value(row, goal.measure) is not None]
        peer = min(peers, key=lambda row: value(row, goal.measure), default=None)
    result = None
    if ours is not None and goal.peer is None:
        result = value(ours, goal.measure)
    elif ours is not None and peer is not None:
        result = ratio(ours, peer, goal.measure)
    more_is_better = goal.measure == "rate"
    met = None if result is None else (result >= goal.limit if more_is_better else result <= goal.limit)
    return {**asdict(goal), "against": peer.name if peer else None, "result": result, "met": met}


def goal_line(judged: dict) -> str:
    sign = ">=" if judged["measure"] == "rate" else "<="
    if judged["peer"] is None:
        bound = f"{judged['measure']} {sign} {judged['limit'] * 1000:g} ms"
        result = "not measured" if judged["result"] is None else f"{judged['result'] * 1000:.1f} ms"
    else:
        against = judged["against"] or judged["peer"]
        bound = f"{judged['measure']} {sign} {judged['limit']:g} x {against}"
        result = "not measured" if judged["result"] is None else f"{judged['result']:.2f} x"
    verdict = {True: "met", False: "NOT MET", None: "-"}[judged["met"]]
    return f"goal  {judged['ours']}: {bound}: {result}: {verdict}"


def text(workload: Workload, rows: list[Row]) -> str:
    """Returns one workload as an aligned table with its goals."""
    title = f"{workload.key}  {workload.title}"
    if workload.not_yet:
        return f"{title}\n  not measured: {workload.not_yet}\n"
    ours = [row for row in rows if row.ours and row.failure is None]
    letters = {id(row): chr(ord("A") + i) for i, row in enumerate(ours)}
    has_rates = any(row.rates for row in rows)
    head = ["", "MP/s"] if has_rates else ["", "wall ms", "cpu ms", "peak MiB", "KiB", "differs"]
    head += [f"{letters[id(row)]} / it" for row in ours]
    table = [head]
    for row in rows:
        name = f"{letters[id(row)]}  {row.name}" if id(row) in letters else f"   {row.name}"
        if row.failure:
            table.append([f"{name}: FAILED, {row.failure}"])
            continue
        name += " *" if row.less_startup else ""
        if has_rates:
            cells = [_number(value(row, "rate"), 1)]
        else:
            cells = [
                _number(value(row, "wall"), 1, 1000), _number(value(row, "cpu"), 1, 1000),
                _number(row.peak, 0, 1 / MEBIBYTE), _number(row.bytes, 0, 1 / 1024), row.looks or "",
            ]  # fmt: skip
        measure = "rate" if has_rates else "wall"
        cells += ["" if row is other else _number(ratio(other, row, measure), 2) for other in ours]
        table.append([name, *cells])
    lines = [title, *_aligned(table)]
    if any(row.less_startup for row in rows):
        lines.append("  * the process without the time of its imports, which is measured in the same round")
    lines += ["  " + goal_line(judge(goal, rows)) for goal in workload.goals]
    return "\n".join(lines) + "\n"


def record(workload: Workload, rows: list[Row]) -> dict:
    return {
        "key": workload.key,
        "title": workload.title,
        "notYet": workload.not_yet,
        "rows": [asdict(row) | {m: value(row, m) for m in ("wall", "cpu", "rate")} for row in rows],
        "goals": [judge(goal, rows) for goal in workload.goals],
    }


def _number(number: float | None, digits: int, factor: float = 1) -> str:
    return "" if number is None else f"{number * factor:.{digits}f}"


def _aligned(table: list[list[str]]) -> list[str]:
    columns = max(map(len, table))
    widths = [
        max((len(row[i]) for row in table if i < len(row) and len(row) > 1), default=0)
        for i in range(columns)
    ]
    return [
        "  " + "  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width) for i, (cell, width) in enumerate(zip(row, widths))
        ).rstrip() if len(row) > 1 else "  " + row[0]
        for row in table
    ]  # fmt: skip
