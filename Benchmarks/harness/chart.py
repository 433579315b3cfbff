"""Draws the chart of the README: the median wall time of every row as a bar, in SVG.

There is one panel per workload, each with its own scale. The colors are readable on light and dark pages, and
follow the reader's color scheme if the viewer supports it.
"""

from html import escape

WIDTH, GAP = 430, 28
NAME, VALUE = 182, 58
ROW, TITLE, SPACE = 17, 24, 16
STYLE = """
text { font: 11px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #57606a; }
.title { font-weight: 600; fill: #24292f; }
.ours { fill: #d9580d; } .peer { fill: #9aa4ae; } .mine { font-weight: 600; fill: #c2410c; }
.goal { stroke: #24292f; stroke-width: 1.5; stroke-dasharray: 3 2; }
@media (prefers-color-scheme: dark) {
  text { fill: #9da7b3; } .title { fill: #e6edf3; }
  .ours { fill: #f0793a; } .peer { fill: #5b6672; } .mine { fill: #f79b68; } .goal { stroke: #e6edf3; }
}
"""


def draw(results: dict) -> str:
    """Returns the chart of the results that `run` writes as JSON."""
    panels = [panel for workload in results["workloads"] if (panel := _panel(workload))]
    columns: list[list[str]] = [[], []]
    heights = [0, 0]
    # The first column takes half of the total height, and the second column the rest.
    total = sum(height for _, height in panels)
    for body, height in panels:
        column = 0 if heights[0] + height / 2 <= total / 2 and not columns[1] else 1
        x, y = column * (WIDTH + GAP), heights[column]
        columns[column].append(f'<g transform="translate({x} {y})">\n{body}</g>\n')
        heights[column] += height
    legend = "Median wall time, shorter is better.  Dashed: the goal.  * without the time of its imports"
    height = max(heights) + ROW
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * WIDTH + GAP} {height}" '
        f'width="{2 * WIDTH + GAP}" height="{height}" role="img" aria-label="{escape(legend)}">\n'
        f"<style>{STYLE}</style>\n{''.join(columns[0] + columns[1])}"
        f'<text x="0" y="{height - 5}">{escape(legend)}</text>\n</svg>\n'
    )


def _panel(workload: dict) -> tuple[str, int] | None:
    """Returns the bars of one workload, and their height."""
    bars = [(row, time) for row in workload["rows"] if not row["failure"] and (time := _time(row))]
    if not bars:
        return None
    longest = max(time for _, time in bars)
    room = WIDTH - NAME - VALUE
    parts = [
        f'<text class="title" x="0" y="13">{escape(workload["key"] + "  " + workload["title"])}</text>\n'
    ]
    for i, (row, time) in enumerate(bars):
        y = TITLE + i * ROW
        kind, label = ("ours", ' class="mine"') if row["ours"] else ("peer", "")
        name = row["name"] + (" *" if row["less_startup"] else "")
        length = max(1.0, room * time / longest)
        parts.append(
            f'<text{label} x="0" y="{y + 10}">{escape(name)}</text>'
            f'<rect class="{kind}" x="{NAME}" y="{y}" width="{length:.1f}" height="12" rx="2"/>'
            f'<text{label} x="{NAME + length + 5:.1f}" y="{y + 10}">{_label(row, time)}</text>\n'
        )
    for goal in workload["goals"]:
        row = next((i for i, (row, _) in enumerate(bars) if row["name"] == goal["ours"]), None)
        bound = _bound(goal, bars)
        if row is not None and bound is not None and bound <= longest:
            x, y = NAME + room * bound / longest, TITLE + row * ROW
            parts.append(f'<path class="goal" d="M{x:.1f} {y - 2}v16"/>\n')
    return "".join(parts), TITLE + len(bars) * ROW + SPACE


def _time(row: dict) -> float | None:
    """Returns the time in seconds; for a rate, the seconds per million pixels."""
    return row["wall"] or (1 / row["rate"] if row["rate"] else None)


def _bound(goal: dict, bars: list[tuple[dict, float]]) -> float | None:
    """Returns the longest time that meets a goal of time or rate."""
    if goal["measure"] not in ("wall", "rate"):
        return None
    if goal["peer"] is None:
        return goal["limit"]
    peer = next((time for row, time in bars if row["name"] == goal["against"]), None)
    if peer is None:
        return None
    return peer / goal["limit"] if goal["measure"] == "rate" else peer * goal["limit"]


def _label(row: dict, time: float) -> str:
    if row["rate"]:
        return f"{row['rate']:.0f} MP/s"
    if time >= 1:
        return f"{time:.2f} s"
    return f"{time * 1000:.0f} ms" if time >= 0.02 else f"{time * 1000:.1f} ms"
