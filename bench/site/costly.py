"""A campaign of each scheme, and the costliest answers to one HIT of it.

The refused ones are valid except for their end. The valid ones are posted as further answers to a
HIT that has one.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from annotation.models import Campaign, Dataset, Item, Project
from annotation.services.campaigns.campaigns import create_campaign, launch_campaign
from midpath.json_types import JsonObject

WORDS = 60
PAIR_CHARACTERS = 20_000
SENTENCES = 2_000
LINES = 9_000
WORDY = "word " * WORDS
TEXT = "".join(f"w{number} " for number in range(PAIR_CHARACTERS))[:PAIR_CHARACTERS]
MARKS = "a" + "\u0301" * 4_000 + "\u0323" * 4_000
PLAIN = {"preset": "plain"}
CHARACTERS = {**PLAIN, "preset": "custom", "unit": "characters"}

Payload = JsonObject


@dataclass(frozen=True)
class Target:
    """A HIT and its answers; `sound` is stored first, the others are posted repeatedly."""

    name: str
    campaign: Campaign
    sound: Payload
    further: Payload
    refused: tuple[Payload, ...]


def make_targets() -> Iterator[Target]:
    project = Project.objects.create(name="besieged")
    texts = dataset(project, "texts", [(WORDY, {"tokens": WORDY.split()})] * 2)
    for scheme, answers in (("flat", flat()), ("nested", nested())):
        yield Target(scheme, launch(texts, scheme, {}), *answers)
    text = {"text": TEXT}
    pairs = dataset(project, "pairs", [("a pair", {"left": text, "right": text})] * 2)
    yield Target("pair", launch(pairs, "pair", {"keywords": [1, 10]}), *pair())
    content = {"question": "?", "sentences": SENTENCES}
    questions = dataset(project, "questions", [("Why?", content)] * 2)
    sentences = [f"Sentence {number}." for number in range(SENTENCES)]
    documents = dataset(project, "documents", [("policy", {"sentences": sentences})])
    questions.items.update(document=documents.items.get())
    yield Target("evidence", launch(questions, "evidence", PLAIN), *by_sentences())
    yield Target("characters", launch(questions, "evidence", CHARACTERS), *by_characters())
    apps = dataset(project, "apps", [("app", {"name": "app", "description": "an app"})] * 2)
    yield Target("question", launch(apps, "question", {"questions": 5}), *elicited())
    sites = dataset(project, "sites", [("example.org", {})] * 2)
    yield Target("document", launch(sites, "document", {}), *collected())


def dataset(project: Project, kind: str, items: list[tuple[str, JsonObject]]) -> Dataset:
    made = Dataset.objects.create(project=project, name=kind, kind=kind, item_count=len(items))
    Item.objects.bulk_create(
        Item(dataset=made, position=number, text=f"{text} {number}", content=content)
        for number, (text, content) in enumerate(items, 1)
    )
    return made


def launch(of: Dataset, scheme: str, settings: JsonObject) -> Campaign:
    campaign = create_campaign(
        dataset=of,
        scheme=scheme,
        user=None,
        name=f"{scheme} {settings.get('unit', '')}",
        settings=settings,
        redundancy=1_000,
    )
    return launch_campaign(campaign=campaign, user=None)


Answers = tuple[Payload, Payload, tuple[Payload, ...]]


def flat() -> Answers:
    cuts = [1] * (WORDS - 1)
    refused = ({"boundaries": [*cuts[:-1], 2]}, {"answer": WORDY + "word"}, {"answer": "a|" * 300})
    return {"boundaries": cuts}, {"boundaries": [0, *cuts[1:]]}, refused


def nested() -> Answers:
    comb = list(range(WORDS - 1))
    refused = (
        {"boundaries": [*comb[:-1], comb[-2]]},
        {"answer": "(" * (WORDS - 2) + "word " + "word)" * (WORDS - 1)},
        {"answer": "(" * 700},
    )
    return {"boundaries": comb}, {"boundaries": comb[::-1]}, refused


def pair() -> Answers:
    def keywords(last: str) -> Payload:
        words = [*(f"w{number}" for number in range(9)), last]
        return {"answer": 0, "keywords": {"left": words, "right": words}}

    return keywords("w9"), keywords("w10"), (keywords("nowhere"), keywords(MARKS[:1_500]))


def by_sentences() -> Answers:
    every = list(range(SENTENCES))
    refused = ({"answerable": True, "sentences": [*every, 0]},)
    return (
        {"answerable": True, "sentences": every},
        {"answerable": True, "sentences": every[1:]},
        refused,
    )


def by_characters() -> Answers:
    spans, at = [], 0
    for number in range(SENTENCES):
        spans.append([at, at + 1])
        at += len(f"Sentence {number}.") + 1
    last = spans[-1][0]
    wrong = (
        {"answerable": True, "spans": [*spans[:-1], [last - 1, last]]},
        {"answerable": True, "spans": [[place, place + 1] for place in range(4_300)]},
    )
    return {"answerable": True, "spans": spans}, {"answerable": True, "spans": spans[1:]}, wrong


def elicited() -> Answers:
    long = [f"{number} {'a ' * 145}?" for number in range(5)]
    refused = ({"questions": [*long[:-1], long[0]]}, {"questions": ["a " * 3_000] * 5})
    return {"questions": long}, {"questions": long[::-1]}, refused


def collected() -> Answers:
    def policy(text: str, last: str) -> Payload:
        return {
            "url": "https://example.org/privacy",
            "updated_on": {"text": "", "date": None},
            "text": text,
            "subtitles": [*(f"line {number}" for number in range(299)), last],
        }

    lines = "".join(f"line {number}\n" for number in range(LINES)) + "word " * 70_000
    refused = (policy(lines, "nowhere"), policy("\n" * 400_000 + "a", "a"), policy(MARKS * 20, "a"))
    return policy(lines, "line 299"), policy(lines, "line 300"), refused
