"""The options of typologies: on the page, in the command, in the mathematics and in rows."""

from addons.typology.forms import TypologyForm
from annotation.research.common.option_fields import initial_of
from midpath.corpus import adpositions
from midpath.options.base import narrowed
from midpath.typology.options import TypologyOptions
from tests.test_options import assert_flags, assert_on_page, assert_read_as_stored

CHOSEN = TypologyOptions(by="counts", samples=0, margin=0.125, known_words=("of", "to"))


def test_each_option_is_on_the_page_and_a_flag_and_stored() -> None:
    assert_on_page(TypologyForm())
    assert_flags("typology", TypologyOptions, without=("resamples", "known_words"))
    assert_read_as_stored(CHOSEN)


def test_what_the_form_shows_is_what_it_reads() -> None:
    form = TypologyForm(initial_of(CHOSEN) | {"language": "en"})
    assert form.is_valid(), form.errors
    assert form.chosen() == CHOSEN


def test_the_mathematics_has_the_same_defaults() -> None:
    asked = adpositions.TypologyOptions()
    assert narrowed(adpositions.TypologyOptions, TypologyOptions()) == vars(asked)
