"""Leave out golds that are too large for a page."""

from collections import defaultdict

from midpath.alignment.golds import Gold, Golds
from midpath.alignment.places import Place

# All pairs of segments in any set are compared, and for each run all pairs of the
# distinct combinations of sets that segments are in.
MAX_IN_QUESTION, MAX_COMBINATIONS = 40_000, 5_000


def leave_out_large(found: Golds) -> None:
    """Remove golds too large for a page, which would delay other requests; `manage.py align`
    takes them."""
    small = []
    for gold in found.golds:
        if problem := _problem_with_size(gold):
            found.notes.append(f"{gold.title}: {problem}")
        else:
            small.append(gold)
    found.golds = small


def _problem_with_size(gold: Gold) -> str:
    """Return why the gold is too large; empty if it is not."""
    names_at: defaultdict[Place, list[str]] = defaultdict(list)
    for name, places in gold.sets.items():
        for place in places:
            names_at[place].append(name)
    combinations = len(set(map(tuple, names_at.values())))
    if len(names_at) <= MAX_IN_QUESTION and combinations <= MAX_COMBINATIONS:
        return ""
    return (
        f"{len(names_at):,} segments in its sets form {combinations:,} combinations. The maximum "
        f"here is {MAX_IN_QUESTION:,} in {MAX_COMBINATIONS:,}; use manage.py align on the "
        "server for more."
    )
