"""A worked example: the campaign's own labels with their meanings and an example of each."""

from annotation.schemes.base import Settings


def example_for(settings: Settings) -> dict[str, object]:
    """Return the labels, if the researcher has described any."""
    described = [one for one in settings.get("labels", ()) if one["definition"] or one["example"]]
    return {"labels": settings["labels"]} if described else {}
