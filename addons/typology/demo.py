"""The demo's typology of its notices.

They have so few sentences that the side is undecided, and the page says why.
"""

from addons.typology.job_kinds import TYPOLOGY
from addons.typology.models import Typology
from addons.typology.services import ask_for_typology
from annotation.models import Project, User
from midpath.typology.options import TypologyOptions
from tasks.management.demo.documents import demo_documents
from tasks.management.demo.parts import DemoPart

LANGUAGE = "en"
OPTIONS = TypologyOptions(sentences=60, seed=7)


def demo_typology(project: Project, user: User) -> Typology:
    """Request the typology; an existing one is not changed."""
    documents = demo_documents(project, user)
    typology = Typology.objects.filter(dataset=documents).order_by("pk").first()
    if typology is None:
        typology = ask_for_typology(
            dataset=documents, user=user, language=LANGUAGE, options=OPTIONS
        )
    return typology


DEMO = DemoPart(
    name="typology",
    label="Function words",
    about="function words of the notices",
    ask=demo_typology,
    job=TYPOLOGY.name,
)
