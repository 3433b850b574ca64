"""Mixins for abilities that only some schemes have. Callers check for them with
`isinstance(scheme, HasGoldAnswers)`."""

from abc import abstractmethod
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import ClassVar

from django.utils.translation import gettext_noop

from annotation.models import Dataset, Item
from annotation.schemes.base import Scheme, SettingsForm
from annotation.schemes.terms import UsualTerms
from midpath.json_types import JsonObject
from midpath.schemes.answers import AnswersInOwnWords
from midpath.schemes.base import Payload, Settings
from midpath.schemes.overlap import shares_enough


class HasSettings(Scheme):
    """A scheme with settings. `settings_help` describes them in the documentation of the API."""

    settings_form: ClassVar[type[SettingsForm]]
    settings_help: ClassVar[str]

    @abstractmethod
    def check_settings(self, settings: Settings) -> JsonObject:
        """Return the settings with every default filled in, or raise InvalidSettings."""

    def usual_terms_of(self, settings: Settings) -> UsualTerms:
        """Return the default terms. A preset that is the HIT of a paper has some of its own."""
        preset = settings.get("preset")
        paper = self.settings_form.papers.get(preset) if isinstance(preset, str) else None
        return replace(self.usual_terms, **paper.terms) if paper else self.usual_terms


class ChecksItems(HasSettings):
    """A scheme whose settings require something of the dataset's items."""

    @abstractmethod
    def check_items(self, dataset: Dataset, settings: Settings) -> None:
        """Raise InvalidSettings if the dataset's items lack what the settings require."""


class HasExample(Scheme):
    """A scheme whose instructions contain a worked example."""

    example_heading: ClassVar[str] = gettext_noop("An example")

    @abstractmethod
    def example_of(self, settings: Settings) -> JsonObject:
        """Return the template context of the worked example; empty if these settings have none."""


class HasGoldAnswers(Scheme):
    """A scheme whose items may have gold answers, at the path `known_at` in an item's content."""

    known_at: ClassVar[Sequence[str]]

    @abstractmethod
    def known_vector(self, item: Item, settings: Settings) -> tuple[int, ...] | None:
        """Return the gold answer from the file; None if there is none. Raises InvalidAnswer if it
        is not a possible answer in this campaign."""

    @abstractmethod
    def pictured(
        self, vector: Sequence[int], item: Item, settings: Settings
    ) -> Mapping[str, object]:
        """Return the context of `worker/schemes/<name>_answer.html` for an item and an answer to
        it."""

    def describe_gold(self, item: Item, settings: Settings) -> tuple[str, str]:
        """Return the gold answer from the file in readable form, and the reason for it."""
        known, place = self.known_vector(item, settings), item.content
        for name in self.known_at[:-1]:
            place = place.get(name, {})
        answer = "" if known is None else self.written(known, item, settings)
        return answer, str(place.get("why") or "")


class Graded(HasGoldAnswers):
    """A scheme whose answers can match a gold answer in part, depending on what they share."""

    @abstractmethod
    def parts(self, vector: Sequence[int], settings: Settings) -> Collection[Hashable]:
        """Return the parts by which two answers are compared."""

    def agrees(
        self,
        one: Sequence[int],
        other: Sequence[int],
        settings: Settings,
        at_least: Decimal | None = None,
    ) -> bool:
        """Return whether two answers have the same parts, or share at least this much of them."""
        return shares_enough(self.parts(one, settings), self.parts(other, settings), at_least)


class SettingsFromGold(HasGoldAnswers, HasSettings):
    """A scheme whose settings can be made to allow the gold answers of a file."""

    @abstractmethod
    def settings_for_gold(self, answers: Iterable[object]) -> dict[str, object]:
        """Return settings that allow these gold answers; empty if the default settings do, or if
        none can."""


class Adaptive(Scheme):
    """A scheme with few possible answers, so a HIT may be judged until it is settled."""

    @abstractmethod
    def count_answers(self, settings: Settings) -> int | None:
        """Return the number of possible answers, numbered from 0; None if an answer is a set of
        labels."""


class YesNo(Adaptive):
    """A scheme whose workers may agree on yes or no, because some of its answers count as yes."""

    @abstractmethod
    def yes_answers(self, settings: Settings) -> Sequence[int]:
        """Return the indices of the answers that count as yes, if any."""


class Comparable(Scheme):
    """A scheme whose answers can be compared with those of others: in the reading test and in
    comparisons.

    `words_sql` is an SQL expression for the words that identify an item in other datasets. It uses
    the row `item`, the `words` of its `document` and the campaign's or set's `settings`."""

    words_sql: ClassVar[str] = "item.text"

    def incomparable(self, one: Settings, other: Settings) -> str:
        """Return why answers under these two settings cannot be compared; empty if they can."""
        return ""


class Suggestable(Scheme):
    """A scheme whose task interface can start from a given answer."""

    @abstractmethod
    def as_sent(
        self, payload: Payload, vector: Sequence[int], settings: Settings
    ) -> dict[str, object]:
        """Return an answer as the task interface would send it, even if another client sent it."""


class OwnWords(AnswersInOwnWords, Scheme):
    """A scheme whose answers are in their workers' own words."""

    def impersonal(self, payload: Payload) -> dict[str, object]:
        return dict(self.emptied[0])


class NoConsensus(Scheme):
    """A scheme whose workers need not agree, so answers to one item are not compared."""


class ServedByDocument(Scheme):
    """A scheme whose items on one document are served in order, one after the other."""


class TakesParts(Scheme):
    """A scheme whose items can also be sections or paragraphs of documents."""
