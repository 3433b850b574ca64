"""The research view of a scheme: the second of its three parts. The others are what it is
(annotation/schemes) and how it is computed (analysis/schemes)."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NamedTuple, get_args

from django.urls import URLPattern

from annotation.models import HIT, Campaign, CampaignReport, Item, ItemSummary, Judgment
from annotation.research.common.charts import Chart
from annotation.research.results.figures import Cell
from annotation.research.schemes.overlay import Overlay
from annotation.tables.crowd import Unit
from annotation.tables.figures.crowds import CrowdFigures, CrowdLine
from annotation.text.formatting import percent

Place = Literal["first", "beside", "trend", "below"]
PLACES: tuple[Place, ...] = get_args(Place)


@dataclass(frozen=True)
class Panel:
    """A part of the dashboard that only this scheme has. `place`: before the chart of agreement,
    beside it, beside the judgments over time, or below them. `live` is the template of what is
    refreshed, empty where nothing is; `context` makes what its templates are given. `tells_words`:
    it holds words of texts or of answers, so it is for who may see those."""

    place: Place
    template: str
    live: str = ""
    context: Callable[[], Mapping[str, Any]] = dict
    tells_words: bool = False


class Link(NamedTuple):
    """A page of the scheme's own, among those of a campaign."""

    key: str
    label: str
    address: str


class SchemeView(ABC):
    """Templates are found by the scheme's name in `research/schemes/<name>/`. `heading` is that of
    what an item's judgments come to; `unlike` says by what items are ordered as disputed;
    `judged_as` is what one judgment of it is called; `opened` is what one sees of an item;
    `shows_disputes`: the dashboard lists disputed items; `urls` are those of its own pages.
    `alike` says how alike two answers to one item are; it follows a colon.
    `settled`: the page of the crowd and its consensus is there, whose report counts what was
    settled under this name; `crowd_note` is said at its head."""

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
    def rows(self, campaign: Campaign, hits: Sequence[HIT]) -> list[dict[str, Any]]:
        """Return what the list of items shows of each, read for all of them at once; `template` and
        `hit` are always there."""

    @abstractmethod
    def answer(self, campaign: Campaign, judgment: Judgment) -> object:
        """Return what `answer.html` shows of one judgment."""

    def overlay(self, campaign: Campaign, row: Mapping[str, Any]) -> Overlay | None:
        """Return all judgments of an item in one picture, made of what `rows` read of it; None
        where there is none."""
        return None

    @abstractmethod
    def dispute(self, campaign: Campaign, summary: ItemSummary) -> dict[str, Any]:
        """Return a line of the table of items on which workers disagree most."""

    def facts(self, item: Item) -> str:
        """Return the facts shown after an item's position in its dataset."""
        return ""

    def cells(self, campaign: Campaign, report: CampaignReport | None) -> list[Cell]:
        """Return figures in addition to those that the scheme lists."""
        return []

    def consensus_line(self, campaign: Campaign, line: CrowdLine) -> dict[str, Any]:
        """Return what the page of the crowd shows of an item on which the methods differ, from
        the report."""
        return {**line, "chance": percent(line["posterior"][line["dawid_skene"]])}

    def crowd_charts(self, campaign: Campaign, results: CrowdFigures | None) -> list[Chart]:
        """Return the charts of the page of the crowd; `results` are its report's, if it is made."""
        return []

    def planner_note(self, campaign: Campaign) -> str:
        """Return how the planner's α differs from that of the dashboard; empty if it does not."""
        return ""

    def panels(self, campaign: Campaign) -> Sequence[Panel]:
        return ()

    def links(self, campaign: Campaign) -> Sequence[Link]:
        return ()
