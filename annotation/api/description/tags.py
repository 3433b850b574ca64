"""The groups of operations in the schema and on the API's pages."""

from collections.abc import Mapping, Sequence

from annotation.addons import installed_addons
from annotation.api.description.links import Schema

# The groups, each with its modules.
ROOMS: Mapping[str, Sequence[str]] = {
    "Projects, members and tokens": ("projects",),
    "Datasets": (
        *("datasets", "bulk.bulk_datasets", "jobs.dataset_imports", "pictures.apps"),
        "follow_up.question_texts",
    ),
    "Pairs, groups and function words": ("jobs",),
    "Campaigns": ("campaigns", "right_answers", "follow_up", "pictures.instruction_pictures"),
    "Workers and their work": ("people", "reviews"),
    "Money": ("pay",),
    "Results": ("results", "items", "exports"),
    "Snapshots": ("snapshots", "publishing"),
    "Decisions": ("decisions",),
    "Annotation sets": ("sets", "bulk.bulk_sets", "jobs.set_imports"),
    "Models": ("machines",),
    "Archived and deleted": ("lifecycle",),
    "Other names": ("rename",),
    "A worker's own": ("people.join", "people.work", "people.withdrawal"),
}
ROOM_OF = {module: room for room, modules in ROOMS.items() for module in modules}


def room_of(module: str) -> str:
    """Return the group of the operations in a module.

    >>> room_of("annotation.api.pay.batches"), room_of("annotation.api.people.work")
    ('Money', "A worker's own")
    """
    for config in installed_addons():
        if module.startswith(f"{config.name}."):
            return config.api_group
    _, _, place = module.partition("annotation.api.")
    first, *inner = (place or module.removeprefix("analysis.")).split(".")
    return ROOM_OF.get(".".join([first, *inner[:1]])) or ROOM_OF[first]


def tell_rooms(result: Schema, **kwargs: object) -> Schema:
    of_addons = (config.api_group for config in installed_addons() if config.api_group)
    return result | {"tags": [{"name": room} for room in dict.fromkeys((*ROOMS, *of_addons))]}
