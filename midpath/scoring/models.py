"""Further consensus models of labels and pairs: the option --models of `score`, and reports."""

from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Mapping, Sequence
from typing import Any

from agreement.skills.skill_models import MODELS
from agreement.votes.ballots import Ballots
from agreement.votes.label_crowd import MAX_LABELS
from midpath.json_types import Figures
from midpath.schemes.base import Settings
from midpath.schemes.label_settings import fits_of

ALL = "all"
NAMES = ", ".join(MODELS)
TOO_MANY_LABELS = f"Left out: it is of at most {MAX_LABELS} labels."
MAX_REPORTED = 200_000  # judgments of a campaign whose reports have further models
NOT_REPORTED = (
    f"One coin, MACE and GLAD are computed for campaigns of up to {MAX_REPORTED:,} judgments and "
    f"{MAX_LABELS} labels. Where any number of labels can be given, judgments count once per label."
)


def add_models_argument(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--models",
        type=models_of,
        metavar="NAMES",
        help=f"for --labels and --pairs: further consensus models, separated by commas: {NAMES}; "
        f"or {ALL}. Each estimates one skill per worker",
    )


def models_of(value: str) -> tuple[str, ...]:
    """Return the names of models, in their usual order.

    >>> models_of("glad, one_coin")
    ('one_coin', 'glad')
    >>> models_of("all")
    ('one_coin', 'mace', 'glad')
    """
    names = [name.strip() for name in value.split(",")]
    if names == [ALL]:
        return tuple(MODELS)
    for name in names:
        if name not in MODELS:
            raise ArgumentTypeError(f"{name!r} is not a model; give some of {NAMES}, or {ALL}")
    return tuple(name for name in MODELS if name in names)


def add_model_figures(
    result: Figures, consensus: Mapping[str, Figures], models: Sequence[str]
) -> None:
    """Add the consensus of the requested models to their fits in the result, and the reason for
    those that were left out."""
    if models:
        fits = result.get("models", {})
        result["models"] = {
            name: {**fits[name], **consensus[name]} if name in fits else {"reason": TOO_MANY_LABELS}
            for name in models
        }


def reported_models(ballots: Ballots[Any, str, Any], settings: Settings) -> tuple[str, ...]:
    """Return the models that the report on a campaign has; none for large campaigns."""
    return tuple(MODELS) if len(ballots.items) * fits_of(settings) <= MAX_REPORTED else ()
