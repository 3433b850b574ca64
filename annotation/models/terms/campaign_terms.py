"""All terms of a campaign, with a column for each."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import models

from annotation.models.people_terms import About, Recruitment, Return
from annotation.models.terms.base import terms_of
from annotation.models.terms.columns import column_of
from annotation.models.terms.pay_terms import Amounts, Pay
from annotation.models.terms.quality_terms import Gold, Majority, Repeats, WarmUp
from annotation.models.terms.reading_terms import Practice, QuizTerms, Reading
from annotation.models.terms.serving_terms import Limits, Order, Serving


# A dataclass lists the fields of its last base first.
@dataclass
class CampaignTerms(
    QuizTerms,
    Practice,
    Reading,
    Pay,
    Serving,
    Order,
    Limits,
    WarmUp,
    Repeats,
    Gold,
    Majority,
    Amounts,
    Return,
    Recruitment,
    About,
):
    """The terms of a campaign, except its name, reward, qualifications, instructions and
    settings."""


TERMS = terms_of(CampaignTerms)
TERM = {one.name: one for one in TERMS}

if TYPE_CHECKING:

    class TermColumns(models.Model, CampaignTerms):
        class Meta:
            abstract = True

else:

    class TermColumns(models.Model):
        """A column for each term."""

        class Meta:
            abstract = True

    for one in TERMS:
        TermColumns.add_to_class(one.name, column_of(one))
