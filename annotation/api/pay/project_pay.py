"""Operations on a project's money: what its campaigns have spent, owe and will cost, and its
budget."""

from decimal import Decimal

from rest_framework.request import Request

from annotation.api.basic_fields import Boolean, Integer, String
from annotation.api.fields import Form, Strict, Text
from annotation.api.operations import ResearcherOperation, pays, sees_figures
from annotation.api.scope import caller, project_for
from annotation.models import Project
from annotation.services.pay.budgets import set_project_money
from annotation.services.pay.overview import Money, Total, money_of_project, totals
from annotation.services.pay.purse import left_of
from midpath.text.formatting import typed

BUDGET = "The maximum that all campaigns together may owe and pay, including fees; null: no limit."
MIN_HOURLY = (
    "The minimum hourly pay below which pages show a warning, based on the median active time; "
    "null: none."
)
CURRENCY = "The currency of both, as three capital letters; empty if both are null."


class _Spent(Form):
    currency = String("The currency, as three capital letters.")
    spent = String("Everything earned, paid or not, with the fee.")
    paid = String("Paid by the platform or bank.")
    owed = String("Earned but not paid.")
    forecast = String("The cost when all work is done, with the fee.")
    pretended = String("What the simulated work would have cost.")


class MoneyTotal(_Spent):
    """The money of all campaigns that pay in one currency."""


class CampaignMoney(_Spent):
    """The money of one campaign."""

    campaign = Integer("The campaign's number.")
    hourly = String("The hourly pay; null: unknown.", allow_null=True)
    underpays = Boolean("Whether it is below `least_hourly`.")


class ProjectMoney(Form):
    """The money of a project; decimals are strings."""

    budget = String(BUDGET, allow_null=True)
    left = String("What the budget still allows; null: no limit.", allow_null=True)
    least_hourly = String(MIN_HOURLY, allow_null=True)
    currency = String(CURRENCY)
    totals = MoneyTotal(many=True, help_text="By currency.")
    campaigns = CampaignMoney(many=True, help_text="Paid campaigns, newest first.")


class ReadProjectMoney(ResearcherOperation):
    @sees_figures(name="read_project_money", gives={200: ProjectMoney})
    def get(self, request: Request, project_id: int) -> object:
        """Read what a project's campaigns have spent, owe and will cost, and its budget left."""
        return _to_dict(project_for(request, project_id))


class SetProjectMoney(ResearcherOperation):
    class Input(Strict):
        budget = Text(BUDGET, allow_null=True, pattern=r"[0-9]{1,9}(\.[0-9]{1,2})?")
        least_hourly = Text(
            MIN_HOURLY,
            allow_null=True,
            pattern=r"[1-9][0-9]{0,5}(\.[0-9]{1,2})?|0\.(0[1-9]|[1-9][0-9]?)",
        )
        currency = Text(CURRENCY, pattern="([A-Z]{3})?", allow_blank=True)

        def validate_budget(self, value: str | None) -> Decimal | None:
            return None if value is None else Decimal(value)

        def validate_least_hourly(self, value: str | None) -> Decimal | None:
            return None if value is None else Decimal(value)

    @pays(name="set_project_money", takes=Input, gives={200: ProjectMoney})
    def post(self, request: Request, project_id: int) -> object:
        """Change the budget of a project and the minimum hourly pay.
        The budget cannot be less than what is owed, paid or committed to open tasks."""
        project = project_for(request, project_id)
        changed = set_project_money(project=project, user=caller(request), **self.body)
        return _to_dict(changed)


def _to_dict(project: Project) -> dict[str, object]:
    moneys = money_of_project(project)
    return {
        "budget": _typed(project.budget),
        "left": _typed(left_of(project)),
        "least_hourly": _typed(project.least_hourly),
        "currency": project.currency,
        "totals": [_sums(one, one.currency) for one in totals(moneys)],
        "campaigns": [
            _sums(one, one.campaign.currency)
            | {
                "campaign": one.campaign.pk,
                "hourly": _typed(one.hourly),
                "underpays": one.underpays(project),
            }
            for one in moneys
        ],
    }


def _sums(money: Money | Total, currency: str) -> dict[str, object]:
    names = ("spent", "paid", "owed", "forecast", "pretended")
    return {"currency": currency, **{name: typed(getattr(money, name)) for name in names}}


def _typed(amount: Decimal | None) -> str | None:
    return None if amount is None else typed(amount)
