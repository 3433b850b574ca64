"""Items shared by two sides are counted before the comparison, as the comparison will match
them."""

from collections.abc import Callable, Sequence

import pytest

from addons.comparisons.results import comparing_of, pairs_of, read_side
from addons.comparisons.services import comparisons
from addons.comparisons.services.comparisons import side_of
from addons.comparisons.services.shared_items import Source, count_shared, key_of
from addons.comparisons.tests.compared import request_comparison
from annotation.models import AnnotationSet, Campaign, Dataset, Item, Project
from annotation.services.errors import Invalid
from tests.helpers.evidence import PLAIN, document, import_lines, question
from tests.helpers.factories import make_campaign, make_dataset, make_project
from tests.helpers.labels import texts_to_label
from tests.helpers.pairs import BINARY, make_pairs
from tests.helpers.queries import assert_queries
from tests.helpers.sets import annotations_file, make_set

pytestmark = pytest.mark.django_db
TEXTS = ("first aid course", "on line", "cheap red shoes", "a b")


def loaded(*sources: Source) -> list[Source]:
    """Load them as pages do: with their datasets, in the same query."""
    return [type(one).objects.select_related("dataset").get(pk=one.pk) for one in sources]


def shared(one: Source, other: Source) -> int | None:
    return count_shared([one, other])[key_of(one)][key_of(other)]


def matched(one: Source, other: Source) -> int:
    """Return how many items both sides have, matched slowly as a comparison does."""
    crowd, gold = read_side(side_of(one)), read_side(side_of(other))
    pairs, _ = pairs_of(crowd, gold, comparing_of(one.scheme, crowd, gold))
    mine, theirs = items_of(one), items_of(other)
    return sum(item in mine and gold_item in theirs for item, gold_item in pairs)


def items_of(source: Source) -> set[int]:
    if isinstance(source, Campaign):
        return set(source.hits.filter(known=False).values_list("item", flat=True))
    return set(source.annotations.values_list("item", flat=True))


def flats(project: Project) -> list[Source]:
    """Make two datasets of texts; one text is tokenized differently in the second."""
    one, two = (make_dataset(texts, project) for texts in (TEXTS, (*TEXTS[1:], "c d")))
    Item.objects.filter(dataset=two, text="on line").update(content={"tokens": ["o", "nline"]})
    return [make_campaign(one), make_campaign(two), make_campaign(two, scheme="nested")]


def pairs(project: Project) -> list[Source]:
    """Make two datasets whose pairs have the same words; one pair is duplicated in the second."""
    one, two = make_pairs(3, project=project), make_pairs(5, project=project)
    twice = Item.objects.get(dataset=two, position=1).content
    Item.objects.filter(dataset=two, position=4).update(content=twice)
    return [make_campaign(each, scheme="pair", settings=BINARY) for each in (one, two)]


def labels(project: Project) -> list[Source]:
    """Include the context of a text, which differs in the third dataset."""
    settings = {"kind": "one", "texts": ["title", "text"]}
    made: list[Source] = []
    for title in ("One", " One ", "Two"):
        dataset = texts_to_label(*TEXTS, project=project, columns={"title": title})
        made.append(make_campaign(dataset, scheme="label", settings=settings))
    return made


def spans(project: Project) -> list[Source]:
    datasets = [make_dataset(texts, project) for texts in (TEXTS[:2], TEXTS[1:])]
    settings = {"labels": [{"label": "Name"}]}
    return [make_campaign(each, scheme="spans", settings=settings) for each in datasets]


def questions(project: Project) -> list[Source]:
    """Use the same questions about a renamed document, and about a reworded one."""
    made: list[Source] = []
    for name, more in (("house", {}), ("home", {}), ("hut", {"sentences": ["We sell it."]})):
        items = [question(f"Who reads log {n}?", name) for n in range(2)]
        dataset = import_lines(document(name, **more), *items, project=project)
        made.append(make_campaign(dataset, scheme="evidence", settings=dict(PLAIN)))
    return made


@pytest.mark.parametrize(
    ("make", "numbers"),
    [
        (flats, [2, 2, 4]),
        (pairs, [2]),
        (labels, [4, 0, 0]),
        (spans, [1]),
        (questions, [2, 0, 0]),
    ],
)
def test_two_datasets_share_what_a_comparison_matches(
    make: Callable[[Project], list[Source]], numbers: Sequence[int]
) -> None:
    sources = loaded(*make(make_project()))
    with assert_queries(1):
        found = count_shared(sources)
    both = [(one, other) for at, one in enumerate(sources) for other in sources[at + 1 :]]
    assert [found[key_of(one)][key_of(other)] for one, other in both] == list(numbers)
    alike = [(one, other) for one, other in both if one.scheme == other.scheme]
    assert all(found[key_of(b)][key_of(a)] == matched(a, b) for a, b in alike)


def part_of(dataset: Dataset, name: str, texts: Sequence[str]) -> AnnotationSet:
    rows = "".join(f"{text},1,{text}\n" for text in texts)
    return make_set(dataset, "flat", f"item,worker,annotation\n{rows}", name=name)


def test_parts_of_one_dataset_may_share_no_item() -> None:
    dataset = make_dataset(TEXTS)
    whole = make_set(dataset, "flat", annotations_file(dataset), name="whole")
    campaign = make_campaign(dataset)
    first, middle, last = (
        part_of(dataset, name, texts)
        for name, texts in (("first", TEXTS[:2]), ("middle", TEXTS[1:3]), ("last", TEXTS[2:]))
    )
    for source in (first, middle, last):
        source.refresh_from_db()
        assert shared(source, whole) == shared(campaign, source) == 2
    assert (shared(first, middle), shared(middle, last), shared(first, last)) == (1, 1, 0)
    assert shared(whole, campaign) == 4
    with pytest.raises(Invalid, match="“first” and “last” share no item") as refused:
        request_comparison(first, last)
    assert refused.value.field == "gold"


def test_known_items_are_not_counted_since_no_comparison_has_them() -> None:
    dataset = make_pairs(4, ["yes"] * 2)
    campaign = make_campaign(
        dataset, scheme="pair", settings=BINARY, training_hits=2, most_workers=5
    )
    rows = "worker,pair,answer\n1,pair 1,yes\n1,pair 2,no\n1,pair 3,no\n"
    assert shared(campaign, make_set(dataset, "pair", rows)) == 1


def test_no_more_items_are_read_than_the_bound() -> None:
    """The smallest are read first."""
    project = make_project()
    small, middle, large = loaded(
        *(make_campaign(make_dataset(texts, project)) for texts in (TEXTS[:1], TEXTS[:2], TEXTS))
    )
    with assert_queries(1):
        found = count_shared([small, middle, large], most=3)
    assert found[key_of(small)] == {key_of(middle): 1, key_of(large): None}
    with assert_queries(0):
        found = count_shared([middle, large], most=2)
    assert found[key_of(middle)][key_of(large)] is None


def test_what_was_not_counted_is_not_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    project = make_project()
    crowd, gold = (make_campaign(make_dataset([text], project)) for text in TEXTS[:2])
    monkeypatch.setattr(comparisons, "MAX_ITEMS_CHECKED", 1)
    request_comparison(crowd, gold)
