"""The options of alignments and samples: on the page, in the command, in the mathematics and in
rows."""

from dataclasses import fields

import pytest

from addons.alignment.models import Alignment
from addons.alignment.pages.alignment_forms import AlignmentForm
from addons.alignment.pages.draws import DrawForm, WithCrowdForm
from addons.alignment.tests.requested import by_part, make_alignment
from annotation.research.common.option_fields import initial_of
from midpath.alignment.drawing import plan_of
from midpath.alignment.options.alignment import AlignmentOptions
from midpath.alignment.options.draw import DrawOptions
from midpath.alignment.options.lexicon import LexiconOptions
from midpath.alignment.options.words import PRESETS, WordOptions, preset_of
from midpath.alignment.segment_corpus import terms_of
from midpath.corpus import pair_sampling
from midpath.corpus.bags import Terms
from midpath.options.base import Options, Unreadable, Wrong, declared_in
from midpath.options.strata import EDGES
from tests.corpus.test_bags import ACL, COLING
from tests.helpers.documents import make_documents
from tests.test_options import assert_flags, assert_on_page, assert_read_as_stored

LEXICON = LexiconOptions("other", ("ja", "on"), ("evästeet\teväste", "tiedot\ttieto"))
BY_GROUPS = AlignmentOptions(
    method="lda", seed=5, words=PRESETS["coling"], lexicon=LEXICON, compare=True, curves=20
)
BY_PAIRS = DrawOptions(level="paragraphs", document_pairs=None, smooth=True, edge=EDGES[1])


def test_every_option_is_on_its_page() -> None:
    assert_on_page(AlignmentForm())
    assert_on_page(DrawForm(), left_out={"edge"})
    made = WithCrowdForm(alignment=Alignment(options=AlignmentOptions()))
    assert_on_page(made, left_out={"level"})


def test_every_option_is_a_flag_of_its_command_with_its_default() -> None:
    # The command takes several methods, always compares, and chooses words by a preset.
    known = assert_flags(
        "align", AlignmentOptions, without={"method", "compare", "words", "lexicon"}
    )
    assert all(getattr(known, one.name) is None for one in declared_in(WordOptions))
    assert (known.language, known.stopword_list, known.lemmas) == ("english", None, None)
    # In addition to groups, the command takes their level.
    assert_flags("draw_pairs", DrawOptions, changed={"level": None})


@pytest.mark.parametrize("options", [BY_GROUPS, BY_PAIRS])
def test_what_is_stored_is_read_as_it_was(options: Options) -> None:
    assert_read_as_stored(options)


def test_what_cannot_be_read_says_what_is_unknown() -> None:
    with pytest.raises(Unreadable, match="no option colour, depth"):
        DrawOptions.from_json({"depth": 1, "colour": 2, "per_stratum": 50})
    with pytest.raises(Unreadable, match="WordOptions has no option colour"):
        AlignmentOptions.from_json({"words": {"colour": 2}})


def test_what_a_form_shows_is_what_it_reads() -> None:
    form = AlignmentForm(initial_of(BY_GROUPS) | {"name": "N", "preset": "own"})
    assert form.is_valid(), form.errors
    assert form.chosen() == BY_GROUPS
    assert form.has_own_lexicon
    assert not AlignmentForm(initial=initial_of(AlignmentOptions())).has_own_lexicon
    assert AlignmentForm(initial=initial_of(BY_GROUPS)).has_own_lexicon
    alignment = Alignment(options=AlignmentOptions(level=BY_PAIRS.level))
    chosen = WithCrowdForm(initial_of(BY_PAIRS) | {"name": "N"}, alignment=alignment)
    assert chosen.is_valid(), chosen.errors
    assert chosen.chosen() == BY_PAIRS


def test_the_mathematics_has_the_same_defaults() -> None:
    assert plan_of(DrawOptions()).document_pairs == pair_sampling.DOCUMENT_PAIRS
    assert EDGES == pair_sampling.EDGES
    own = {"stopword_list", "lemmas"}
    assert {one.name for one in fields(Terms)} == {one.name for one in fields(WordOptions)} | own
    assert (terms_of(PRESETS["acl"]), terms_of(PRESETS["coling"])) == (ACL, COLING)


def test_built_in_stopwords_are_english() -> None:
    with pytest.raises(Wrong, match="English") as refused:
        AlignmentOptions(words=PRESETS["coling"], lexicon=LexiconOptions("other")).check()
    assert refused.value.field == "stopword_list"
    AlignmentOptions(words=PRESETS["coling"], lexicon=LEXICON).check()
    AlignmentOptions(lexicon=LexiconOptions("other")).check()


@pytest.mark.parametrize("line", ["eväste", "a\tb\tc", "a\t ", "\tb", "a\tb" + "c" * 200])
def test_a_lemma_is_a_form_a_tab_and_a_word(line: str) -> None:
    with pytest.raises(Wrong, match="Line 2: ") as refused:
        LexiconOptions(lemmas=("is\tbe", line)).check()
    assert refused.value.field == "lemmas"
    with pytest.raises(Wrong, match="“is” has several lines"):
        LexiconOptions(lemmas=("is\tbe", "is\tam")).check()


def test_words_to_leave_out_are_distinguished_without_case_and_space() -> None:
    words = WordOptions(domain_words=(" Web", "web ", "", "Site"))
    assert words.domain_words == ("web", "site")
    assert preset_of(WordOptions()) == "acl"
    assert preset_of(words) == ""


@pytest.mark.django_db
def test_a_row_holds_its_options_and_the_database_reads_single_ones() -> None:
    made = make_alignment(make_documents(), by_part, level="paragraphs")
    found = Alignment.objects.get()
    assert found.options == made.options == AlignmentOptions("paragraphs", groups=3, runs=1)
    assert Alignment.objects.filter(options__level="paragraphs").exists()
    assert list(Alignment.objects.values_list("options__groups", flat=True)) == [3]
