"""Ask for a dataset's function words and the side on which its language keeps adpositions."""

from dataclasses import asdict, dataclass
from decimal import Decimal

from annotation.models import Dataset, Typology, User
from annotation.models.typology import FEWEST_LISTED, MOST_LISTED, MOST_SAMPLES
from annotation.services.datasets.word_lists import insist_on_language
from annotation.services.errors import Invalid
from annotation.services.jobs.jobs import MOST_SEED, ask_for_job, insist_on_range

# Pairs hold one text many times, apps and sites hold few.
RUNNING_TEXT = frozenset({Dataset.Kind.TEXTS, Dataset.Kind.DOCUMENTS, Dataset.Kind.QUESTIONS})
MOST_SENTENCES = 100_000
MOST_DRAWN = 1_000_000


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
    """Ask for a typology, which a job makes later."""
    insist_on_running_text(dataset)
    insist_on_language(language)
    _insist_on_terms(terms)
    return ask_for_job(Typology, dataset=dataset, user=user, language=language, **asdict(terms))


def insist_on_running_text(dataset: Dataset) -> None:
    if dataset.kind not in RUNNING_TEXT:
        raise Invalid(
            f"{dataset.name} holds {dataset.kind}: function words are looked for in texts, "
            "documents and questions."
        )


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
