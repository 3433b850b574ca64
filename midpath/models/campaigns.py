"""Forms of the API. Written by `make client`; do not edit."""

from typing import Any, Literal, NotRequired, TypedDict

from midpath.models.common import Campaign, ChangePeopleInput, Dataset


class AlikeSites(TypedDict):
    """Two sites with equal or nearly equal settled texts."""

    first: str
    second: str
    equal: bool


class AskForEvidenceInput(TypedDict):
    documents: int
    name: str


class AskForEvidenceOutput(TypedDict):
    campaign: Campaign
    questions: int
    apps: int
    without: list[str]


class CampaignTermsInput(ChangePeopleInput):
    """The terms of a draft."""

    qualifications: NotRequired[dict[str, Any]]
    reward: NotRequired[str]
    instructions: NotRequired[str]
    settings: NotRequired[dict[str, Any]]
    redundancy: NotRequired[int]
    hourly_wage: NotRequired[str | None]
    currency: NotRequired[str]
    fee_percent: NotRequired[str]
    seconds_allotted: NotRequired[int]
    seconds_expected: NotRequired[int | None]
    most_judgments: NotRequired[int | None]
    majority_of: NotRequired[Literal["answers", "yes_no"]]
    settle_by: NotRequired[Literal["majority", "posterior"]]
    min_posterior: NotRequired[str]
    known_every: NotRequired[int | None]
    training_hits: NotRequired[int]
    pass_share: NotRequired[str | None]
    pass_after: NotRequired[int]
    known_agreement: NotRequired[str | None]
    known_feedback: NotRequired[bool]
    leave_out_failed: NotRequired[bool]
    repeat_every: NotRequired[int | None]
    repeat_after: NotRequired[int]
    warm_up: NotRequired[int]
    most_workers: NotRequired[int | None]
    most_hits_per_worker: NotRequired[int | None]
    joins_per_address: NotRequired[int | None]
    claims_per_minute: NotRequired[int | None]
    walk: NotRequired[Literal["together", "own"]]
    pilot_items: NotRequired[int]
    pilot_pauses: NotRequired[bool]
    most_project_hits: NotRequired[int | None]
    most_at_once: NotRequired[int | None]
    opens_at: NotRequired[str | None]
    closes_at: NotRequired[str | None]
    budget: NotRequired[str | None]
    approve_after_days: NotRequired[int | None]
    language: NotRequired[Literal["", "en", "es", "fr", "de", "pt", "hi", "ar"]]
    instructions_markdown: NotRequired[bool]
    wordings: NotRequired[list[dict[str, Any]]]
    consent: NotRequired[str]
    practice: NotRequired[int]
    practice_pass: NotRequired[int | None]
    practice_tries: NotRequired[int]
    quiz: NotRequired[list[dict[str, Any]]]
    quiz_pass: NotRequired[int | None]
    quiz_tries: NotRequired[int]


class CollectedSite(TypedDict):
    """A site with its collected versions."""

    hit: int
    item: int
    site: str
    versions: int
    settled: Literal["chosen", "majority", "no"]
    judgment: int | None
    decision: int | None


class CountPilotInput(TypedDict):
    counts: bool


class DuplicateCampaignInput(TypedDict):
    name: NotRequired[str]
    dataset: NotRequired[int]


class EndPilotInput(TypedDict):
    instructions: NotRequired[str]


class ExtendCampaignInput(TypedDict):
    redundancy: int
    saved: NotRequired[int]
    filter: NotRequired[dict[str, str]]


class HidePictureInput(TypedDict):
    name: str


class KeptAnswers(TypedDict):
    """The effect of sending gold answers."""

    kept: int
    changed: int
    unchanged: int


class LaunchCampaignInput(TypedDict):
    accept_unmatched_gold: NotRequired[bool]


class MakeDocumentsInput(TypedDict):
    name: str
    without_duplicates: NotRequired[bool]


class MakeDocumentsOutput(TypedDict):
    dataset: Dataset
    unsettled: int


class PictureInput(TypedDict):
    """A picture, as a file."""


class RightAnswer(TypedDict):
    """A gold answer given in a campaign."""

    id: int
    item: int
    answer: str
    vector: list[int]
    use: Literal["known", "practice", "example"]
    why: str
    source: Literal["drawn", "judged", "file", "copied", "sent"]
    made_at: str


class SentAnswerForm(TypedDict):
    """A gold answer to an item."""

    item: int
    payload: dict[str, Any]
    use: NotRequired[Literal["known", "practice", "example"]]
    why: NotRequired[str]


class ShownPicture(TypedDict):
    """A picture that texts of a campaign can show."""

    name: str
    width: int
    height: int


class CreateCampaignInput(CampaignTermsInput):
    """The terms of a new campaign; its scheme has a default for each but the name."""

    name: str
    dataset: int
    scheme: str
    parts: NotRequired[Literal["sections", "paragraphs"]]


class KeepRightAnswersInput(TypedDict):
    answers: list[SentAnswerForm]


class PatchedEditCampaignInput(CampaignTermsInput):
    """The terms to change; all others stay unchanged."""

    name: NotRequired[str]


class ReadAlikeSitesOutput(TypedDict):
    made_at: str | None
    results: list[AlikeSites]


class ShownPictures(TypedDict):
    """All pictures that texts of a campaign can show."""

    results: list[ShownPicture]
