"""The demo's alignment: groups of the sections of its invented notices, scored against the crowd's
judgments.
"""

from dataclasses import replace

from annotation.models import Alignment, Dataset, Project, User
from annotation.options.alignment import AlignmentOptions
from annotation.options.words import PRESETS
from annotation.services.jobs.alignments import ask_for_alignment
from annotation.services.jobs.kinds import ALIGNMENT
from tasks.management.demo.pairs import DOCUMENTS
from tasks.run_job import run_job

NAME = "What the notices are about"
OPTIONS = AlignmentOptions(
    groups=5,
    runs=3,
    seed=7,
    words=replace(PRESETS["coling"], least_documents=2),
    compare=True,
    curves=8,
)


def demo_alignment(project: Project, user: User) -> Alignment:
    """Compute the alignment now, as a Celery process would; an existing one is not changed."""
    documents = Dataset.objects.get(project=project, name=DOCUMENTS)
    alignment = Alignment.objects.filter(dataset=documents, name=NAME).first()
    if alignment is None:
        alignment = ask_for_alignment(dataset=documents, user=user, name=NAME, options=OPTIONS)
        run_job(ALIGNMENT.name, alignment.pk)
    return alignment
