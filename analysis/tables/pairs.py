"""Tables of the figures of pairs for a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

WIDTH = 24
MOST_WORKERS, MOST_PAIRS = 10, 10
Figures = Mapping[str, Any]


def report_pairs(result: Figures) -> Iterator[str]:
    yield "Pairs"
    for name in ("pairs", "judgments", "workers"):
        yield f"  {name:<{WIDTH}}{result[name]:>9,}"
    if result["not_counted"]:
        yield f"  {'judgments not counted':<{WIDTH}}{result['not_counted']:>9,}"
    if result["one_judgment"]:
        yield f"  {'pairs with one judgment':<{WIDTH}}{result['one_judgment']:>9,}"
    for answer in result["answers"]:
        as_yes = "  counts as yes" if answer["yes"] else ""
        yield f"  {'answered ' + _cut(answer['answer']):<{WIDTH}}{answer['judgments']:>9,}{as_yes}"
    yield ""
    yield from _agreement(result)
    yield ""
    yield from report_table(result["strata"], "Answers as given")
    pooled = result["yes_no"]
    if pooled and len(result["answers"]) > 2:
        yield ""
        yield from report_table(pooled["strata"], "Answers as yes or no")
    yield ""
    yield from _consensus(result)
    yield ""
    yield from _workers(result["worker_agreement"])
    if result["time"]["judgments"]:
        yield ""
        yield from _time(result["time"])


def _agreement(result: Figures) -> Iterator[str]:
    yield "Agreement"
    shown = (
        ("α", result["alpha"]),
        ("Cohen's κ", result["kappa"]["cohen"]),
        ("Fleiss' κ", result["kappa"]["fleiss"]),
        ("pairwise agreement", result["pairwise"]),
        ("consensus yes", result["consensus_yes"]),
        ("r of similarity", result["r"]),
    )
    for name, figure in shown:
        yield f"  {name:<{WIDTH}}{_number(figure['value']):>9}{figure['pairs']:>9,} pairs"
        yield from _below(figure)


def report_table(strata: Sequence[Figures], title: str) -> Iterator[str]:
    """Yield Table 3 of COLING 2014, in percent of the pairs of each column."""
    yield f"{title}, % of pairs" + (" by similarity" if len(strata) > 1 else "")
    yield "  " + " " * WIDTH + "".join(f"{_cut(column['name'], 10):>11}" for column in strata)
    yield _row("pairs", [f"{column['pairs']:,}" for column in strata])
    votes = sorted({row["votes"] for column in strata for row in column["agree"]}, reverse=True)
    for number in votes:
        cells = [
            next((row["share"] for row in column["agree"] if row["votes"] == number), 0.0)
            for column in strata
        ]
        yield _row(f"winner has {number:,}", map(_percent, cells))
    labels = sorted({label for column in strata for label in column["consensus"]})
    for label in labels:
        cells = [column["consensus"].get(label, {"share": 0.0})["share"] for column in strata]
        yield _row(f"consensus {_cut(label, 13)}", map(_percent, cells))
    yield _row("tie", [_percent(column["ties"]["share"]) for column in strata])
    yield _row("absolute majority", [_percent(column["absolute"]["share"]) for column in strata])
    yield _row("pairwise agreement", [_percent(column["pairwise_agreement"]) for column in strata])
    yield _row("α (no percentage)", [_number(column["alpha"]["value"], 3) for column in strata])


def _consensus(result: Figures) -> Iterator[str]:
    yield "Consensus"
    head = "".join(f"{name:>11}" for name in ("pairs", "ties", "accuracy", "known"))
    yield f"  {'':<{WIDTH}}{head}"
    for name, key in (
        ("majority", "majority"),
        ("absolute majority", "absolute_majority"),
        ("Dawid–Skene", "dawid_skene"),
    ):
        figure = result[key]
        cells = (
            f"{figure['pairs']:,}",
            f"{figure['ties']:,}",
            _number(figure["accuracy"]),
            f"{figure['gold']:,}",
        )
        yield _row(name, cells)
        yield from _below(figure)
    apart = result["differences"]
    yield f"  the three do not agree on {len(apart):,} pairs" + (":" if apart else "")
    for line in apart[:MOST_PAIRS]:
        votes = ", ".join(f"{_cut(label)} {count}" for label, count in line["votes"].items())
        model = f"{_cut(line['dawid_skene'])} ({line['posterior'][line['dawid_skene']]:.2f})"
        known = f", known {_cut(line['gold'])}" if line["gold"] is not None else ""
        won = _cut(line["majority"] or "tie")
        yield f"    {_cut(line['pair'], 20):<21}{votes}: majority {won}, Dawid–Skene {model}{known}"
    if len(apart) > MOST_PAIRS:
        yield f"    and {len(apart) - MOST_PAIRS:,} more; --items or --json has all"


def _workers(figures: Figures) -> Iterator[str]:
    listed, out = figures["listed"], figures["left_out"]
    yield f"Workers who judged {figures['least']} pairs or more: {listed:,} ({out:,} judged fewer)"
    if "reason" in figures:
        yield f"          {figures['reason']}"
        return
    yield _row("agree with the majority", ("quarter", "median", "three q."))
    yield _row("own vote included", map(_number, figures["quartiles"]))
    yield _row("own vote left out", map(_number, figures["quartiles_with_others"]))
    yield _row("the busiest", ("judged", "agree", "others", "by D–S", "known", "right"))
    for one in figures["workers"][:MOST_WORKERS]:
        cells = (
            f"{one['judged']:,}",
            _number(one["agreement"], 3),
            _number(one["with_others"], 3),
            _number(one["dawid_skene"], 3),
            f"{one['gold']:,}",
            f"{one['gold_right']:,}",
        )
        yield _row(f"  {_cut(one['worker'])}", cells)


def _time(figures: Figures) -> Iterator[str]:
    yield f"Time, of {figures['judgments']:,} judgments: median {figures['median']:.1f} seconds"
    yield _row("words of the pair", ("judgments", "quarter", "median", "three q."))
    for one in figures["bins"]:
        span = f"{one['from']:,} to {one['to']:,}"
        yield _row(span, (f"{one['judgments']:,}", *(f"{s:.1f}" for s in one["quartiles"])))
    for name, key in (("Pearson r", "pearson"), ("Spearman ρ", "spearman")):
        yield _row(name, (_number(figures[key]["value"]),))
        yield from _below(figures[key])


def _row(name: str, cells: Any) -> str:
    return f"  {name:<{WIDTH}}" + "".join(f"{cell:>11}" for cell in cells)


def _below(figure: Figures) -> Iterator[str]:
    """Yield why a figure is undefined, or its interval."""
    for why in ("reason", "accuracy_reason"):
        if why in figure:
            yield f"          {figure[why]}"
    if found := figure.get("interval"):
        if found["low"] is None:
            yield f"          no interval: {found['reason']}"
        else:
            ends = f"{_number(found['low'])} to {_number(found['high'])}"
            how = f"{found['resamples']:,} resamples of the {found['over']}"
            yield f"          {found['level']:.0%} from {ends} ({how}, seed {found['seed']})"


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f}"


def _number(value: float | None, places: int = 4) -> str:
    return "–" if value is None else f"{value:.{places}f}"


def _cut(text: str, most: int = 14) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
