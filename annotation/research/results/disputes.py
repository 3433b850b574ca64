"""Short reasons why an item is among the most disputed."""

from annotation.models import ItemSummary
from annotation.text.formatting import counted

MAX_COUNTS = 4
# Counts stay on one line.
RATIO = "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}"


def why_disputed(summary: ItemSummary, judged_as: str) -> str:
    """Return the number of different answers, the count of each, and the outcome: "3 answers, 2 : 2
    : 1, a tie"."""
    counts = sorted((count for _, count in summary.summary["annotations"]), reverse=True)
    ratio = RATIO.join(f"{count:,}" for count in counts[:MAX_COUNTS])
    more = f"{RATIO}…" if len(counts) > MAX_COUNTS else ""
    if len(counts) > 1 and counts[0] == 1:
        return f"{counted(len(counts), judged_as)}, each given once"
    parts = [counted(len(counts), judged_as), f"{ratio}{more}"]
    if len(counts) > 1 and counts[0] == counts[1]:
        parts.append("a tie")
    elif 2 * counts[0] <= sum(counts):
        parts.append("none has more than half")
    return ", ".join(parts)
