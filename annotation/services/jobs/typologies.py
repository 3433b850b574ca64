"""Request the function words of a dataset, and whether its language has prepositions or
postpositions."""

from annotation.models import Dataset, Typology, User
from annotation.options.typology import TypologyOptions
from annotation.services.datasets.word_lists import require_language
from annotation.services.errors import Invalid
from annotation.services.jobs.jobs import ask_for_job, require_options

# Pairs repeat texts, and apps and sites contain few.
RUNNING_TEXT = frozenset({Dataset.Kind.TEXTS, Dataset.Kind.DOCUMENTS, Dataset.Kind.QUESTIONS})


def ask_for_typology(
    *, dataset: Dataset, user: User | None, language: str, options: TypologyOptions
) -> Typology:
    """Request a typology, made by a job."""
    require_running_text(dataset)
    require_language(language)
    require_options(options)
    return ask_for_job(Typology, dataset=dataset, user=user, language=language, options=options)


def require_running_text(dataset: Dataset) -> None:
    if dataset.kind not in RUNNING_TEXT:
        raise Invalid(
            f"{dataset.name} contains {dataset.kind}, but function words can only be detected in "
            "texts, documents and questions."
        )
