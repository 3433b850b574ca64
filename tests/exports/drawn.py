"""Random campaigns, with names and labels that files might lose, and judgments on them.

Nothing of them is stored: the input of a file is inserted where the exporter reads it.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from hypothesis import strategies as st

from agreement.segmentation.vectors import Kind
from analysis.reading.judgment_rows import JudgmentRead
from annotation.models import Campaign, Item
from annotation.schemes import SCHEMES
from midpath.text.characters import problem_with_characters, problem_with_words
from tests.agreement.strategies import vectors

STARTED = datetime(2026, 3, 1, tzinfo=UTC)
# Words that a spreadsheet, a cell parser or a tag parser might misread.
ODD = (
    *("=1+1", "'=x", "-1", "@a", "'", '"', '"x"', "a,b", "a;b", "0", "1", "2", "3", "1.0"),
    *("none", "None", "no", "yes", "nan", "null", "true", "O", "B-X", "-DOCSTART-", "#", "[x]"),
    *(
        "\ufeffa",
        "a\u200db",
        "＝x",
        "a",
        "b",
        "a_b",
        "a-b",
        "A_B",
        "T1",
        "{}",
        "[]",
        "\\n",
        "ß",
        "ẞ",
        "İ",
    ),
    *("𝔘nicode", "e\u0301", "日本", "\u202eabc"),
)
WORD = st.sampled_from(ODD) | st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Zs", "Zl", "Zp"]),
    min_size=1,
    max_size=6,
).filter(lambda word: word.split() == [word])
SPACE = st.sampled_from([" ", "\u00a0", "\u2028", "\u3000", "\t"])


@st.composite
def words(draw: st.DrawFn, fewest: int = 2, most: int = 6) -> list[str]:
    return draw(
        st.lists(WORD, min_size=fewest, max_size=most).filter(
            lambda found: (
                not problem_with_words(found) and not problem_with_characters(" ".join(found))
            )
        )
    )


TEXTS = st.lists(words(), min_size=1, max_size=4, unique_by=" ".join)
NAMES = st.lists(WORD, min_size=1, max_size=2).map(" ".join)
# Possible names of a label, or of the answer to a pair.
LABELS = st.lists(
    NAMES.filter(lambda name: name.isprintable() and "|" not in name),
    min_size=2,
    max_size=6,
    unique_by=str.casefold,
)


class Drawn(NamedTuple):
    """A campaign with its items and judgments, by their numbers."""

    campaign: Campaign
    items: Mapping[int, Item]
    judgments: Sequence[JudgmentRead]

    @property
    def counting(self) -> dict[tuple[str, str], tuple[int, ...]]:
        """Return the counting vectors, by the item's name and the worker."""
        return {
            (self.items[one.item_id].text, str(one.worker)): tuple(one.vector)
            for one in self.judgments
            if one.counts
        }


@st.composite
def campaigns(
    draw: st.DrawFn, scheme: str, settings: Mapping[str, Any], items: Sequence[Item], payloads: Any
) -> Drawn:
    """Draw judgments on these items; `payloads` draws an answer to one of them. At least one of
    them counts."""
    one = SCHEMES[scheme]
    checked = one.check_settings(dict(settings))
    campaign = Campaign(pk=1, name="Drawn", scheme=scheme, settings=checked)
    found = dict(enumerate(items, 1))
    pairs = [(number, worker) for number in found for worker in (1, 2, 30)]
    chosen = draw(st.lists(st.sampled_from(pairs), min_size=1, unique=True, max_size=8))
    judgments = []
    for number, (item, worker) in enumerate(chosen, 1):
        payload = draw(payloads(found[item], checked))
        vector = one.parse(payload, found[item], checked)
        counts = number == 1 or draw(st.booleans())
        judgments.append(judgment(number, item, worker, vector, payload, counts=counts))
    return Drawn(campaign, found, judgments)


def judgment(
    number: int,
    item: int,
    worker: int,
    vector: Sequence[int],
    payload: dict[str, Any],
    *,
    counts: bool,
) -> JudgmentRead:
    return JudgmentRead(
        pk=number,
        item_id=item,
        worker=worker,
        source="named",
        vector=list(vector),
        payload=payload,
        claimed_at=STARTED,
        submitted_at=STARTED + timedelta(milliseconds=1234 * number),
        counts=counts,
        folded=counts,
        late=False,
        known=False,
        repeat=False,
        review="",
        active_ms=None,
        first_action_ms=17 * number,
        suggested=None,
        as_suggested=None,
    )


@st.composite
def segmentations(draw: st.DrawFn) -> Drawn:
    scheme: Kind = draw(st.sampled_from(["flat", "nested"]))
    items = [Item(text=" ".join(text), content={"tokens": text}) for text in draw(TEXTS)]
    return draw(
        campaigns(
            scheme,
            {},
            items,
            lambda item, _: vectors(scheme, len(item.content["tokens"])).map(
                lambda vector: {"boundaries": list(vector)}
            ),
        )
    )


@st.composite
def labels(draw: st.DrawFn) -> Drawn:
    """Draw a campaign of labels of any kind."""
    kind = draw(st.sampled_from(["one", "any", "scale"]))
    names = draw(LABELS)
    settings = {
        "kind": kind,
        "question": "Which?",
        "level": draw(st.sampled_from(["ordinal", "interval"])),
        "labels": [{"label": name} for name in names],
    }
    if kind != "scale":
        del settings["level"]
    every = st.integers(0, len(names) - 1)
    answers = st.lists(every, unique=True) if kind == "any" else every
    gold = st.none() | (st.just("none") if kind == "any" else st.sampled_from(names))
    items = [
        Item(text=" ".join(text), content={"tokens": text, "columns": {"gold": draw(gold)}})
        for text in draw(TEXTS)
    ]
    payloads = st.fixed_dictionaries({"answer": answers})
    return draw(campaigns("label", settings, items, lambda item, settings: payloads))


@st.composite
def pairs(draw: st.DrawFn) -> Drawn:
    names = draw(LABELS)
    settings = {
        "preset": "custom",
        "question": "Same?",
        "answers": [
            {"label": name, "key": str(number), "yes": draw(st.booleans())}
            for number, name in enumerate(names, 1)
        ],
        "keywords": None,
    }
    items = [
        Item(
            text=name,
            content={
                "left": {"text": "a b"},
                "right": {"text": "c"},
                "gold": draw(st.none() | st.sampled_from(names)),
                "similarity": draw(st.none() | st.integers(0, 1_000_000)),
            },
        )
        for name in draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
    ]
    payloads = st.fixed_dictionaries({"answer": st.integers(0, len(names) - 1)})
    return draw(campaigns("pair", settings, items, lambda item, settings: payloads))


@st.composite
def spans(draw: st.DrawFn) -> Drawn:
    """Draw a campaign of spans of words or characters, disjoint, nested or crossing."""
    settings = {
        "unit": draw(st.sampled_from(["words", "characters"])),
        "overlap": draw(st.sampled_from(["none", "nested", "any"])),
        "question": "Which?",
        "labels": [{"label": name} for name in draw(LABELS) if len(name) <= 40],
    }
    items = [Item(text=" ".join(text), content={"tokens": text}) for text in draw(TEXTS)]
    return draw(campaigns("spans", settings, items, _spans))


@st.composite
def _spans(draw: st.DrawFn, item: Item, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Draw spans one after the other and, where they may overlap, one around them and one across
    them."""
    words = settings["unit"] == "words"
    places = item.content["tokens"] if words else item.text
    solid = [at for at, one in enumerate(places) if not one.isspace()]
    edges = sorted(draw(st.sets(st.sampled_from(solid), max_size=5)))
    found = {(begin, begin + 1) for begin in edges if draw(st.booleans())}
    if settings["overlap"] != "none" and edges:
        found.add((edges[0], edges[-1] + 1))
    if settings["overlap"] == "any" and len(edges) > 3:
        found |= {(edges[0], edges[2] + 1), (edges[1], edges[3] + 1)}
    names = st.sampled_from([one["label"] for one in settings["labels"]])
    return {"spans": [[begin, end, draw(names)] for begin, end in sorted(found)]}
