"""The demo's typology of its notices.

They have so few sentences that the side is undecided, and the page says why.
"""

from annotation.models import Dataset, Project, Typology, User
from annotation.options.typology import TypologyOptions
from annotation.services.jobs.kinds import TYPOLOGY
from annotation.services.jobs.typologies import ask_for_typology
from tasks.management.demo.pairs import DOCUMENTS
from tasks.run_job import run_job

LANGUAGE = "en"
OPTIONS = TypologyOptions(sentences=60, seed=7)


def demo_typology(project: Project, user: User) -> Typology:
    """Compute the typology now, as a Celery process would; an existing one is not changed."""
    documents = Dataset.objects.get(project=project, name=DOCUMENTS)
    typology = Typology.objects.filter(dataset=documents).order_by("pk").first()
    if typology is None:
        typology = ask_for_typology(
            dataset=documents, user=user, language=LANGUAGE, options=OPTIONS
        )
        run_job(TYPOLOGY.name, typology.pk)
    return typology
