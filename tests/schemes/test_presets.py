"""Presets that are HITs of papers: their settings and terms, for clients and on the page."""

from collections.abc import Callable
from typing import Any

import pytest

from annotation.models import Campaign, Dataset
from annotation.schemes import SCHEMES
from annotation.schemes.mixins import HasSettings
from annotation.services.campaigns.campaigns import create_campaign
from annotation.services.errors import Invalid
from midpath.schemes.base import InvalidSettings
from tests.helpers.apps import make_apps
from tests.helpers.factories import make_dataset
from tests.helpers.sites import make_sites
from tests.helpers.text_pairs import pairs_of_texts

pytestmark = pytest.mark.django_db

WITH_SETTINGS = {name: one for name, one in SCHEMES.items() if isinstance(one, HasSettings)}
HITS = {
    (name, preset): paper
    for name, one in WITH_SETTINGS.items()
    for preset, paper in one.settings_form.papers.items()
}
MADE: dict[str, tuple[Callable[[], Dataset], str, tuple[int | None, ...]]] = {
    "flat": (lambda: make_dataset(["a b"]), "a13", (10, None, 600, 49)),
    "nested": (lambda: make_dataset(["a b"]), "a13", (10, None, 900, 112)),
    "question": (make_apps, "privacyqa", (10, None, 1800, 480)),
    "document": (make_sites, "privacy", (3, None, 600, 180)),
}


def test_every_hit_of_a_paper_has_settings_and_says_where_it_is_from() -> None:
    for (name, preset), paper in HITS.items():
        scheme = WITH_SETTINGS[name]
        settings = scheme.check_settings({"preset": preset})
        form = scheme.settings_form.answers_of(settings)
        assert form["preset"] == preset, (name, preset)
        title = dict(scheme.settings_form.base_fields["preset"].choices)[preset]  # type: ignore[attr-defined]
        assert "§" in title
        assert "20" in paper.about
        given = vars(scheme.usual_terms_of({"preset": preset}))
        assert paper.terms.items() <= given.items()


def terms_of(campaign: Campaign) -> tuple[object, ...]:
    return (
        campaign.redundancy,
        campaign.most_judgments,
        campaign.seconds_allotted,
        campaign.seconds_expected,
    )


@pytest.mark.parametrize("scheme", sorted(MADE))
def test_a_preset_fills_in_the_terms_that_are_left_out(scheme: str) -> None:
    make, preset, terms = MADE[scheme]
    dataset = make()
    made = create_campaign(
        dataset=dataset, scheme=scheme, user=None, name="As told", settings={"preset": preset}
    )
    assert terms_of(made) == terms
    own = create_campaign(
        dataset=dataset,
        scheme=scheme,
        user=None,
        name="Own",
        settings={"preset": preset},
        redundancy=4,
    )
    assert own.redundancy == 4


def test_presets_of_pairs_leave_programs_their_terms() -> None:
    """Programs named them before papers' terms came with them."""
    made = create_campaign(
        dataset=pairs_of_texts(),
        scheme="pair",
        user=None,
        name="Three",
        settings={"preset": "three-way"},
    )
    assert terms_of(made) == (10, None, 600, 129)
    assert made.majority_of == "answers"
    assert made.settings["help_at"] == 1


@pytest.mark.parametrize(
    ("scheme", "settings", "field"),
    [
        ("flat", {"preset": "b14"}, "preset"),
        ("flat", {"look_up": "altavista"}, "look_up"),
        ("flat", {"look_up": None}, "look_up"),
        ("flat", {"words": 3}, "words"),
        ("nested", {"preset": ["a13"]}, "preset"),
        ("nested", {"look_up": "https://example.org/?q="}, "look_up"),
        ("document", {"search": "yes"}, "search"),
        ("pair", {"help_at": 2}, "help_at"),
        ("pair", {"help_at": True}, "help_at"),
    ],
)
def test_other_settings_are_refused(scheme: str, settings: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidSettings) as refused:
        SCHEMES[scheme].check_settings(settings)
    assert refused.value.field == field


def test_settings_given_with_a_preset_win() -> None:
    check = SCHEMES["nested"].check_settings
    assert check({"preset": "a13"}) == {"parts": "two", "labels": [], "look_up": "duckduckgo"}
    assert check({"preset": "a13", "look_up": ""}) == {}
    assert check({"preset": "plain"}) == {}
    assert SCHEMES["flat"].check_settings({"preset": "a13", "look_up": "bing"}) == {
        "look_up": "bing"
    }


def test_instructions_with_a_link_or_a_search_are_standard() -> None:
    for name, preset in (("flat", "a13"), ("nested", "a13"), ("document", "privacy")):
        scheme = SCHEMES[name]
        told = scheme.instructions_of(scheme.check_settings({"preset": preset}))
        assert told != scheme.instructions_of(scheme.check_settings({}))
        assert scheme.is_standard(told)
        assert not scheme.is_standard(f"{told} Be quick.")


def test_qualifications_of_papers_by_name() -> None:
    def made(name: str, rules: object) -> Campaign:
        return create_campaign(
            dataset=dataset, scheme="flat", user=None, name=name, qualifications=rules
        )

    dataset = make_dataset(["a b"])
    assert made("H14", {"preset": "h14"}).qualifications == {
        "more_tasks_than": 99,
        "approved_above": "0.95",
    }
    assert made("PQ", {"preset": "pq", "countries": ["IN"]}).qualifications == {"countries": ["IN"]}
    with pytest.raises(Invalid, match="no such preset"):
        made("None", {"preset": "masters"})
