"""The options of a typology."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from midpath.lazy import LazyModule
from midpath.options.base import Choice, Options, Seed, Thousandths, Whole, Words, Wrong

if TYPE_CHECKING:
    from midpath.corpus import words
else:
    words = LazyModule("midpath.corpus.words")

MAX_DRAWN = 1_000_000
BY = (("entropy", "entropies of neighbours"), ("counts", "counts of distinct neighbours"))


@dataclass(frozen=True)
class TypologyOptions(Options):
    """The options of a typology.

    Each list of words has `top` words. Each of the `samples` has `sentences` sentences. A
    difference of correlations nearer to zero than `margin` decides nothing. Its interval comes from
    `resamples`. Indicators are measured against `known_words`."""

    by: str = Choice(
        BY,
        "Choose entropies or counts.",
        label="Rank words by",
        help="In the paper, entropies were right for 19 of 23 languages, counts for 13.",
        required="Choose entropies or counts.",
        flag="how words are ranked; default: %(default)s",
    ).by_default("entropy")
    top: int = Whole(
        10,
        1000,
        label="Words in each list",
        help="The paper used 200. Lists are shorter if there are few distinct words.",
        flag="how many words each list contains; default: %(default)s",
        flag_most=10**9,
    ).by_default(200)
    samples: int = Whole(
        0,
        100,
        label="Samples",
        help="They show how much the decision depends on the sentences in the dataset.",
        flag="",
        flag_most=1000,
    ).by_default(10)
    sentences: int = Whole(
        1,
        100_000,
        label="Sentences in each sample",
        help="If the dataset has fewer sentences, no samples are drawn.",
        flag="how many sentences each sample has",
        flag_most=10**9,
    ).by_default(1000)
    margin: float = Thousandths(
        1,
        2,
        label="Margin",
        help="A difference closer to zero is inconclusive.",
        flag="call a difference inconclusive if it is closer to zero; default: %(default)s",
    ).by_default(0.01)
    resamples: int = Whole(
        0,
        1000,
        label="Resamples",
        help="Of the sentences, for the interval of ρ(TL) − ρ(TR). 0 for no interval.",
    ).by_default(200)
    seed: int = Seed(help="The same sentences, numbers and seed give the same samples.").by_default(
        1
    )
    known_words: tuple[str, ...] = Words(
        most=1000,
        label="Function words",
        help="Words that you know to be function words, separated by spaces, to measure how well "
        "each indicator finds them. Leave empty for none.",
    ).by_default(())

    @property
    def by_name(self) -> str:
        return dict(BY)[self.by]

    def check(self) -> None:
        super().check()
        if self.samples * self.sentences > MAX_DRAWN:
            raise Wrong(
                f"With {self.samples:,} samples, each can have at most "
                f"{MAX_DRAWN // self.samples:,} sentences.",
                "sentences",
            )
        for word in self.known_words:
            parts = words.words_of(word)
            if len(parts) != 1:
                read = f"is read as {len(parts)} words" if parts else "has no letters or digits"
                raise Wrong(f"“{word}” {read}. Give single words.", "known_words")
