"""Set the reward of a campaign: by an hourly wage and the expected time, or directly."""

from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal

from annotation.models import Campaign
from annotation.schemes import scheme_of
from annotation.schemes.base import Scheme
from annotation.services.errors import Invalid
from midpath.text.formatting import CENT, HOUR, reward_for, written

# Prolific's minimum, the same in dollars and in pounds.
MIN_HOURLY = Decimal(8)
JUST_BELOW = MIN_HOURLY - CENT
NOT_NAMED = (
    "Workers do not see who runs the study or how to reach you. Enter the researcher’s name "
    "and a contact."
)
LARGEST_REWARD = Decimal("99999.999")


def usual_pay(usual: Mapping[str, object], given: Mapping[str, object]) -> dict[str, object]:
    """Return the default terms, without the default wage if a reward is given directly."""
    own = given.get("reward") is not None and "hourly_wage" not in given
    return {**usual, "hourly_wage": None} if own else dict(usual)


def follow_wage(campaign: Campaign, given: Mapping[str, object]) -> None:
    """Compute the reward from the wage. A reward that was given directly ends the wage; raise
    Invalid, with the field, if both are given and do not fit, or if the time is missing."""
    if given.get("reward") is not None and given.get("hourly_wage") is None:
        campaign.hourly_wage = None
    if campaign.hourly_wage is None:
        if campaign.reward is None:
            raise Invalid("Enter an hourly wage or a reward per judgment.", field="reward")
        return
    if campaign.seconds_expected is None:
        raise Invalid(
            "The reward depends on the hourly wage and the time of a judgment. Enter about how "
            "many seconds a judgment takes, or enter a reward instead.",
            field="seconds_expected",
        )
    reward = reward_for(campaign.hourly_wage, campaign.seconds_expected)
    if reward > LARGEST_REWARD:
        raise Invalid(
            f"This wage and time result in a reward of {written(reward)}, but the maximum per "
            f"judgment is {written(LARGEST_REWARD)}.",
            field="hourly_wage",
        )
    if given.get("reward") not in (None, reward):
        raise Invalid(
            f"An hourly wage of {written(campaign.hourly_wage)} results in a reward of "
            f"{written(reward)}. Enter the wage or the reward, not both.",
            field="reward",
        )
    campaign.reward = reward


def companion_pay(campaign: Campaign, companion: Scheme) -> dict[str, object]:
    """Return the pay of a companion campaign: the same wage, or its own paper's reward if this one
    pays its paper's; with any other reward, the default wage."""
    usual, own, other = companion.usual_terms, scheme_of(campaign).price_paid, companion.price_paid
    terms: dict[str, object] = {"seconds_expected": usual.seconds_expected}
    if own and other and campaign.hourly_wage is None and campaign.reward == own.reward:
        return terms | {"hourly_wage": None, "reward": other.reward}
    wage = campaign.hourly_wage or usual.hourly_wage
    return terms | {"hourly_wage": wage, "reward": reward_for(wage, usual.seconds_expected)}


def warnings_of(campaign: Campaign) -> list[str]:
    """Return the warnings before a launch, each as a sentence."""
    return [one for one in (low_pay(campaign), not_named(campaign)) if one]


def not_named(campaign: Campaign) -> str:
    return "" if campaign.researcher and campaign.contact else NOT_NAMED


def low_pay(campaign: Campaign) -> str:
    """Return a warning if workers earn too little, or if their pay is unknown; empty otherwise.
    There is no warning about unpaid campaigns: that is a choice, and workers are informed."""
    if not campaign.reward:
        return ""
    least, seconds = written(MIN_HOURLY), campaign.seconds_expected
    if seconds is None:
        return (
            "The hourly pay is unknown. Enter about how many seconds a judgment takes. Pay at "
            f"least {campaign.currency} {least} an hour."
        )
    reward = Decimal(campaign.reward)
    if reward * HOUR >= MIN_HOURLY * seconds:
        return ""
    # Rounded as everywhere, but never up to the minimum.
    shown = written(min((reward * HOUR / seconds).quantize(CENT, ROUND_HALF_UP), JUST_BELOW))
    return (
        f"This pays only {campaign.currency} {shown} an hour. Platforms such as Prolific refuse "
        f"less than {least}, and it is unfair to workers. Pay at least {campaign.currency} "
        f"{written(reward_for(MIN_HOURLY, seconds))} per judgment."
    )
