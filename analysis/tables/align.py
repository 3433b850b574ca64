"""Tables of an alignment for a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from corpus.alignment import METHODS
from corpus.similarity import ONE

WIDTH = 26
SHOWN_TERMS = 10
SHARES = ("precision", "recall", "f")
# The baselines for all figures, which look at no text.
BASES = {"one_group": "one group of all", "all_apart": "all apart"}
LEFT_OUT = {
    "unjudged": "pairs that nobody has judged yet",
    "ties": "pairs without a majority",
    "elsewhere": "not in these documents",
    "unreadable": "sections whose votes cannot be read",
    "not_kept": "not among the segments kept",
}
Results = Mapping[str, Any]


def align_lines(results: Results) -> Iterator[str]:
    yield from _read(results)
    for gold in results["golds"]:
        yield ""
        yield from _gold(results, gold)
        if results["curves"][gold["key"]]:
            yield ""
            yield from _curves(results["curves"][gold["key"]])
    if not results["golds"]:
        yield "There is nothing to hold the groups against: no votes, no judged pairs, no evidence."
    yield ""
    yield from _groups(results)


def _read(results: Results) -> Iterator[str]:
    level, terms = results["level"], results["terms"]
    short = f"; left out: {results['left_out']['short']:,} under {terms['fewest_words']:,} words"
    yield (
        f"{results['segments']:,} {level} of {results['documents']:,} documents"
        + (short if terms["fewest_words"] else "")
    )
    without = f"; {level} without any: {results['termless']:,}" if results["termless"] else ""
    yield f"{results['terms_kept']:,} terms: {', '.join(_choice(terms))}{without}"
    yield f"{results['groups']:,} groups, {results['runs']:,} runs, seed {results['seed']}"


def _choice(terms: Results) -> Iterator[str]:
    yield "words and bigrams" if terms["bigrams"] else "words"
    if terms["least_documents"] > 1:
        yield f"in {terms['least_documents']:,} documents or more"
    if terms["least_percent"] or terms["most_percent"] < 100:
        yield f"in {terms['least_percent']} to {terms['most_percent']} % of the documents"
    if terms["stopwords"]:
        yield "no stopwords"
    if terms["domain_words"]:
        yield f"not {', '.join(terms['domain_words'])}"


def _gold(results: Results, gold: Results) -> Iterator[str]:
    """Yield ACL 2014, Table 3, with the bound and the workers of COLING 2014, Fig. 2, below."""
    yield gold["title"]
    what = f"{gold['pairs']:,} pairs, of which {gold['yes']:,} belong together"
    if gold["kind"] == "answer-sets":
        what += f" ({gold['segments']:,} {results['level']} in {gold['sets']:,} sets)"
    yield f"  {what}"
    for name, count in gold["left_out"].items():
        if count:
            yield f"  left out: {count:,} {LEFT_OUT[name]}"
    columns = ("precision", "recall", "F", "agreement")
    yield f"  {'':<{WIDTH}}" + "".join(f"{name:>16}" for name in columns)
    yield f"  {'mean and s.d. of runs':<{WIDTH}}" + f"{'mean':>9}{'s.d.':>7}" * len(columns)
    for line in results["table"]:
        scores = line["scores"][gold["key"]]
        cells = "".join(_spread(scores[name]) for name in (*SHARES, "agreement"))
        yield f"  {line['title']:<{WIDTH}}{cells}".rstrip()
    for key, title in BASES.items():
        cells = "".join(f"{_share(gold[key][name]):>9}{'':7}" for name in (*SHARES, "agreement"))
        yield f"  {title:<{WIDTH}}{cells}".rstrip()
    yield from _oracle(results["oracle"][gold["key"]])
    yield from _workers(gold)
    yield from _whys(results, gold)


def _oracle(oracle: Results) -> Iterator[str]:
    by_f, by_agreement = oracle["f"], oracle["agreement"]
    cells = "".join(f"{_share(by_f[name]):>9}{'':7}" for name in SHARES)
    yield f"  {'best F, cosine ' + _threshold(by_f):<{WIDTH}}{cells}".rstrip()
    title = f"best agreement, {_threshold(by_agreement)}"
    yield f"  {title:<{WIDTH}}{'':48}{_share(by_agreement['agreement']):>9}"


def _threshold(one: Results) -> str:
    at = one["threshold"]
    if at > ONE:
        return "no pair"
    return f"≥ {_share(at / ONE)}" if at else "≥ 0: all"


def _workers(gold: Results) -> Iterator[str]:
    if gold["quartiles"]:
        shares = ", ".join(map(_share, gold["quartiles"]))
        many = f"{gold['workers']:,} who judged 10 pairs or more"
        yield f"  agreement of workers ({many}), quartiles: {shares}, own votes counted"
    elif gold["kind"] == "pairs":
        yield f"  agreement of workers: {gold['why']}"


def _whys(results: Results, gold: Results) -> Iterator[str]:
    """Yield each reason for a missing figure once, and which figures are of some runs only."""
    for key, title in BASES.items():
        for name, why in gold[key].get("why", {}).items():
            yield f"  {title}, {name}: {why}"
    found: dict[str, None] = {}
    for line in results["table"]:
        for name, one in line["scores"][gold["key"]].items():
            if one["mean"] is None or one["sd"] is None:
                found[one["why"]] = None
            if 0 < one["runs"] < results["runs"]:
                runs = f"{one['runs']:,} of {results['runs']:,} runs"
                yield f"  {line['title']}, {name}: of {runs} only. {one['why']}"
    yield from (f"  –: {why}" for why in found)


def _curves(curves: Mapping[str, Sequence[Results]]) -> Iterator[str]:
    """Yield COLING 2014, Fig. 1, as a table; three figures for each method."""
    yield "  Means over the runs by number of groups"
    titles = [METHODS[key].title for key in curves]
    yield f"  {'':>6}" + "".join(f"  {title:<21}" for title in titles).rstrip()
    yield f"  {'groups':>6}" + "  precis. recall      F" * len(titles)
    for row in zip(*curves.values(), strict=True):
        cells = "".join("  " + "".join(f"{_share(one[name]):>7}" for name in SHARES) for one in row)
        yield f"  {row[0]['groups']:>6}{cells}"
    points = (point for line in curves.values() for point in line)
    whys = {point["why"][name]: None for point in points for name in SHARES if point[name] is None}
    yield from (f"  –: {why}" for why in whys)


def _groups(results: Results) -> Iterator[str]:
    fits, best = results["fits"], results["best"]
    title = METHODS[results["method"]].title
    fit = fits[best]
    yield (
        f"Groups of {title}, run {best + 1} of {len(fits)}, whose objective is highest "
        f"({fit['objective']:,.1f} after {fit['iterations']:,} iterations)"
    )
    for top in results["tops"]:
        terms = ", ".join(term for term, _ in top["by_probability"][:SHOWN_TERMS])
        lifts = ", ".join(term for term, _ in top["by_lift"][:SHOWN_TERMS])
        yield (
            f"  {top['group'] + 1:>3}  {top['segments']:,} {results['level']} in "
            f"{top['documents']:,} document{'s' * (top['documents'] != 1)}"
        )
        yield f"       frequent: {terms}"
        yield f"       peculiar: {lifts}"


def _spread(one: Results) -> str:
    return f"{_share(one['mean']):>9}{_share(one['sd']):>7}"


def _share(value: float | None) -> str:
    """Return a share with three decimals and no leading zero, as in the papers' text."""
    return "–" if value is None else f"{value:.3f}".removeprefix("0")
