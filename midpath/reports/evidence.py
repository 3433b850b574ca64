"""Terminal report of evidence files."""

from collections import Counter
from collections.abc import Iterator

from midpath.json_types import Results
from midpath.reports.crowd import value_of
from midpath.tables.breakdowns.evidence_breakdowns import (
    answer_sets_table,
    by_column_table,
    errors_table,
)
from midpath.tables.evidence import categories_table, documents_table, systems_table
from midpath.tables.notes import interval_notes
from midpath.tables.table import Column, Part, Row, Table, figure
from midpath.text.formatting import counted, percent

DECIMALS = 5
FIRST = 10
FIRST_WORDS = 8
MAX_LISTED = 200


def report_evidence(figures: Results) -> Iterator[Part]:
    names = ("documents", "questions", "annotators", "answers")
    yield Table(
        key="counts",
        title="Evidence",
        columns=[Column("", "count")],
        rows=[Row(what, [figures[what]]) for what in names],
    )
    yield ""
    yield _agreement(figures)
    yield ""
    yield documents_table(figures["alpha"], decimals=DECIMALS)
    yield ""
    yield from _answers(figures)
    yield systems_table(figures["systems"], DECIMALS)
    yield from _resamples(figures["systems"])
    yield ""
    yield from report_breakdowns(figures)
    yield answer_sets_table(figures["answer_sets"]).without_title()
    yield ""
    yield from _question_statistics(figures["asked"])
    yield from _cases(figures)
    yield from _questions(figures)


def _agreement(figures: Results) -> Table:
    alpha, human = figures["alpha"]["pooled"], figures["f1_human"]
    return Table(
        key="agreement",
        columns=[Column("value", decimals=DECIMALS), Column("questions", "count")],
        rows=[
            Row(name, [value_of(found), count], notes=list(interval_notes(found)))
            for name, found, count in (
                ("α of sentences", alpha, figures["questions"]),
                ("F1 human", human, human["questions"]),
            )
        ],
    )


def _answers(figures: Results) -> Iterator[Part]:
    length = figures["length"]
    if "reason" in length:
        yield f"  {length['reason']}"
    else:
        yield (
            f"  evidence of an answer, on average: {length['sentences']:.1f} sentences, "
            f"{length['words']:.1f} words"
        )
    yield _shares(figures)
    nobody, few = figures["unanswerable"], figures["minority_abstains"]
    yield (
        f"  unanswerable of {nobody['questions']:,} questions: {nobody['by_any']:,} by any expert, "
        f"{nobody['by_all']:,} by all"
    )
    if nobody["causes"]:
        yield Table(
            key="causes",
            first=f"of {nobody['abstentions']:,} abstentions",
            columns=[Column("share", "share")],
            rows=[Row(cause, [one["share"]]) for cause, one in nobody["causes"].items()],
        )
    without = few["f1_human_without"]["value"]
    shown = "–" if without is None else f"{without:.{DECIMALS}f}"
    yield f"  few abstain: {few['questions']:,} questions; F1 human without: {shown}"
    categories = categories_table(figures["categories"])
    if categories.rows:
        yield categories.without_title()
    yield ""


def _shares(figures: Results) -> Table:
    nobody, apart = figures["unanswerable"], figures["disagreement"]
    return Table(
        key="shares",
        columns=[Column("share", "share"), Column("", "text")],
        rows=[
            Row(
                "unanswerable",
                [figure(nobody["share"], nobody.get("reason", "")), "by more than half"],
                notes=list(interval_notes(nobody)),
            ),
            Row(
                "disagreement",
                [value_of(apart), "more than one expert dissents"],
                notes=list(interval_notes(apart)),
            ),
        ],
    )


def _resamples(systems: list[Results]) -> Iterator[str]:
    found = [one["interval"] for one in systems if one.get("interval", {}).get("low") is not None]
    if found:
        one = found[0]
        yield f"  {one['resamples']:,} resamples of the {one['over']}, seed {one['seed']}"


def report_breakdowns(figures: Results) -> Iterator[Part]:
    """Return the tables of columns and errors that the figures have."""
    for column, found in figures.get("by_column", {}).items():
        table = by_column_table(column, found, DECIMALS)
        yield table.first_rows(MAX_LISTED)
        if len(table.rows) > MAX_LISTED:
            yield f"  and {len(table.rows) - MAX_LISTED:,} more values; --json has them all"
        if left_out := found["left_out"]:
            yield f"  {counted(left_out, 'question')} without a value"
        yield ""
    for name, found in figures.get("errors", {}).items():
        yield errors_table(found, name)
        yield ""


def _question_statistics(found: Results) -> Iterator[Part]:
    if not found["asked"]:
        return
    yield (
        f"  {found['unique_per_document']:.2f} different questions per document; "
        f"{percent(found['redundant'])} repeated; {found['words']:.2f} words on average"
    )
    words = list(found["first_words"].items())[:FIRST_WORDS]
    yield f"  first words: {', '.join(f'{word} {times:,}' for word, times in words)}"
    yield ""


def _cases(figures: Results) -> Iterator[Part]:
    apart = figures["disagreement"]
    for title, cases in (
        ("to read: disagreements", apart["cases"]),
        ("to read: one expert dissents", apart["one_apart_cases"]),
    ):
        if cases:
            yield f"  {title}, {len(cases):,}"
            for case in cases[:FIRST]:
                yield f"    {case['question']}: {', '.join(case['apart'])}"
            if len(cases) > FIRST:
                yield f"    and {len(cases) - FIRST:,} more; --json and --items name them all"
            yield ""


def _questions(figures: Results) -> Iterator[Part]:
    alpha, human = figures["alpha"]["per_question"], figures["f1_human"]["per_question"]
    if figures["questions"] > MAX_LISTED:
        yield f"  {figures['questions']:,} questions: --json and --items name them all"
        return
    yield Table(
        key="questions",
        first="question",
        columns=[Column("α", decimals=DECIMALS), Column("F1 human", decimals=DECIMALS)],
        rows=[Row(name, [one["value"], human[name]["value"]]) for name, one in alpha.items()],
    )
    reasons = Counter(one["reason"] for one in alpha.values() if "reason" in one)
    yield from (f"  {times:,} without α: {why}" for why, times in reasons.items())
