"""Terminal report of an alignment."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from midpath.alignment.tables.lexicon import lexicon_lines
from midpath.alignment.tables.scores import MEASURES, curve_tables, methods_table
from midpath.corpus.alignment import METHODS
from midpath.corpus.similarity import ONE
from midpath.tables.table import Column, Part, Row, Value

SHOWN_TERMS = 10
LEFT_OUT = {
    "unjudged": "pairs without judgments",
    "ties": "pairs without a majority",
    "elsewhere": "not in these documents",
    "unreadable": "sections whose votes cannot be read",
    "not_kept": "not among the segments kept",
}
Results = Mapping[str, Any]


def align_lines(results: Results) -> Iterator[Part]:
    yield from _read(results)
    for gold in results["golds"]:
        yield ""
        yield from _gold(results, gold)
        for table in curve_tables(results, gold):
            yield ""
            yield replace(table, title=f"{table.title}, means over the runs")
            yield from (f"  {reading}" for reading in table.readings)
    if not results["golds"]:
        yield (
            "There is nothing to compare the groups with: no votes, no judged pairs, no evidence."
        )
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
    yield f"{results['terms_kept']:,} terms: {', '.join(_choice(results))}{without}"
    yield from lexicon_lines(results)
    yield f"{results['groups']:,} groups, {results['runs']:,} runs, seed {results['seed']}"


def _choice(results: Results) -> Iterator[str]:
    terms = results["terms"]
    yield "words and bigrams" if terms["bigrams"] else "words"
    if terms["least_documents"] > 1:
        yield f"in {terms['least_documents']:,} documents or more"
    if terms["least_percent"] or terms["most_percent"] < 100:
        yield f"in {terms['least_percent']} to {terms['most_percent']} % of the documents"
    own = results.get("lexicon", {}).get("stopwords", 0)
    if own:
        yield f"without {own:,} stopwords of your own"
    elif terms["stopwords"]:
        yield "no stopwords"
    if terms["domain_words"]:
        yield f"not {', '.join(terms['domain_words'])}"


def _gold(results: Results, gold: Results) -> Iterator[Part]:
    """Yield ACL 2014, Table 3, with the bound and the workers of COLING 2014, Fig. 2, below."""
    yield gold["title"]
    what = f"{gold['pairs']:,} pairs, of which {gold['yes']:,} belong together"
    if gold["kind"] == "answer-sets":
        what += f" ({gold['segments']:,} {results['level']} in {gold['sets']:,} sets)"
    yield f"  {what}"
    for name, count in gold["left_out"].items():
        if count:
            yield f"  left out: {count:,} {LEFT_OUT[name]}"
    yield from _scores(results, gold)
    yield from _workers(gold)


def _scores(results: Results, gold: Results) -> Iterator[Part]:
    """Yield the methods, and below them the upper bound of the best thresholds on the cosine."""
    table = methods_table(results, gold, list(MEASURES))
    oracle = results["oracle"][gold["key"]]
    by_f, by_agreement = oracle["f"], oracle["agreement"]
    bounds = [
        (f"best F, cosine {_threshold(by_f)}", by_f, ("f", "precision", "recall")),
        (f"best agreement, {_threshold(by_agreement)}", by_agreement, ("agreement",)),
    ]
    rows = [_oracle(title, found, names, table.columns) for title, found, names in bounds]
    yield replace(table, title="", rows=[*table.rows, *rows])


def _oracle(title: str, found: Results, names: Sequence[str], columns: Sequence[Column]) -> Row:
    known: dict[str, Value] = {MEASURES[name]: found[name] for name in names}
    return Row(title, [known.get(column.name) for column in columns])


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


def _groups(results: Results) -> Iterator[str]:
    fits, best = results["fits"], results["best"]
    title = METHODS[results["method"]].title
    fit = fits[best]
    objective = f"{fit['objective']:,.1f}".replace("-", "−")
    yield (
        f"Groups of {title}, run {best + 1} of {len(fits)}, whose objective is highest "
        f"({objective} after {fit['iterations']:,} iterations)"
    )
    for top in results["tops"]:
        terms = ", ".join(term for term, _ in top["by_probability"][:SHOWN_TERMS])
        lifts = ", ".join(term for term, _ in top["by_lift"][:SHOWN_TERMS])
        yield (
            f"  {top['group'] + 1:>3}  {top['segments']:,} {results['level']} in "
            f"{top['documents']:,} document{'s' * (top['documents'] != 1)}"
        )
        yield f"       frequent:    {terms}"
        yield f"       distinctive: {lifts}"


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
