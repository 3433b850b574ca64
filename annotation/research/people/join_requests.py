"""The page about who may join a campaign: its lists of ids, and the traits that platforms claim for
an id. Ids are for owners of the project only."""

from django.contrib import messages
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import redirect, render

from annotation.capabilities import Capability
from annotation.models import Campaign, ClaimedTraits, ListedId
from annotation.research.campaigns.campaigns import campaign_context
from annotation.research.common.access import ResearcherRequest, campaign_for, needs
from annotation.research.common.downloads import file_name, named_file
from annotation.research.terms.qualifications import ListForm
from annotation.services.accounts.access import audit_taken_file
from annotation.services.errors import Invalid
from annotation.services.people.qualification_rules import Qualifications
from annotation.services.people.worker_lists import set_list, set_traits
from annotation.text.languages.territories import country_named, language_named
from midpath.text.formatting import counted


@needs(Capability.SEE_PLATFORM_IDS)
def who_may_join(request: ResearcherRequest, campaign_id: int) -> HttpResponse:
    campaign = campaign_for(request, campaign_id)
    form = ListForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            messages.success(request, _keep(request, campaign, form))
            return redirect("research:who_may_join", campaign.pk)
        except Invalid as error:
            form.add_error(None, error.message)
    sides = campaign.listed_ids.values("side").annotate(many=Count("pk"))
    many = dict(sides.order_by().values_list("side", "many"))
    project = campaign.dataset.project
    rules = Qualifications.of(campaign)
    names = dict(Campaign.objects.filter(dataset__project=project).values_list("pk", "name"))
    context = campaign_context(campaign) | {
        "form": form,
        "lists": [(side, label, many.get(side, 0)) for side, label in ListedId.Side.choices],
        "traits": ClaimedTraits.objects.filter(project=project).count(),
        "rules": rules,
        "countries": [f"{country_named(code)} ({code})" for code in rules.countries],
        "languages": [f"{language_named(code)} ({code})" for code in rules.languages],
        "not_who_did": [names[pk] for pk in rules.not_who_did if pk in names],
        "only_who_passed": [names[pk] for pk in rules.only_who_passed if pk in names],
        "approved": None if rules.approved_above is None else rules.approved_above * 100,
    }
    return render(request, "research/people/joining.html", context, status=form.status)


@needs(to_read=Capability.SEE_PLATFORM_IDS)
def listed_ids(request: ResearcherRequest, campaign_id: int, side: str) -> HttpResponse:
    """Owners of the project: a list as it was given, one id per line. The download is audited."""
    campaign = campaign_for(request, campaign_id)
    found = campaign.listed_ids.filter(side=side).order_by("pk")
    body = "".join(f"{one}\n" for one in found.values_list("external_id", flat=True))
    name = file_name(campaign.name, f"{side}.txt")
    audit_taken_file(campaign=campaign, user=request.user, name=name, body=body.encode())
    return named_file(body, name, "text/plain; charset=utf-8")


def _keep(request: ResearcherRequest, campaign: Campaign, form: ListForm) -> str:
    what, written = form.cleaned_data["what"], form.cleaned_data["written"]
    if what == "traits":
        project = campaign.dataset.project
        many = set_traits(project=project, user=request.user, written=written)
        return f"Country and language saved for {counted(many, 'id')}."
    many = set_list(campaign=campaign, user=request.user, side=what, written=written)
    return f"The list now has {counted(many, 'id')}." if many else "The list is now empty."
