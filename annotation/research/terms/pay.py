"""The form of the pay terms that can change while a campaign runs."""

from annotation.models.terms.pay_terms import Pay
from annotation.research.common.forms import ServiceForm
from annotation.research.terms.part import DeclaredTerms


class PayTermsForm(DeclaredTerms, ServiceForm):
    groups = (Pay,)
