"""Ask for a dataset's function words and the side on which its language keeps adpositions; discard
and restore the results. A Celery job counts (tasks.typologies)."""

from dataclasses import asdict, dataclass
from decimal import Decimal

from django.db import transaction

from annotation.models import Dataset, Typology, User
from annotation.models.typology import FEWEST_LISTED, MOST_LISTED, MOST_SAMPLES
from annotation.services.audit import record_event
from annotation.services.datasets.word_lists import insist_on_language
from annotation.services.errors import Invalid
from annotation.services.jobs.jobs import (
    MOST_SEED,
    discard_job,
    insist_on_range,
    make_room,
    restore_job,
)
from annotation.services.jobs.messages import send

# Pairs hold one text many times, apps and sites hold few.
RUNNING_TEXT = frozenset({Dataset.Kind.TEXTS, Dataset.Kind.DOCUMENTS, Dataset.Kind.QUESTIONS})
MOST_SENTENCES = 100_000
MOST_DRAWN = 1_000_000
UNDER_WAY = "The function words of this dataset are being looked for. Wait for it, or stop it."


@dataclass(frozen=True)
class Terms:
    by: str = Typology.By.ENTROPY
    top: int = 200
    samples: int = 10
    sentences: int = 1000
    seed: int = 1
    margin: Decimal = Decimal("0.010")


def ask_for_typology(
    *, dataset: Dataset, user: User | None, language: str, terms: Terms
) -> Typology:
    """Ask for a typology, which a job makes later. Typologies that were discarded or failed a day
    ago are deleted."""
    insist_on_running_text(dataset)
    insist_on_language(language)
    _insist_on_terms(terms)
    with transaction.atomic():
        make_room(Typology, dataset, UNDER_WAY)
        typology = Typology.objects.create(
            dataset=dataset, user=user, language=language, **asdict(terms)
        )
        _record("typology.asked", typology, user)
        transaction.on_commit(lambda: start_typology(typology.pk))
    return typology


def discard_typology(*, typology: Typology, user: User) -> None:
    """Discard a typology, and stop it if it is under way. It can be restored until a day has gone
    by and another is asked for. If it is discarded already, nothing happens."""
    with transaction.atomic():
        if discard_job(typology):
            _record("typology.discarded", typology, user)


def restore_typology(*, typology: Typology, user: User) -> None:
    """Restore a discarded typology as it was. One that had been stopped begins again. If it is not
    discarded, nothing happens."""
    with transaction.atomic():
        if restore_job(typology, UNDER_WAY, start_typology):
            _record("typology.restored", typology, user)


def insist_on_running_text(dataset: Dataset) -> None:
    if dataset.kind not in RUNNING_TEXT:
        raise Invalid(
            f"{dataset.name} holds {dataset.kind}: function words are looked for in texts, "
            "documents and questions."
        )


def start_typology(typology_id: int) -> None:
    send("tasks.typology", typology_id)


def _insist_on_terms(terms: Terms) -> None:
    if terms.by not in Typology.By.values:
        raise Invalid("Choose entropies or counts.", field="by")
    insist_on_range("top", terms.top, FEWEST_LISTED, MOST_LISTED)
    insist_on_range("samples", terms.samples, 0, MOST_SAMPLES)
    insist_on_range("sentences", terms.sentences, 1, MOST_SENTENCES)
    insist_on_range("seed", terms.seed, 0, MOST_SEED)
    if terms.samples * terms.sentences > MOST_DRAWN:
        most = MOST_DRAWN // terms.samples
        raise Invalid(
            f"{terms.samples:,} samples may have {most:,} sentences each at most.",
            field="sentences",
        )
    known = terms.margin.is_finite() and 0 <= terms.margin <= 1
    if not known or terms.margin != round(terms.margin, 3):
        raise Invalid("Give a number from 0 to 1 with three decimals at most.", field="margin")


def _record(verb: str, typology: Typology, user: User | None) -> None:
    record_event(
        verb,
        project=typology.dataset.project_id,
        user=user,
        object_id=typology.pk,
        name=typology.dataset.name,
        language=typology.language,
    )
