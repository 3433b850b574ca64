"""The demo's alignment: groups of the sections of its invented notices, scored against the crowd's
judgments.
"""

from annotation.exchange.bag_terms import PRESETS
from annotation.models import Alignment, Dataset, Project, User
from annotation.services.jobs.alignments import AlignmentTerms, ask_for_alignment
from annotation.services.jobs.kinds import ALIGNMENT
from tasks.management.demo.pairs import DOCUMENTS
from tasks.run_job import run_job

NAME = "What the notices are about"
TERMS = AlignmentTerms(
    level="sections",
    method="vanilla",
    groups=5,
    runs=3,
    seed=7,
    words=PRESETS["coling"] | {"least_documents": 2},
    compare=True,
    curves=8,
)


def demo_alignment(project: Project, user: User) -> Alignment:
    """Make the alignment at once, as a Celery process would; an existing one stays as it is."""
    documents = Dataset.objects.get(project=project, name=DOCUMENTS)
    alignment = Alignment.objects.filter(dataset=documents, name=NAME).first()
    if alignment is None:
        alignment = ask_for_alignment(dataset=documents, user=user, name=NAME, terms=TERMS)
        run_job(ALIGNMENT.name, alignment.pk)
    return alignment
