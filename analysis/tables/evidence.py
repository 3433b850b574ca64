"""Tables of the figures of evidence files for a terminal."""

from collections.abc import Iterator, Mapping
from typing import Any

from analysis.tables.segmentations import interval, number, reason

Figures = Mapping[str, Any]
FIRST = 10
FIRST_WORDS = 8
MOST_LISTED = 200


def report_evidence(figures: Figures) -> Iterator[str]:
    yield "Evidence"
    for what in ("documents", "questions", "annotators", "answers"):
        yield f"  {what:<16}{figures[what]:>9,}"
    yield ""
    yield from _agreement(figures)
    yield from _answers(figures)
    yield from _systems(figures["systems"])
    yield from _asked(figures["asked"])
    yield from _cases(figures)
    yield from _questions(figures)


def _agreement(figures: Figures) -> Iterator[str]:
    alpha, human = figures["alpha"], figures["f1_human"]
    yield f"  {'α of sentences':<16}{number(alpha['pooled']['value']):>9}"
    yield from _below(alpha["pooled"])
    yield f"  {'F1 human':<16}{number(human['value']):>9}   over {human['questions']:,} questions"
    yield from _below(human)
    yield ""
    yield f"  {'α':>9}   document"
    for name, one in alpha["per_document"].items():
        yield f"  {number(one['value']):>9}   {name}"
    yield ""


def _questions(figures: Figures) -> Iterator[str]:
    alpha, human = figures["alpha"], figures["f1_human"]
    if figures["questions"] > MOST_LISTED:
        yield f"  {figures['questions']:,} questions: --json and --items name them all"
        return
    yield f"  {'α':>9}{'F1 human':>10}   question"
    for name, one in alpha["per_question"].items():
        mine = human["per_question"][name]
        yield f"  {number(one['value']):>9}{number(mine['value']):>10}   {name}"
    if reasons := _reasons(alpha["per_question"].values()):
        yield from (f"  {times:>9,} without α: {why}" for why, times in reasons.items())


def _answers(figures: Figures) -> Iterator[str]:
    length, nobody = figures["length"], figures["unanswerable"]
    if "reason" in length:
        yield f"  {length['reason']}"
    else:
        yield (
            f"  evidence of an answer, on average: {length['sentences']:.1f} sentences, "
            f"{length['words']:.1f} words"
        )
    yield f"  {'unanswerable':<16}{share(nobody['share']):>9}   by more than half of the experts"
    yield from _below(nobody)
    of = f"of {nobody['questions']:,} questions: {nobody['by_any']:,} by anybody"
    yield f"  {'':<16}{'':>9}   {of}, {nobody['by_all']:,} by all"
    for cause, one in nobody["causes"].items():
        yield f"    {cause:<20}{share(one['share']):>9} of {nobody['abstentions']:,} abstentions"
    apart = figures["disagreement"]
    yield f"  {'disagreement':<16}{share(apart['value']):>9}   more than one expert apart"
    yield from _below(apart)
    few = figures["minority_abstains"]
    without = number(few["f1_human_without"]["value"])
    yield f"  {'few abstain':<16}{few['questions']:>9,}   questions; F1 human without: {without}"
    categories = figures["categories"]
    for name, times in categories["consensus"].items():
        yield f"    {name:<40}{times:>7,} questions"
    if categories["no_agreement"]:
        yield f"    {'no agreement on a category':<40}{categories['no_agreement']:>7,} questions"
    yield ""


def _systems(rows: list[Figures]) -> Iterator[str]:
    titles = f"{'precision':>11}{'recall':>9}{'F1':>9}{'answerable':>12}{'questions':>11}"
    yield f"  {'':<14}{titles}"
    for row in rows:
        numbers = f"{number(row['precision']):>11}{number(row['recall']):>9}{number(row['f1']):>9}"
        right = share(row["answerability"]["value"])
        yield f"  {row['system']:<14}{numbers}{right:>12}{row['questions']:>11,}"
        yield from _below(row)
    yield ""


def _asked(asked: Figures) -> Iterator[str]:
    if not asked["asked"]:
        return
    yield (
        f"  {asked['unique_per_document']:.2f} unlike questions on a document; "
        f"{share(asked['redundant'])} asked before; {asked['words']:.2f} words on average"
    )
    words = list(asked["first_words"].items())[:FIRST_WORDS]
    yield f"  first words: {', '.join(f'{word} {times:,}' for word, times in words)}"
    yield ""


def _cases(figures: Figures) -> Iterator[str]:
    apart = figures["disagreement"]
    for title, cases in (
        ("to read: disagreements", apart["cases"]),
        ("to read: one expert apart", apart["one_apart_cases"]),
    ):
        if cases:
            yield f"  {title}, {len(cases):,}"
            for case in cases[:FIRST]:
                yield f"    {case['question']}: {', '.join(case['apart'])}"
            if len(cases) > FIRST:
                yield f"    and {len(cases) - FIRST:,} more; --json and --items name them all"
            yield ""


def _below(figure: Figures) -> Iterator[str]:
    yield from reason(figure, indent=12)
    yield from interval(figure, indent=12)


def _reasons(figures: Any) -> dict[str, int]:
    reasons: dict[str, int] = {}
    for one in figures:
        if "reason" in one:
            reasons[one["reason"]] = reasons.get(one["reason"], 0) + 1
    return reasons


def share(value: float | None) -> str:
    return "–" if value is None else f"{value:.1%}"
