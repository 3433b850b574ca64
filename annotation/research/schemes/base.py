"""The research view of a scheme: the second of its three parts. The others are its definition
(annotation/schemes) and its computations (analysis/schemes)."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple, get_args

from django.urls import URLPattern

from annotation.models import HIT, Campaign, CampaignReport, Item, ItemSummary, Judgment
from annotation.research.common.charts import Chart
from annotation.research.common.item_rows import Dispute, ItemRow
from annotation.research.results.figures import Cell
from annotation.research.schemes.overlay import Overlay
from midpath.tables.crowd import Unit
from midpath.tables.figures.crowd_figures import CrowdFigures, CrowdLine
from midpath.text.formatting import percent

Place = Literal["first", "beside", "trend", "below"]
PLACES: tuple[Place, ...] = get_args(Place)


@dataclass(frozen=True)
class Panel:
    """A part of the dashboard that only this scheme has. `place`: before the chart of agreement,
    next to it, next to the judgments over time, or below them. `live` is the template of the
    refreshed part, empty if nothing is refreshed; `context` makes the context of its templates.
    `tells_words`: it contains words of texts or answers, so it is only for members who may see
    those."""

    place: Place
    template: str
    live: str = ""
    context: Callable[[], Mapping[str, object]] = dict
    tells_words: bool = False


class Link(NamedTuple):
    """A scheme's own page in the navigation of a campaign."""

    key: str
    label: str
    address: str


class SchemeView(ABC):
    """The research view of a scheme. Templates are found by the scheme's name in
    `research/schemes/<name>/`. `heading` is the heading above the outcome of an item's judgments;
    `unlike` is the measure by which disputed items are sorted; `judged_as` is the noun for a
    judgment of it; `opened` names what an item's page shows; `shows_disputes`: the dashboard
    lists disputed items; `urls` are those of its own pages. `alike` says how similar two answers to
    one item are; it follows a colon. `settled`: the scheme has a page of the crowd and its
    consensus, whose report counts settled items under this key; `crowd_note` is shown at the top of
    that page."""

    heading: ClassVar[str]
    unlike: ClassVar[str] = "the share of their pairs of judgments that differ"
    judged_as: ClassVar[str] = "answer"
    alike: ClassVar[str] = "whether they are the same"
    opened: ClassVar[str] = "annotations"
    shows_disputes: ClassVar[bool] = True
    urls: ClassVar[Sequence[URLPattern]] = ()
    settled: ClassVar[Unit | Literal[""]] = ""
    crowd_note: ClassVar[str] = ""

    @abstractmethod
    def rows(self, campaign: Campaign, hits: Sequence[HIT]) -> Sequence[ItemRow]:
        """Return the context of each row in the list of items, read for all items at once."""

    @abstractmethod
    def answer(self, campaign: Campaign, judgment: Judgment) -> object:
        """Return the context of `answer.html` for one judgment."""

    def overlay(self, campaign: Campaign, row: ItemRow) -> Overlay | None:
        """Return all judgments of an item in one picture, made from its `rows` context; None if
        there is none."""
        return None

    @abstractmethod
    def dispute(self, campaign: Campaign, summary: ItemSummary) -> Dispute:
        """Return a row of the table of the most disputed items."""

    def facts(self, item: Item) -> str:
        """Return the facts shown after an item's position in its dataset."""
        return ""

    def cells(self, campaign: Campaign, report: CampaignReport | None) -> list[Cell]:
        """Return figures in addition to those that the scheme lists."""
        return []

    def consensus_line(self, campaign: Campaign, line: CrowdLine) -> dict[str, object]:
        """Return the context of an item on which consensus methods differ, from the report, for the
        page of the crowd."""
        return {**line, "chance": percent(line["posterior"][line["dawid_skene"]])}

    def crowd_charts(self, campaign: Campaign, results: CrowdFigures | None) -> list[Chart]:
        """Return the charts of the page of the crowd; `results` are those of its report, if it
        exists."""
        return []

    def planner_note(self, campaign: Campaign) -> str:
        """Return how the planner's α differs from that of the dashboard; empty if it does not."""
        return ""

    def panels(self, campaign: Campaign) -> Sequence[Panel]:
        return ()

    def links(self, campaign: Campaign) -> Sequence[Link]:
        return ()
