"""The library `agreement` and others, side by side: python -m bench.library [PAGE]

Random data with 0 to 80 % missing answers: how many figures were compared, and the largest
difference. Then a million judgments (100,000 for packages that take minutes): processor time, peak
memory and value, each in a process of its own. Both tables are Markdown. With the name of a page,
such as docs/library.md, they replace those between its two marks. Packages that are not installed
are left out; `make peers` installs them.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bench import peers

ROOT = Path(__file__).resolve().parents[1]
HERE = Path(sys.executable)
THERE = peers.PEERS / "bin" / "python"
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"
SEEDS = range(20)
MISSING = (0.0, 0.2, 0.4, 0.6, 0.8)

DATA = """
import json, sys
import numpy as np

def matrix(seed, share, raters=5, items=200):
    random = np.random.default_rng(seed)
    noise = random.integers(-1, 2, size=(raters, items)) * (random.random((raters, items)) < .5)
    found = np.clip(random.integers(1, 6, size=items) + noise, 1, 5).astype(float)
    found[random.random(found.shape) < share] = np.nan
    return found

def rows(given):
    rater, item = np.nonzero(~np.isnan(given))
    labels = given[rater, item].astype(int)
    return list(zip(item.tolist(), rater.tolist(), labels.tolist()))
"""
LARGE = """
def large(judgments, raters=200, each=10):
    random = np.random.default_rng(0)
    items = np.repeat(np.arange(judgments // each), each)
    first = random.integers(raters, size=judgments // each)[items]
    raters_of = (first + np.arange(judgments) % each) % raters
    truth = random.integers(1, 6, size=judgments // each)[items]
    labels = np.where(random.random(judgments) < .3, random.integers(1, 6, judgments), truth)
    return items, raters_of, labels

def as_matrix(items, raters, labels):
    found = np.full((raters.max() + 1, items.max() + 1), np.nan)
    found[raters, items] = labels
    return found
"""
TIMED = """
import resource, time
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
before, start = peak(), time.process_time()
found = {call}
seconds = time.process_time() - start
print(json.dumps([seconds, peak() - before, {value}]))
"""


class Compared(NamedTuple):
    """A measure by two packages, as expressions over `given`, a matrix of raters by items."""

    measure: str
    other: str
    ours: str
    imports: str
    theirs: str
    raters: int = 5
    complete: bool = False
    installed: bool = False  # in Midpath's own environment


class Timed(NamedTuple):
    """A call on `items, raters, labels`, prepared by `given`."""

    measure: str
    package: str
    judgments: int
    imports: str
    given: str
    call: str
    value: str = "float(found)"
    installed: bool = True


COMPARED = [
    *(
        Compared(
            f"α, {level}",
            "krippendorff",
            f"agreement.alpha(given, {level!r})",
            "import krippendorff",
            f"krippendorff.alpha(reliability_data=given, level_of_measurement={level!r})",
            installed=True,
        )
        for level in ("nominal", "ordinal", "interval", "ratio")
    ),
    *(
        Compared(
            f"Cohen's κ, {weights or 'unweighted'}",
            "scikit-learn",
            f"agreement.kappa(given, {weights!r})",
            "from sklearn.metrics import cohen_kappa_score",
            "cohen_kappa_score(*given[:, ~np.isnan(given).any(axis=0)].astype(int), "
            f"labels=range(1, 6), weights={weights!r})",
            raters=2,
            installed=True,
        )
        for weights in (None, "linear", "quadratic")
    ),
    Compared(
        "α, nominal",
        "nltk",
        "agreement.alpha(given)",
        "from nltk.metrics.agreement import AnnotationTask",
        "AnnotationTask([(who, item, label) for item, who, label in rows(given)]).alpha()",
    ),
    Compared(
        "α, Jaccard",
        "nltk",
        "agreement.alpha([(i, w, frozenset(range(l))) for i, w, l in rows(given)], "
        "agreement.jaccard)",
        "from nltk.metrics.agreement import AnnotationTask\n"
        "from nltk.metrics.distance import jaccard_distance",
        "AnnotationTask([(w, i, frozenset(range(l))) for i, w, l in rows(given)], "
        "jaccard_distance).alpha()",
    ),
    Compared(
        "Fleiss' κ",
        "statsmodels",
        "agreement.kappa(given.T.astype(int), by='items')",
        "from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa",
        "fleiss_kappa(aggregate_raters(given.T.astype(int))[0])",
        complete=True,
    ),
]
COLUMNS = "data = (items, raters, labels)"
MATRIX = "data = as_matrix(items, raters, labels)"
NLTK_ROWS = "data = list(zip(raters.tolist(), items.tolist(), labels.tolist()))"
FRAME = "data = pandas.DataFrame({'task': items, 'worker': raters, 'label': labels})"
OURS = "import agreement\nagreement.alpha, agreement.kappa, agreement.ac1, agreement.consensus"
TIMED_CALLS = [
    *(
        one
        for level in ("nominal", "ordinal", "interval")
        for one in (
            Timed(
                f"α, {level}", "agreement", 10**6, OURS, MATRIX, f"agreement.alpha(data, {level!r})"
            ),
            Timed(
                f"α, {level}",
                "krippendorff",
                10**6,
                "import krippendorff",
                MATRIX,
                f"krippendorff.alpha(reliability_data=data, level_of_measurement={level!r})",
            ),
        )
    ),
    Timed("α, nominal, three arrays", "agreement", 10**6, OURS, COLUMNS, "agreement.alpha(data)"),
    Timed(
        "α, ordinal, three arrays",
        "agreement",
        10**6,
        OURS,
        COLUMNS,
        "agreement.alpha(data, 'ordinal')",
    ),
    Timed(
        "α, nominal, rows",
        "agreement",
        10**5,
        OURS,
        "data = list(zip(*map(np.ndarray.tolist, (items, raters, labels))))",
        "agreement.alpha(data)",
    ),
    Timed(
        "α, nominal, rows",
        "nltk",
        10**5,
        "from nltk.metrics.agreement import AnnotationTask",
        NLTK_ROWS,
        "AnnotationTask(data).alpha()",
        installed=False,
    ),
    Timed("Fleiss' κ", "agreement", 10**6, OURS, COLUMNS, "agreement.kappa(data)"),
    Timed(
        "Fleiss' κ",
        "statsmodels",
        10**6,
        "from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa",
        "data = labels.reshape(-1, 10)",
        "fleiss_kappa(aggregate_raters(data)[0])",
        installed=False,
    ),
    Timed("AC1", "agreement", 10**6, OURS, COLUMNS, "agreement.ac1(data)"),
    Timed(
        "majority",
        "agreement",
        10**6,
        OURS,
        COLUMNS,
        "agreement.consensus(data)",
        "sum(label is not None for label in found.labels.values())",
    ),
    Timed(
        "majority",
        "crowd-kit",
        10**6,
        "import pandas\nfrom crowdkit.aggregation import MajorityVote",
        FRAME,
        "MajorityVote().fit_predict(data)",
        "len(found)",
        installed=False,
    ),
]


def main() -> None:
    print("\n".join(tables()), flush=True)


def tables() -> Iterator[str]:
    """Yield both tables, line by line."""
    yield "| measure | compared with | figures | largest difference |"
    yield "|---|---|---|---|"
    for one in COMPARED:
        if there(one.installed, one.imports):
            figures, apart = difference(one)
            shown = f"{apart:.0e}" if apart else "0"
            yield f"| {one.measure} | {one.other} | {figures:,} | {shown} |"
    yield ""
    yield "| measure | judgments | package | seconds | MB | value |"
    yield "|---|---|---|---|---|---|"
    for call in TIMED_CALLS:
        if there(call.installed, call.imports):
            seconds, memory, value = measured(call)
            number = f"{value:.9f}" if isinstance(value, float) else f"{value:,}"
            row = (call.measure, f"{call.judgments:,}", call.package, f"{seconds:.2f}")
            yield f"| {' | '.join(row)} | {memory:.0f} | {number} |"


def there(installed: bool, imports: str) -> bool:
    """Return whether a package can be imported where it belongs."""
    python = HERE if installed else THERE
    return (
        python.exists()
        and not subprocess.run(
            [python, "-c", imports], capture_output=True, cwd=ROOT, check=False
        ).returncode
    )


def difference(one: Compared) -> tuple[int, float]:
    """Return the number of defined figures, and the largest difference of the two packages."""
    ours, theirs = (
        run(
            installed,
            f"{DATA}\n{imports}\nfound = []\nfor seed, share in json.loads(sys.argv[1]):\n"
            f"    given = matrix(seed, share, {one.raters})\n    found.append({call})\n"
            "print(json.dumps([None if one is None or one != one else one for one in found]))",
            json.dumps(
                [(seed, share) for seed in SEEDS for share in MISSING[: 1 if one.complete else 5]]
            ),
        )
        for installed, imports, call in (
            (True, OURS, f"({one.ours}).value"),
            (one.installed, one.imports, f"float({one.theirs})"),
        )
    )
    pairs = [(a, b) for a, b in zip(ours, theirs, strict=True) if a is not None or b is not None]
    return len(pairs), max(abs(a - b) for a, b in pairs)


def measured(call: Timed) -> Any:
    """Return the seconds, the megabytes and the value of a call, in a process of its own."""
    timed = TIMED.format(call=call.call, value=call.value)
    program = (
        f"{DATA}{LARGE}\n{call.imports}\nitems, raters, labels = large({call.judgments})\n"
        f"{call.given}\n{timed}"
    )
    return run(call.installed, program)


def run(installed: bool, program: str, *arguments: str) -> Any:
    done = subprocess.run(
        [HERE if installed else THERE, "-W", "ignore", "-c", program, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def write(page: Path) -> None:
    """Replace the tables of a page."""
    text = page.read_text(encoding="utf-8")
    head, tail = text[: text.index(BEGIN) + len(BEGIN)], text[text.index(END) :]
    page.write_text("\n".join([head, "", *tables(), "", tail]), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:]:
        write(Path(sys.argv[1]))
    else:
        main()
