"""The simulated crowd of segmentation campaigns, by the model of `midpath.simulated_trees`."""

from annotation.models import Item
from midpath.schemes.base import Settings
from midpath.simulated_trees import Latent, flat_vector, nested_vector

MODEL = "a hidden tree, from which each worker departs at random"


def judge_flat(
    seed: int, worker: str, item: Item, settings: Settings, meant: Latent | None = None
) -> dict[str, object]:
    return {"boundaries": list(flat_vector(seed, worker, item.words, meant))}


def judge_nested(
    seed: int, worker: str, item: Item, settings: Settings, meant: Latent | None = None
) -> dict[str, object]:
    return {"boundaries": list(nested_vector(seed, worker, item.words, meant))}
