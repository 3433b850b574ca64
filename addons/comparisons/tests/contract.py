"""The addresses of comparisons, for tests of the core."""

from collections.abc import Mapping

from addons.comparisons.models import Comparison
from addons.comparisons.tasks import make_comparison
from addons.comparisons.tests.compared import request_comparison
from annotation.models import Campaign, Project, User
from tests.helpers.addons import Contract
from tests.helpers.factories import make_campaign
from tests.permissions.rules import API_ACT, API_READ, PAGE, act, by_tokens, form, rule


def make(project: Project, user: User) -> Mapping[str, object]:
    made = Comparison.objects.filter(project=project).first() or _made(project, user)
    return {"comparison_id": made.pk}


def _made(project: Project, user: User) -> Comparison:
    flats = Campaign.objects.launched().filter(dataset__project=project, scheme="flat")
    crowd = flats.earliest("pk")
    gold = flats.filter(dataset=crowd.dataset).exclude(pk=crowd.pk).first()
    gold = gold or make_campaign(crowd.dataset)
    made = request_comparison(crowd, gold, "Against gold", user)
    make_comparison(made.pk)
    return made


CONTRACT = Contract(
    rules={
        "research:comparisons": PAGE,
        "research:new_comparison": form(
            name="New",
            crowd=lambda house: f"campaign-{house.study.campaign.pk}",
            gold=lambda house: f"set-{house.set.pk}",
        ),
        "research:comparison": PAGE,
        "research:compared_items": PAGE,
        "research:live_comparison": PAGE,
        "research:comparison_csv": PAGE,
        "research:rename_comparison": form(name="New"),
        "research:delete_comparison": act(),
        "research:restore_comparison": act(),
        "research:make_anew": act(),
        "api:comparisons": rule(
            {
                "project": lambda house: house.study.project.pk,
                "name": "New",
                "crowd": lambda house: {"campaign": house.study.campaign.pk},
                "gold": lambda house: {"set": house.set.pk},
            },
            GET="401 401 401 200 200 200",
            POST="401 401 401 201 404 404",
        ),
        "api:comparison": by_tokens({"name": "New"}, GET=200, PATCH=200),
        "api:compared_items": API_READ,
        "api:make_anew": by_tokens(POST=202),
        "api:delete_comparison": by_tokens(POST=204),
        "api:restore_comparison": API_ACT,
    },
    roles={
        "all": """
            research:comparisons research:comparison research:live_comparison
            research:comparison_csv GET/api:comparisons GET/api:comparison
        """,
        "readers": "research:compared_items api:compared_items",
        "managers": """
            research:new_comparison research:rename_comparison research:make_anew
            research:delete_comparison research:restore_comparison POST/api:comparisons
            PATCH/api:comparison api:make_anew api:delete_comparison api:restore_comparison
        """,
    },
    scopes={
        "read": "GET/api:comparisons GET/api:comparison api:compared_items",
        "write": "POST/api:comparisons PATCH/api:comparison api:make_anew",
        "delete": "api:delete_comparison api:restore_comparison",
    },
    charts={"research:comparison_csv": "agreement"},
    writes="""
        delete_comparison   delete_comparison
        make_anew           make_comparison_anew
        new_comparison      make_comparison
        rename_comparison   rename_comparison
        restore_comparison  restore_comparison
    """,
    reads="""
        compared_items   list_compared_items
        comparison       read_comparison
        comparison_csv   read_comparison
        comparisons      list_comparisons
        live_comparison  read_comparison
    """,
    no_pages=frozenset(
        {
            *("comparison_csv", "live_comparison", "delete_comparison", "restore_comparison"),
            "make_anew",
        }
    ),
    make=make,
)
