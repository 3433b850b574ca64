"""The demo's apps, of invented companies whose privacy notices are among the demo's documents, and
the concerns of their users."""

from annotation.models import Campaign, Item
from tasks.management.demo.campaign import DemoFile

demo_apps = DemoFile("Apps, invented", "apps.jsonl")
# The more likely ones first; "is" must fit each of them.
SUBJECTS = {
    "Lantern Books": (
        *("my reading list", "what I search for", "my postal address"),
        *("my list of friends", "my e-mail address"),
    ),
    "Harbour Daily": (
        *("my e-mail address", "what I write in comments", "my real name"),
        *("the town I live in", "what I read"),
    ),
    "Copper Kettle Teas": (
        *("my credit card number", "my postal address", "what I order"),
        *("my e-mail address", "what I like to drink"),
    ),
    "Green Wheel Bicycles": (
        *("my location", "where I ride", "my credit card number"),
        *("my phone number", "the time of each ride"),
    ),
    "Valley Radio": (
        *("what I listen to", "the recording of my voice", "my location"),
        *("my e-mail address", "what I say on air"),
    ),
}


def app_subjects(item: Item, campaign: Campaign) -> tuple[str, ...] | None:
    """Return what people ask about an app; None if the file has nothing about it."""
    return SUBJECTS.get(item.content["name"])
