from annotation.models.people_terms import PEOPLE
from annotation.research.common.forms import ServiceForm
from annotation.research.terms.part import DeclaredTerms


class PeopleForm(DeclaredTerms, ServiceForm):
    """A form about who may join a launched campaign, how workers leave, and what they read."""

    groups = PEOPLE
