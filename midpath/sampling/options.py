"""The options of samples, one class for each sampler."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import ClassVar, Self

from midpath.options.base import (
    Choice,
    Decimals,
    Line,
    Options,
    Seed,
    Tick,
    Unreadable,
    Whole,
    Wrong,
)

MAX_SIZE, MAX_WORDS = 5000, 60
# Commands take more than a page.
FLAG_MOST = 10**9
EQUAL, OWN, GIVEN, MODEL = "equal", "own", "given", "model"
ANY, LETTERS, ENGLISH = "any", "letters", "english"
ALL_ORDERS = 0
ORDERS = (1, 2, 3)


def _size(label: str, flag: str) -> Whole:
    return Whole(
        1,
        MAX_SIZE,
        label=label,
        help="If there are not enough, the sample is smaller and says where.",
        flag=flag,
        flag_most=FLAG_MOST,
    )


def _lengths(*choices: tuple[str, str]) -> Choice:
    return Choice(
        (
            (EQUAL, "equal numbers of each"),
            *choices,
            (GIVEN, "as in another dataset"),
        ),
        "Choose one of the listed distributions.",
        label="Lengths",
        required="Choose a distribution of lengths.",
        flag="the distribution of lengths; default: %(default)s",
    )


SHORTEST = Whole(1, MAX_WORDS, label="Fewest words", flag="the fewest words; default: %(default)s")
LONGEST = Whole(1, MAX_WORDS, label="Most words", flag="the most words; default: %(default)s")
SEED = Seed(help="The same dataset, options and seed give the same sample.")
OWN_LENGTHS = (OWN, "as in this dataset")


@dataclass(frozen=True)
class SampleOptions(Options):
    """The options of every sampler.

    A sample has `size` texts of `shortest` to `longest` words; `lengths` says in which
    proportions. They are stored with the name of the sampler."""

    sampler: ClassVar[str] = ""

    size: int = _size("Texts", "how many texts").by_default(700)
    lengths: str = _lengths(OWN_LENGTHS).by_default(EQUAL)
    shortest: int = SHORTEST.by_default(4)
    longest: int = LONGEST.by_default(8)
    seed: int = SEED.by_default(1)

    def check(self) -> None:
        super().check()
        if self.shortest > self.longest:
            raise Wrong("Enter at least the fewest words.", "longest")

    def as_json(self) -> dict[str, object]:
        return {"sampler": self.sampler, **super().as_json()}

    @classmethod
    def from_json(cls, stored: Mapping[str, object]) -> Self:
        """Return stored options, of the class of their sampler."""
        rest = dict(stored)
        kind = SAMPLERS.get(str(rest.pop("sampler", "")))
        if kind is None or not issubclass(kind, cls):
            raise Unreadable("These are not options of a sample that this version knows.")
        return super(SampleOptions, kind).from_json(rest)


@dataclass(frozen=True)
class TextOptions(SampleOptions):
    """The options of a sample of texts, such as the queries of a log (ACL 2013 §3.1, Q700).

    With a `column`, only texts with a number from `least` to `most` in it are sampled."""

    sampler: ClassVar[str] = "texts"

    alphabet: str = Choice(
        (
            (ANY, "any characters"),
            (LETTERS, "only letters and numerals"),
            (ENGLISH, "only English letters and numerals"),
        ),
        "Choose one of the listed alphabets.",
        label="Characters",
        help="Texts with other characters are left out.",
        required="Choose which characters may occur.",
        flag="which characters may occur; default: %(default)s",
    ).by_default(ANY)
    column: str = Line(
        label="Column",
        help="Sample by a number in a column, such as click entropy.",
        flag="sample by a number in this column, such as click entropy",
    ).by_default("")
    least: str | None = Decimals(
        label="Least value", flag="the least value in the column; default: no limit"
    ).by_default(None)
    most: str | None = Decimals(
        label="Greatest value", flag="the greatest value in the column; default: no limit"
    ).by_default(None)
    near_duplicates: bool = Tick(
        label="Allow near-duplicates",
        help="Otherwise, of texts that share at least three quarters of their distinct words, only "
        "one is sampled.",
        flag="allow texts that share at least 3/4 of their distinct words",
    ).by_default(False)

    def check(self) -> None:
        super().check()
        if not self.column and (self.least is not None or self.most is not None):
            raise Wrong("Name the column that has these numbers.", "column")
        if self.column and self.least is None and self.most is None:
            raise Wrong("Enter the least or the greatest value, or both.", "least")
        if self.least and self.most and Decimal(self.least) > Decimal(self.most):
            raise Wrong("Enter at least the least value.", "most")


@dataclass(frozen=True)
class SentenceOptions(SampleOptions):
    """The options of a sample of sentences from documents (ACL 2013 §3.1, S300)."""

    sampler: ClassVar[str] = "sentences"

    size: int = _size("Sentences", "how many sentences").by_default(300)
    shortest: int = SHORTEST.by_default(5)
    longest: int = LONGEST.by_default(15)
    lengths: str = _lengths((OWN, "as in the documents")).by_default(OWN)
    whole: bool = Tick(
        label="Only whole sentences",
        help="A whole sentence ends with a full stop, ? or !, and does not begin with a small "
        "letter. Otherwise, headings and parts of lists are sampled, too.",
        flag="only sentences that end with a full stop, ? or !, and begin with no small letter",
    ).by_default(False)
    near_duplicates: bool = Tick(
        label="Allow near-duplicates",
        help="Otherwise, of sentences that share at least three quarters of their distinct words, "
        "only one is sampled.",
        flag="allow sentences that share at least 3/4 of their distinct words",
    ).by_default(False)


@dataclass(frozen=True)
class RandomOptions(SampleOptions):
    """The options of random texts from n-gram models of a dataset (ACL 2013 §3.1, QRand).

    `order` is that of the model; with ALL_ORDERS, each model makes `size` texts."""

    sampler: ClassVar[str] = "random"

    size: int = _size("Texts from each model", "how many texts each model makes").by_default(250)
    lengths: str = _lengths(OWN_LENGTHS, (MODEL, "as the model makes them")).by_default(OWN)
    order: int = Choice(
        (
            (ALL_ORDERS, "1-, 2- and 3-gram models"),
            *((order, f"{order}-gram model") for order in ORDERS),
        ),
        "Choose a model.",
        label="Models",
        help="The paper made 250 queries with each of the three.",
        required="Choose a model.",
        flag="the order of the model, 1, 2 or 3; 0 for all three (default)",
    ).by_default(ALL_ORDERS)
    frequency: str = Line(
        label="Frequency column",
        help="How often each text occurs. Leave empty to count each text once.",
        flag="the column that says how often each text occurs; default: each row counts once",
    ).by_default("")
    new: bool = Tick(
        label="Leave out texts of the dataset",
        help="Otherwise, a model may make a text that is in the dataset; these are counted.",
        flag="leave out texts that the model was made from",
    ).by_default(False)

    @property
    def orders(self) -> tuple[int, ...]:
        return ORDERS if self.order == ALL_ORDERS else (self.order,)


SAMPLERS: Mapping[str, type[SampleOptions]] = {
    one.sampler: one for one in (TextOptions, SentenceOptions, RandomOptions)
}
