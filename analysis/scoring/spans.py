"""The figures of spans, from a file or from a campaign, by the same functions."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from agreement.bootstrap import USUAL, Plan
from agreement.spans.figures import Answer, span_contribution, span_figures, span_item_summary
from agreement.spans.intervals import bootstrap_spans
from agreement.spans.shapes import ItemSummary
from agreement.spans.workers import ways_of, workers_of
from agreement.tally import Tally
from agreement.votes.effort import effort_figures
from annotation.exchange.spans.judged import JudgedSpans
from annotation.json_types import Figures


class SpanVote(NamedTuple):
    """A judgment: the name of its text, its worker and the spans."""

    text: str
    worker: str
    answer: Answer


class SpanCrowd(NamedTuple):
    """Judgments, the length of each text, and the gold answers by text.

    `times` contains (words, milliseconds) of the judgments that have both.
    """

    votes: Sequence[SpanVote]
    lengths: Mapping[str, int]
    gold: Mapping[str, Answer]
    times: Sequence[tuple[int, int]]

    def by_text(self) -> dict[str, list[Answer]]:
        found: defaultdict[str, list[Answer]] = defaultdict(list)
        for vote in self.votes:
            found[vote.text].append(vote.answer)
        return dict(found)


def span_crowd_in(judged: JudgedSpans) -> SpanCrowd:
    """Return the crowd of a valid file."""
    votes = [SpanVote(row.item, row.worker, row.spans) for row in judged.rows]
    return SpanCrowd(votes, judged.lengths, judged.gold, judged.times)


def score_spans(judged: JudgedSpans, crowd: SpanCrowd, plan: Plan | None = None) -> Figures:
    """Return all figures of a file's crowd and its texts, with intervals by the plan."""
    result: Figures = {
        **figures_of_spans(crowd),
        "workers": workers_of(crowd.votes, crowd.gold),
        "ways": ways_of(crowd.votes, crowd.gold),
        "time": effort_figures(crowd.times),
        "not_counted": judged.not_counted,
    }
    if plan is None:
        return result
    return result | {
        name: result[name] | {"interval": interval}
        for name, interval in intervals_of_spans(crowd, plan).items()
    }


def states_of_spans(crowd: SpanCrowd) -> list[Tally]:
    """Return the contribution of each text."""
    return [
        span_contribution(answers, crowd.lengths[text]) for text, answers in crowd.by_text().items()
    ]


def figures_of_spans(crowd: SpanCrowd) -> Figures:
    """Return the figures as the live ones are computed: from counts, without the workers."""
    return dict(span_figures(Tally.total(states_of_spans(crowd))))


def intervals_of_spans(crowd: SpanCrowd, plan: Plan = USUAL) -> Figures:
    """Return the intervals by the name of the figure."""
    return dict(bootstrap_spans(states_of_spans(crowd), plan))


def span_lines(crowd: SpanCrowd) -> Iterator[Figures]:
    """Yield one line per text: the votes for each span, both consensus methods, and the gold
    answer."""
    for text, answers in crowd.by_text().items():
        yield span_line(text, answers, crowd.lengths[text], crowd.gold.get(text))


def span_line(text: str, answers: Sequence[Answer], length: int, gold: Answer | None) -> Figures:
    return line_of(text, span_item_summary(answers, length), gold)


def line_of(text: str, summary: ItemSummary, gold: Answer | None) -> Figures:
    known = None if gold is None else [list(span) for span in gold]
    return {"item": text, **summary, "gold": known}
