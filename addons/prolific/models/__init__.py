"""The models of Prolific: the project's token, studies, submissions, bonuses and messages."""

from addons.prolific.models.bonuses import ProlificBonus, ProlificBonusLine
from addons.prolific.models.drafts import ProlificDraft, ProlificMessage, ProlificStep
from addons.prolific.models.studies import (
    ProlificStudy,
    ProlificSubmission,
    ProlificToken,
    ProlificVisit,
)

__all__ = [
    "ProlificBonus",
    "ProlificBonusLine",
    "ProlificDraft",
    "ProlificMessage",
    "ProlificStep",
    "ProlificStudy",
    "ProlificSubmission",
    "ProlificToken",
    "ProlificVisit",
]
