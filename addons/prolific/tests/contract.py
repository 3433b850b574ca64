"""The addresses of Prolific, for tests of the core."""

from collections.abc import Mapping
from typing import Any

from django.test import override_settings

from addons.prolific.models import ProlificSubmission
from addons.prolific.tests.desk import REASON, come
from addons.prolific.tests.server import running_stand_in, submission
from addons.prolific.tests.test_api import connected
from annotation.models import Campaign
from tests.api.studies import Study
from tests.helpers.addons import Contract
from tests.permissions.rules import OF_OWNERS, by_members, by_tokens, of_owners_act

STUDY_TERMS = {"name": "New", "description": "Cut.", "reward": "1", "places": 1, "minutes": 1}
OF_API = {
    f"api:{name}": by_tokens(body, **dict.fromkeys(methods.split(), 403))
    for name, methods, body in (
        ("prolific_token", "GET POST", {"token": "x" * 40}),
        ("forget_prolific_token", "POST", None),
        ("prolific", "GET", None),
        ("connect_prolific", "POST", {"study": "a1"}),
        ("disconnect_prolific", "POST", None),
        ("ask_prolific", "POST", None),
        ("stop_prolific", "POST", None),
        ("prolific_submissions", "GET", None),
        ("decide_prolific", "POST", {"submissions": [1], "decision": "approve"}),
        ("try_prolific_again", "POST", None),
        ("prolific_messages", "GET POST", {"submissions": [1], "body": "Thank you."}),
        ("prolific_draft", "GET POST", STUDY_TERMS),
        ("prolific_readiness", "GET", None),
        ("make_prolific_study", "POST", None),
        ("leave_prolific_draft", "POST", None),
        ("prolific_steps", "POST", {"action": "PAUSE"}),
        ("leave_prolific_step", "POST", None),
        ("confirm_prolific_step", "POST", {"cost": "1/2"}),
        ("prolific_bonuses", "GET POST", None),
        ("pay_prolific_bonuses", "POST", {"total": "1"}),
        ("leave_prolific_bonuses", "POST", None),
        ("free_prolific_bonuses", "POST", None),
    )
}
ONLY_POST = frozenset(
    {
        *("keep_prolific_token", "forget_prolific_token", "connect_prolific"),
        *("disconnect_prolific", "ask_prolific", "stop_prolific", "decide_prolific"),
        *("try_prolific_again", "pay_by_prolific", "make_prolific_study", "move_prolific_study"),
    }
)
# Owners only: test_pages.py tests it, too.
OF_PAGES = {
    "research:prolific": OF_OWNERS,
    "research:prolific_progress": OF_OWNERS,
    **dict.fromkeys(
        ("research:new_prolific_study", "research:prolific_messages"),
        by_members(GET=403, POST=403),
    ),
    **{f"research:{name}": of_owners_act() for name in ONLY_POST},
}
# They list the ids of participants.
WITH_IDS = {"api:prolific_submissions", "api:prolific_messages"}


def furnish(study: Study) -> Mapping[str, dict[str, Any]]:
    """Connect a study of two submissions, one by a worker who came."""
    terms = {"completion_code": "DONE1", "place_hits": 1, "currency": "USD"}
    Campaign.objects.filter(pk=study.campaign.pk).update(**terms)
    study.campaign.refresh_from_db()
    come(study, "p1", hits=1)
    with running_stand_in() as site:
        site.set_state(submissions=[submission(1, "p1"), submission(2, "p2")])
        reached = {"MIDPATH_PROLIFIC_API": site.address}
        with override_settings(ADDON_SETTINGS=reached, PRIVATE_ADDRESSES=True):
            connected(study)
    found = [ProlificSubmission.objects.latest("pk").pk]
    rejected = {"decision": "reject", "category": "NO_DATA", "reason": REASON}
    return {
        "api:decide_prolific": {"submissions": found, **rejected},
        "api:prolific_messages": {"submissions": found, "body": "Thank you."},
    }


CONTRACT = Contract(
    rules=OF_PAGES | OF_API,
    roles={"owners": " ".join(OF_PAGES | OF_API)},
    scopes={
        "money": " ".join([*sorted(OF_API.keys() - WITH_IDS), "POST/api:prolific_messages"]),
        "money ids": "api:prolific_submissions GET/api:prolific_messages",
    },
    writes="""
        ask_prolific           ask_prolific
        connect_prolific       connect_prolific
        decide_prolific        decide_prolific
        disconnect_prolific    disconnect_prolific
        forget_prolific_token  forget_prolific_token
        keep_prolific_token    keep_prolific_token
        make_prolific_study    make_prolific_study leave_prolific_draft
        move_prolific_study    ask_for_prolific_step confirm_prolific_step leave_prolific_step
        new_prolific_study     propose_prolific_study write_prolific_draft
        pay_by_prolific        set_up_prolific_bonuses pay_prolific_bonuses
        pay_by_prolific        leave_prolific_bonuses free_prolific_bonuses
        prolific_messages      write_prolific_messages
        stop_prolific          stop_prolific
        try_prolific_again     try_prolific_again
    """,
    reads="""
        payments               read_prolific_bonuses
        prolific               read_prolific list_prolific_submissions read_prolific_token
        prolific_messages      list_prolific_messages
        prolific_progress      read_prolific
    """,
    no_pages=ONLY_POST | {"prolific_progress"},
    refused=frozenset({"keep_prolific_token"}),
    patterns={
        "study": (["66aa", "Ab1"], ["a b", "a/b", "é", "", "a\n"]),
        "total": (
            ["0", "1.5", "1234567890.1234"],
            ["-1", "1e3", "NaN", "0.00001", "12345678901", "1.", ".5", "", "9\n"],
        ),
    },
    furnish=furnish,
    always_refused={
        "confirm_prolific_step": "a visit fetches the price of a step, and no visits run here",
        **dict.fromkeys(
            ("write_prolific_draft", "leave_prolific_draft", "make_prolific_study"),
            "the campaign has its study on Prolific",
        ),
        **dict.fromkeys(
            ("set_up_prolific_bonuses", "pay_prolific_bonuses", "free_prolific_bonuses"),
            "no worker paid by Prolific has a bonus",
        ),
    },
    # How a decision or message reached Prolific: internal to the researcher.
    untold={
        "submissions_on_prolific": {*("participant", "refusal", "tries", "trouble", "decided_by")},
        "messages_on_prolific": {"participant", "message", "problem", "user"},
    },
)
