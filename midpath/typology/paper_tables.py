"""Tables of several corpora in the form of the paper (COLING 2014 adpositions, Tables 2 to 4)."""

from collections.abc import Iterator, Mapping, Sequence

from midpath.tables.table import Column, Form, Part, Row, Table, Value, figure
from midpath.typology.result_shapes import ResultsOfFile, StrategiesOfFile, StrategiesOfSize
from midpath.typology.result_tables import INDICATORS, SHORT
from midpath.typology.truth import Correct, count_correct, language_of, unmatched

Truth = Mapping[str, str]

WHOLE = "whole corpora"
BY = {"entropy": "entropies", "counts": "counts"}
MEASURES = {"r": "r", "rho": "ρ"}
STRATEGIES = ("entropy r", "entropy rho", "counts r", "counts rho")


def indicator_lines(found: Sequence[ResultsOfFile]) -> Iterator[Part]:
    """Yield Table 2: the average precision of each indicator in each language."""
    measured = [(result["file"], result["precision"]) for result in found]
    known = [(file, precision) for file, precision in measured if precision is not None]
    yield Table(
        key="indicators",
        title="T2: mean AP of each indicator over sub-samples of each corpus, and how many of the "
        "function words occur",
        first="language",
        columns=[
            Column("n", "count"),
            Column("listed", "count"),
            Column("occur", "count"),
            *map(Column, INDICATORS),
        ],
        rows=[
            Row(
                language_of(file),
                [
                    precision["n"],
                    precision["gold"],
                    precision["gold_in_corpus"],
                    *(
                        figure((precision["mean"] or {}).get(name), precision["reason"])
                        for name in INDICATORS
                    ),
                ],
            )
            for file, precision in known
        ],
    )
    for file, precision in known:
        against = precision["against_frequency"]
        better = [name for name in INDICATORS[1:] if name in against and against[name]["better"]]
        yield f"  {language_of(file)}: better than Fr (p < .05): {', '.join(better) or 'none'}"


def predicted(result: ResultsOfFile) -> str:
    """Return the most specific decision: one of four classes, with an interval, or alone."""
    if "adposition_class" in result:
        return result["adposition_class"]["name"]
    return result["interval"]["decision"] if "interval" in result else result["decision"]


def correct_of(found: Sequence[ResultsOfFile], truth: Truth) -> Correct:
    return count_correct([(result["file"], predicted(result)) for result in found], truth)


def language_lines(found: Sequence[ResultsOfFile], truth: Truth | None) -> Iterator[Part]:
    """Yield Table 3: the two correlations, their difference and the decision for each language."""
    first = found[0]
    with_interval = "interval" in first
    yield Table(
        key="languages",
        title=f"T3: top {first['top']:,} words by {first['lists'][0]} against those by "
        f"{first['lists'][1]} (TL) and {first['lists'][2]} (TR)",
        first="language",
        columns=[
            Column("sentences", "count"),
            Column("ρ(TL)"),
            Column("ρ(TR)"),
            Column("diff.", "difference"),
            *(_ends() if with_interval else ()),
            Column("predicted", "text"),
            *([] if truth is None else [Column("true", "text"), Column("correct", "text")]),
        ],
        rows=[_language(result, truth) for result in found],
    )
    if truth is not None:
        yield f"Correct: {correct_of(found, truth)}."
        yield from _unmatched([result["file"] for result in found], truth)


def _ends() -> Sequence[Column]:
    return (
        Column("interval low", "difference", group="95% interval", head="low"),
        Column("interval high", "difference", group="95% interval", head="high"),
    )


def _language(result: ResultsOfFile, truth: Truth | None) -> Row:
    decision, language = predicted(result), language_of(result["file"])
    values: list[Value] = [
        result["sentences"],
        result["rho_left"],
        result["rho_right"],
        result["difference"],
    ]
    if "interval" in result:
        values += [result["interval"]["low"], result["interval"]["high"]]
    values.append(decision)
    if truth is not None:
        true = truth.get(language)
        values += [true, None if true is None else "yes" if true == decision else "no"]
    notes = [result["reason"]] if result["reason"] else []
    return Row(language, values, notes=notes)


def strategy_lines(found: Sequence[StrategiesOfFile], truth: Truth | None) -> Iterator[Part]:
    """Yield Table 4: how many corpora each strategy decides correctly, by size, and the
    differences."""
    if truth is not None:
        yield Table(
            key="correct",
            title="T4: correct predictions by the size of the samples",
            first="sentences",
            columns=[
                Column("samples", "count"),
                Column("languages", "count"),
                *(_strategy_column(name, "count") for name in STRATEGIES),
            ],
            rows=[
                Row(label, [samples, known, *correct.values()])
                for label, samples, known, correct in correct_by_size(found, truth)
            ],
        )
        yield from _unmatched([one["file"] for one in found], truth)
        yield ""
    yield Table(
        key="strategies",
        title="Difference TL − TR by strategy, and the decision",
        first="language",
        columns=[
            Column("sentences", "count"),
            Column("samples", "count"),
            *(column for name in STRATEGIES for column in _difference_columns(name)),
        ],
        rows=[_strategies(one["file"], size) for one in found for size in one["sizes"]],
    )


def correct_by_size(
    found: Sequence[StrategiesOfFile], truth: Truth
) -> Iterator[tuple[str, int, int, Mapping[str, int]]]:
    """Yield each size, its samples, its languages with a known truth, and how many of them each
    strategy decides correctly. A corpus with too few sentences for a size is not counted there."""
    for sizes in zip(*(one["sizes"] for one in found), strict=True):
        enough = [
            (one["file"], size["strategies"])
            for one, size in zip(found, sizes, strict=True)
            if not size["reason"]
        ]
        correct = {
            name: count_correct([(file, each[name]["decision"]) for file, each in enough], truth)
            for name in STRATEGIES
        }
        samples = sizes[0]["samples"]
        label = f"{sizes[0]['sentences']:,}" if samples else WHOLE
        known = correct[STRATEGIES[0]].known
        yield label, samples, known, {name: one.correct for name, one in correct.items()}


def _strategy_column(name: str, form: Form, what: str = "") -> Column:
    by, measure = name.split()
    head = f"{MEASURES[measure]} {what}".strip()
    return Column(f"{BY[by]}, {head}", form, group=BY[by], head=head)


def _difference_columns(name: str) -> Sequence[Column]:
    return _strategy_column(name, "difference"), _strategy_column(name, "text", "decision")


def _strategies(file: str, size: StrategiesOfSize) -> Row:
    values: list[Value] = [size["sentences"], size["samples"]]
    for name in STRATEGIES:
        one = size["strategies"][name]
        values += [figure(one["difference"], size["reason"]), SHORT.get(one["decision"], "–")]
    return Row(language_of(file), values)


def _unmatched(files: Sequence[str], truth: Truth) -> Iterator[str]:
    without, spare = unmatched(files, truth)
    if without:
        yield f"Without a truth, so not counted: {', '.join(map(language_of, without))}."
    if spare:
        yield f"In the truth, but without a corpus: {', '.join(spare)}."
