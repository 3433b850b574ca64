"""Request the function words of a dataset, and whether its language has prepositions or
postpositions."""

from addons.typology.apps import RUNNING_TEXT
from addons.typology.models import Typology
from annotation.models import Dataset, User
from annotation.services.datasets.word_lists import require_language
from annotation.services.errors import Invalid
from annotation.services.jobs.jobs import ask_for_job, require_options
from midpath.typology.options import TypologyOptions


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
