"""The demo's texts to label: short reviews of invented things, each with a title, and the possible
readings of those without a gold answer."""

from annotation.models import Campaign, Item
from tasks.management.demo.campaign import DemoFile

demo_reviews = DemoFile("Reviews of things, invented", "labels.jsonl")
# By title; each of two labels is right for about half of the crowd.
READINGS = {
    "Colour": ("Positive", "Neutral"),
    "Taste": ("Negative", "Neutral"),
    "Price": ("Negative",),
    "Lid": ("Neutral",),
    "Smell": ("Positive", "Neutral"),
    "Wheels": ("Positive", "Neutral"),
    "Kettle": ("Neutral", "Negative"),
    "Jacket": ("Neutral", "Positive"),
    "Mattress": ("Positive",),
    "Umbrella": ("Neutral", "Negative"),
    "Phone": ("Positive",),
    "Hotel": ("Neutral", "Negative"),
}


def true_labels(item: Item, campaign: Campaign) -> list[int] | None:
    """Return the positions of the labels that fit a review; None if it has a gold answer."""
    labels = [one["label"] for one in campaign.settings["labels"]]
    readings = READINGS.get(item.content["columns"].get("title"), ())
    return [labels.index(name) for name in readings] or None
