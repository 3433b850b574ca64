"""The money of a project: what its campaigns have spent, owe and will cost, its budget, and the
minimum hourly pay."""

from decimal import Decimal

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from annotation.capabilities import Capability
from annotation.models import Project
from annotation.models.terms.pay_terms import MAX_BUDGET
from annotation.research.common.access import ResearcherRequest, membership_of, needs
from annotation.research.common.forms import ServiceForm
from annotation.services.errors import ServiceError
from annotation.services.pay.budgets import set_project_money
from annotation.services.pay.overview import Total, money_of_project, totals
from annotation.services.pay.purse import left_of
from midpath.text.formatting import typed, written


class MoneyForm(ServiceForm):
    budget = forms.DecimalField(
        min_value=Decimal(0),
        max_value=MAX_BUDGET,
        decimal_places=2,
        required=False,
        label="Budget of all campaigns together",
        help_text=(
            "Workers get no more tasks once it is used up, fees included. Leave empty for no limit."
        ),
    )
    least_hourly = forms.DecimalField(
        min_value=Decimal("0.01"),
        max_digits=8,
        decimal_places=2,
        required=False,
        label="Minimum hourly pay",
        help_text=(
            "Pages show a warning if a campaign pays less, based on the median active time. "
            "Leave empty for no warning."
        ),
    )
    currency = forms.RegexField(
        r"^[A-Z]{3}$",
        required=False,
        label="Currency",
        error_messages={"invalid": "Enter the currency as three capital letters, such as USD."},
        widget=forms.TextInput(attrs={"maxlength": 3, "autocapitalize": "characters"}),
    )

    @staticmethod
    def filled(project: Project) -> dict[str, object]:
        return {
            "budget": "" if project.budget is None else typed(project.budget),
            "least_hourly": "" if project.least_hourly is None else typed(project.least_hourly),
            "currency": project.currency,
        }


@needs(to_read=Capability.SEE_FIGURES, to_post=Capability.PAY)
def show(request: ResearcherRequest, project_id: int) -> HttpResponse:
    project = membership_of(request, project_id).project
    form = MoneyForm(request.POST or None, initial=MoneyForm.filled(project))
    if request.method == "POST" and form.is_valid():
        with form.showing(ServiceError):
            set_project_money(project=project, user=request.user, **form.cleaned_data)
            messages.success(request, "Project budget changed.")
            return redirect("research:project_pay", project.pk)
    moneys = money_of_project(project)
    summed = totals(moneys)
    context = {
        "project": project,
        "form": form,
        "left": left_of(project),
        "totals": summed,
        "warning": _warning_of(project, summed),
        "rows": [(money, money.underpays(project)) for money in moneys],
    }
    return render(request, "research/project/money.html", context, status=form.status)


def _warning_of(project: Project, summed: list[Total]) -> str:
    """Return a warning if the budget will not last until all campaigns are done."""
    foreseen = next((one.forecast for one in summed if one.currency == project.currency), None)
    if project.budget is None or foreseen is None or foreseen <= project.budget:
        return ""
    return (
        f"The forecast of all campaigns, {project.currency} {written(foreseen)}, exceeds the "
        "budget: it will be used up before the work is done."
    )
