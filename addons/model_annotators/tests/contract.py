"""The addresses of model rounds, for tests of the core."""

from collections.abc import Mapping

from addons.model_annotators.scheme_prompts import PROMPTS
from addons.model_annotators.services.client import Call, Never, NoAnswer, NotNow, complete
from addons.model_annotators.tests.factories import begin_stopped
from annotation.models import Campaign, Project, User
from tests.helpers.addons import Contract
from tests.permissions.rules import API_READ, PAGE, by_members, by_tokens, of_owners_act


def make(project: Project, user: User) -> Mapping[str, object]:
    """Start and stop a round of the project's first campaign."""
    served = Campaign.objects.filter(dataset__project=project, scheme__in=PROMPTS)
    run = begin_stopped(served.exclude(status=Campaign.Status.DRAFT).earliest("pk"), user)
    return {"run_id": run.pk, "endpoint_id": run.endpoint_id}


def error_at(address: str) -> str:
    """Send a call to an address, and return why there is no answer."""
    try:
        complete(Call(address, "", {"messages": []}))
    except (NoAnswer, NotNow, Never) as error:
        return str(error)
    return ""


OF_API = {
    "api:endpoints": by_tokens(
        {"name": "New", "address": "https://api.example.org/v1"}, GET=403, POST=403
    ),
    "api:remove_endpoint": by_tokens(POST=403),
    "api:rounds": by_tokens(
        {
            "endpoint": lambda house: house.of_addons["endpoint_id"],
            "name": "New",
            "model": "cutter",
            "price_in": "0",
            "price_out": "0",
            "budget": "1",
        },
        GET=200,
        POST=403,
    ),
    "api:round": API_READ,
    "api:answers_of_round": API_READ,
    **{f"api:{step}": by_tokens(POST=403) for step in ("stop_round", "resume_round", "keep_round")},
}
OF_PAGES = {
    "research:ask_model": by_members(GET=403, POST=403),
    "research:add_endpoint": of_owners_act(name="New", address="https://api.example.org/v1"),
    "research:remove_endpoint": of_owners_act(),
    "research:model_run": PAGE,
    "research:model_run_progress": PAGE,
    "research:stop_model": of_owners_act(),
    "research:resume_model": of_owners_act(budget="1"),
    "research:keep_model": of_owners_act(),
}
PRICES = (["0", "0.15", "123456.123456"], ["-1", "1e3", "NaN", "1234567", "1.", ".5", "", "9\n"])
OF_OWNERS_API = "api:endpoints api:keep_round api:remove_endpoint api:resume_round api:stop_round"
CONTRACT = Contract(
    rules=OF_PAGES | OF_API,
    roles={
        "all": "research:model_run_progress",
        "readers": "research:model_run api:answers_of_round api:round GET/api:rounds",
        "owners": f"""
            research:add_endpoint research:ask_model research:keep_model research:remove_endpoint
            research:resume_model research:stop_model POST/api:rounds
            {OF_OWNERS_API}
        """,
    },
    scopes={
        "read": "api:answers_of_round api:round GET/api:rounds",
        "money": f"POST/api:rounds {OF_OWNERS_API}",
    },
    writes="""
        add_endpoint     add_endpoint
        ask_model        begin_round
        keep_model       keep_round
        remove_endpoint  remove_endpoint
        resume_model     resume_round
        stop_model       stop_round
    """,
    reads="""
        model_run           read_round list_answers_of_round
        model_run_progress  read_round
    """,
    no_pages=frozenset(
        {
            *("add_endpoint", "remove_endpoint", "model_run_progress"),
            *("stop_model", "resume_model", "keep_model"),
        }
    ),
    refused=frozenset({"add_endpoint"}),
    always_refused={"keep_round": "no round here is at its end"},
    patterns={
        "price_in": PRICES,
        "price_out": PRICES,
        "temperature": (["0", "0.7", "2.00"], ["-1", "0.001", "10", ".5", "", "1\n"]),
    },
    make=make,
    calls={"model_annotators.ModelEndpoint.address": error_at},
)
