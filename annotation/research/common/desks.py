"""The workers' task interface on researchers' pages, where a form saves the answer."""

from django.templatetags.static import static

from annotation.models import Campaign, Item
from annotation.schemes import scheme_of
from annotation.schemes.styles import styles_of
from annotation.services.errors import Invalid
from midpath.text.strict_json import UnreadableJSON, read_json


def desk_context(
    campaign: Campaign,
    item: Item,
    *,
    drafts: str = "answers",
    seconds: int | None = None,
    **more: object,
) -> dict[str, object]:
    """Return the context of a task interface, which stores drafts under this name. `keep` labels
    its primary button, and `start` is the initial answer in the form that the interface sends."""
    scheme = scheme_of(campaign)
    script = f"js/worker/{scheme.name}/desk.js"
    return {
        "question": scheme.question_of(campaign.settings),
        "hint": scheme.hint_of(campaign.settings),
        "scheme_template": f"worker/schemes/{scheme.name}.html",
        "scheme_script": script,
        "scheme_styles": styles_of(scheme.name),
        "desk": {
            "preview": True,
            "campaign": drafts,
            "worker": 0,
            "hit": {
                "assignment": 0,
                "seconds": seconds,
                "item": scheme.shown(item, campaign.settings),
            },
            "script": static(script),
            "links": {},
            **more,
        },
    }


def drawn_payload(sent: str) -> dict[str, object]:
    """Return the answer sent by the interface's form, or raise Invalid."""
    try:
        payload = read_json(sent.encode())
    except UnreadableJSON as error:
        raise Invalid(error.message, field="payload") from error
    if not isinstance(payload, dict):
        raise Invalid("Write an answer first.", field="payload")
    return payload
