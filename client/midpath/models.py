"""The forms that the API takes and returns. Written by `make client`; do not edit.

Names that end in Input are forms that operations take, and names that end in Query are filters
of lists. Times are texts in ISO 8601, money is a decimal in a text. A server may return more."""

from typing import Any, Literal, NotRequired, TypedDict


class AddMemberInput(TypedDict):
    role: Literal["owner", "manager", "adjudicator", "viewer", "auditor"]
    blind: NotRequired[bool]
    username: str


class AddPictureInput(TypedDict):
    """A picture, as a file."""

    alt: NotRequired[str]


class Adjudicators(TypedDict):
    """The number of adjudicators per HIT."""

    adjudicators: int


class Alignment(TypedDict):
    """An alignment of documents: groups of their sections or paragraphs."""

    id: int
    dataset: int
    name: str
    status: Literal["waiting", "running", "ready", "kept", "discarded", "failed"]
    done: int
    total: int
    problem: str
    asked_at: str
    options: dict[str, Any]


class AlignmentInput(TypedDict):
    name: str
    preset: NotRequired[Literal["acl", "coling"]]
    level: NotRequired[Literal["sections", "paragraphs"]]
    method: NotRequired[
        Literal[
            "clustering",
            "lda",
            "vanilla",
            "all_forward",
            "strict_forward",
            "vanilla_vb",
            "all_forward_vb",
            "strict_forward_vb",
        ]
    ]
    groups: NotRequired[int]
    runs: NotRequired[int]
    seed: NotRequired[int]
    bigrams: NotRequired[bool]
    least_documents: NotRequired[int]
    least_percent: NotRequired[int]
    most_percent: NotRequired[int]
    stopwords: NotRequired[bool]
    domain_words: NotRequired[list[str]]
    fewest_words: NotRequired[int]
    compare: NotRequired[bool]
    curves: NotRequired[int]


class AlignmentWithResults(TypedDict):
    """An alignment of documents, with its results."""

    id: int
    dataset: int
    name: str
    status: Literal["waiting", "running", "ready", "kept", "discarded", "failed"]
    done: int
    total: int
    problem: str
    asked_at: str
    options: dict[str, Any]
    results: dict[str, Any]


class AlikeSites(TypedDict):
    """Two sites with equal or nearly equal settled texts."""

    first: str
    second: str
    equal: bool


class AltInput(TypedDict):
    alt: str


class Annotation(TypedDict):
    """An annotator's answer to an item."""

    id: int
    item: int
    annotator: int
    payload: dict[str, Any]
    vector: list[int]


class AnswerQuestionInput(TypedDict):
    submission_id: str
    text: str


class AppPicture(TypedDict):
    """A picture of an app."""

    sha256: str
    alt: str
    width: int
    height: int


class AskForEvidenceInput(TypedDict):
    documents: int
    name: str


class AskForProlificStepInput(TypedDict):
    action: Literal["PUBLISH", "PAUSE", "START", "STOP", "PLACES"]
    places: NotRequired[int]


class AskForSnapshotInput(TypedDict):
    files: NotRequired[list[str]]
    note: NotRequired[str]
    filter: NotRequired[dict[str, str]]
    saved: NotRequired[int]


class Biases(TypedDict):
    """The biases of a campaign's workers: preferences that do not depend on the text."""

    campaign: int
    version: int
    judgments: int
    made_at: str
    scheme: str
    results: dict[str, Any]


class BulkOfProlific(TypedDict):
    """Payments of a list that Prolific pays in one call."""

    state: Literal["wanted", "priced", "confirmed", "sending", "sent", "done", "dropped"]
    amount: str
    fees: str | None
    tax: str | None
    total: str | None
    problem: str
    sent_at: str | None


class Campaign(TypedDict):
    """A campaign with its terms and state."""

    id: int
    project: int
    dataset: int
    name: str
    scheme: str
    status: Literal["draft", "live", "paused", "closed"]
    code: str
    asked_beyond: int
    qualifications: dict[str, Any]
    reward: str
    paid_per_hour: str | None
    warnings: list[str]
    instructions: str
    consent_version: int
    settings: dict[str, Any]
    hits: int
    left_out: int
    workers: int
    created_at: str
    launched_at: str | None
    archived_at: str | None
    closed_at: str | None
    title: str
    researcher: str
    institution: str
    contact: str
    link_trust: Literal["code", "signed", "platform"]
    access_code: str
    platform_study: str
    joins_per_day: int | None
    claims_per_address: int | None
    screened: bool
    offered: bool
    place_hits: int | None
    place_minutes: int | None
    completion_code: str
    screen_out_code: str
    no_consent_code: str
    return_address: str
    redundancy: int
    hourly_wage: str | None
    currency: str
    fee_percent: str
    seconds_allotted: int
    seconds_expected: int | None
    most_judgments: int | None
    majority_of: Literal["answers", "yes_no"]
    known_every: int | None
    training_hits: int
    pass_share: str | None
    pass_after: int
    known_agreement: str | None
    known_feedback: bool
    leave_out_failed: bool
    repeat_every: int | None
    repeat_after: int
    warm_up: int
    most_workers: int | None
    most_hits_per_worker: int | None
    joins_per_address: int | None
    claims_per_minute: int | None
    walk: Literal["together", "own"]
    most_project_hits: int | None
    most_at_once: int | None
    opens_at: str | None
    closes_at: str | None
    budget: str | None
    approve_after_days: int | None
    language: str
    instructions_markdown: bool
    consent: str
    practice: int
    practice_pass: int | None
    practice_tries: int
    quiz: list[dict[str, Any]]
    quiz_pass: int | None
    quiz_tries: int


class CampaignMoney(TypedDict):
    """The money of one campaign."""

    currency: str
    spent: str
    paid: str
    owed: str
    forecast: str
    pretended: str
    campaign: int
    hourly: str | None
    underpays: bool


class ChangeConsentInput(TypedDict):
    text: str


class ChangeListedInput(TypedDict):
    side: Literal["in", "out"]
    add: NotRequired[list[str]]
    remove: NotRequired[list[str]]


class ChangePeopleInput(TypedDict):
    """The terms to change; others stay unchanged."""

    title: NotRequired[str]
    researcher: NotRequired[str]
    institution: NotRequired[str]
    contact: NotRequired[str]
    link_trust: NotRequired[Literal["code", "signed", "platform"]]
    access_code: NotRequired[str]
    platform_study: NotRequired[str]
    joins_per_day: NotRequired[int | None]
    claims_per_address: NotRequired[int | None]
    screened: NotRequired[bool]
    offered: NotRequired[bool]
    place_hits: NotRequired[int | None]
    place_minutes: NotRequired[int | None]
    completion_code: NotRequired[str]
    screen_out_code: NotRequired[str]
    no_consent_code: NotRequired[str]
    return_address: NotRequired[str]


class Changed(TypedDict):
    """The effect of an exclusion or an inclusion."""

    worker: int
    excluded_at: str | None
    judgments: int
    asked_again: int


class CheckForProlific(TypedDict):
    """A check before a study is published."""

    name: Literal["address", "codes", "minutes", "pay", "budget"]
    ready: bool
    told: str
    fix: str


class CollectedSite(TypedDict):
    """A site with its collected versions."""

    hit: int
    item: int
    site: str
    versions: int
    settled: Literal["chosen", "majority", "no"]
    judgment: int | None
    decision: int | None


class ComparisonSide(TypedDict):
    """One side of a comparison: a campaign or a set of annotations."""

    role: Literal["crowd", "gold", "crowd_trees", "gold_trees"]
    scheme: str
    campaign: int | None
    set: int | None
    version: int | None
    made_from: int | None


class CompensateWorkersInput(TypedDict):
    workers: list[int]
    amount: str
    reason: str


class CompletionCode(TypedDict):
    """A completion code of a study."""

    code: str
    kind: str
    then: str


class ConfirmProlificStepInput(TypedDict):
    cost: str
    accept_unready: NotRequired[bool]


class ConnectProlificInput(TypedDict):
    study: str


class Consent(TypedDict):
    """The consent text of a campaign."""

    version: int
    text: str


class ConsentGiven(TypedDict):
    """A worker's answer to one version of the text."""

    worker: int
    version: int
    agreed: bool
    answered_at: str


class Costs(TypedDict):
    """The maximum and current earnings of all workers; money is a decimal string."""

    currency: str
    reward: str
    judgments_at_most: int | None
    cost_at_most: str | None
    fee_percent: str
    fee_at_most: str | None
    seconds_at_most: int | None
    paid_per_hour: str | None
    known_at_most: int | None
    known_per_worker: int
    repeats_at_most: int | None
    most_workers: int | None
    workers: int
    paid: int
    unowed: int
    known_paid: int
    repeats_paid: int
    spent: str
    would_have_cost: str


class CreateCampaignInput(TypedDict):
    """The terms of a new campaign; its scheme has a default for each but the name."""

    name: str
    qualifications: NotRequired[dict[str, Any]]
    reward: NotRequired[str]
    instructions: NotRequired[str]
    settings: NotRequired[dict[str, Any]]
    dataset: int
    scheme: str
    parts: NotRequired[Literal["sections", "paragraphs"]]
    title: NotRequired[str]
    researcher: NotRequired[str]
    institution: NotRequired[str]
    contact: NotRequired[str]
    link_trust: NotRequired[Literal["code", "signed", "platform"]]
    access_code: NotRequired[str]
    platform_study: NotRequired[str]
    joins_per_day: NotRequired[int | None]
    claims_per_address: NotRequired[int | None]
    screened: NotRequired[bool]
    offered: NotRequired[bool]
    place_hits: NotRequired[int | None]
    place_minutes: NotRequired[int | None]
    completion_code: NotRequired[str]
    screen_out_code: NotRequired[str]
    no_consent_code: NotRequired[str]
    return_address: NotRequired[str]
    redundancy: NotRequired[int]
    hourly_wage: NotRequired[str | None]
    currency: NotRequired[str]
    fee_percent: NotRequired[str]
    seconds_allotted: NotRequired[int]
    seconds_expected: NotRequired[int | None]
    most_judgments: NotRequired[int | None]
    majority_of: NotRequired[Literal["answers", "yes_no"]]
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
    most_project_hits: NotRequired[int | None]
    most_at_once: NotRequired[int | None]
    opens_at: NotRequired[str | None]
    closes_at: NotRequired[str | None]
    budget: NotRequired[str | None]
    approve_after_days: NotRequired[int | None]
    language: NotRequired[Literal["", "en", "es", "hi", "ar"]]
    instructions_markdown: NotRequired[bool]
    consent: NotRequired[str]
    practice: NotRequired[int]
    practice_pass: NotRequired[int | None]
    practice_tries: NotRequired[int]
    quiz: NotRequired[list[dict[str, Any]]]
    quiz_pass: NotRequired[int | None]
    quiz_tries: NotRequired[int]


class CreateDatasetFileInput(TypedDict):
    """The origin of a set."""

    made_by: NotRequired[Literal["people", "model", "unknown"]]
    source: NotRequired[str]
    licence: NotRequired[str]
    version: NotRequired[str]
    project: int
    name: str
    keep: NotRequired[Literal["evidence", "flat", "label", "nested", "pair", "spans"]]
    keep_name: NotRequired[str]
    leave_out: NotRequired[int]


class CreateDatasetInBulkInput(TypedDict):
    project: int
    name: str
    rows: list[dict[str, Any]]
    faulty: NotRequired[Literal["refuse", "leave_out"]]


class CreateDatasetInput(TypedDict):
    project: int
    name: str
    rows: list[dict[str, Any]]


class CreateProjectInput(TypedDict):
    name: str
    description: NotRequired[str]


class CreateSetInBulkInput(TypedDict):
    """The origin of a set."""

    made_by: NotRequired[Literal["people", "model", "unknown"]]
    source: NotRequired[str]
    licence: NotRequired[str]
    version: NotRequired[str]
    dataset: int
    scheme: str
    name: str
    rows: list[dict[str, Any]]
    like: NotRequired[int]
    facts: NotRequired[dict[str, str]]
    faulty: NotRequired[Literal["refuse", "leave_out"]]


class Crowd(TypedDict):
    """The report on the crowd."""

    version: int
    judgments: int
    made_at: str
    results: dict[str, Any]


class Dataset(TypedDict):
    """A dataset of items to judge."""

    id: int
    project: int
    name: str
    kind: Literal["texts", "documents", "pairs", "questions", "apps", "sites"]
    items: int
    created_at: str
    archived_at: str | None


class DatasetImport(TypedDict):
    """The background import of a large file as a dataset."""

    id: int
    dataset: int | None
    name: str
    status: Literal["waiting", "running", "ready", "kept", "discarded", "failed"]
    done: int
    total: int
    problem: str
    asked_at: str
    project: int
    filename: str


class DatasheetEntry(TypedDict):
    """One question of the datasheet."""

    question: str
    answer: str
    yours: bool


class DecideProlificInput(TypedDict):
    submissions: list[int]
    decision: Literal["approve", "reject"]
    category: NotRequired[
        Literal[
            "LOW_EFFORT",
            "FAILED_CHECK",
            "FAILED_INSTRUCTIONS",
            "TOO_QUICKLY",
            "TOO_SLOWLY",
            "NO_DATA",
            "NO_CODE",
            "BAD_CODE",
            "UNSUPP_DEVICE",
            "OTHER",
        ]
    ]
    reason: NotRequired[str]


class DecideWorkersInput(TypedDict):
    workers: list[int]
    then: Literal["approve", "turn_away"]


class Decided(TypedDict):
    """The effect of a decision."""

    decided: int


class DecidedWorkers(TypedDict):
    """The effect of letting workers in or turning them away."""

    decided: int


class Delivery(TypedDict):
    """A message to a webhook."""

    id: int
    message: str
    event: str
    status: Literal["waiting", "delivered", "dead"]
    attempts: int
    code: int | None
    answer: str
    created_at: str
    tried_at: str | None
    due_at: str


class DraftInput(TypedDict):
    name: str
    description: str
    reward: str
    places: int
    minutes: int
    devices: NotRequired[list[Literal["desktop", "tablet", "mobile"]]]
    approval: NotRequired[Literal["MANUALLY_REVIEW", "AUTOMATICALLY_APPROVE"]]
    screen_out: NotRequired[Literal["MANUALLY_REVIEW", "REQUEST_RETURN"]]


class Draw(TypedDict):
    """A sample of pairs from documents."""

    id: int
    dataset: int
    name: str
    status: Literal["waiting", "running", "ready", "kept", "discarded", "failed"]
    done: int
    total: int
    problem: str
    asked_at: str
    options: dict[str, Any]
    alignment: int | None
    made: int | None


class DrawInput(TypedDict):
    name: str
    alignment: NotRequired[int]
    level: NotRequired[Literal["sections", "paragraphs"]]
    edge: NotRequired[Literal[250000, 500000, 750000]]
    per_stratum: NotRequired[int]
    document_pairs: NotRequired[int | None]
    seed: NotRequired[int]
    smooth: NotRequired[bool]


class DrawWithResults(TypedDict):
    """A sample of pairs from documents, with its results."""

    id: int
    dataset: int
    name: str
    status: Literal["waiting", "running", "ready", "kept", "discarded", "failed"]
    done: int
    total: int
    problem: str
    asked_at: str
    options: dict[str, Any]
    alignment: int | None
    made: int | None
    results: dict[str, Any]


class DuplicateCampaignInput(TypedDict):
    name: NotRequired[str]
    dataset: NotRequired[int]


class Endpoint(TypedDict):
    """An endpoint for chat completions."""

    id: int
    project: int
    name: str
    address: str
    last_four: str
    set_at: str


class EndpointInput(TypedDict):
    name: str
    address: str
    key: NotRequired[str]


class Entailment(TypedDict):
    """The share of a flat campaign's annotations that a nested one entails."""

    flat: int
    nested: int
    version: int
    age_seconds: float
    figures: dict[str, Any]


class EntailmentInterval(TypedDict):
    """The interval around an entailment."""

    flat: int
    nested: int
    version: int
    judgments: int
    interval: dict[str, Any]


class EnterPayInput(TypedDict):
    kind: Literal["bonus", "adjusted", "compensation"]
    amount: str
    reason: str


class Entry(TypedDict):
    """A decision about one worker's pay in the ledger."""

    id: int
    worker: int
    kind: Literal["approved", "rejected", "bonus", "adjusted", "compensation", "paid"]
    amount: str
    judgments: int
    reason: str
    at: str


class Event(TypedDict):
    """An event of the audit log."""

    id: int
    at: str
    verb: str
    user: str | None
    worker: int | None
    campaign: int | None
    object: int | None


class EvidenceReport(TypedDict):
    """The report on evidence."""

    version: int
    judgments: int
    made_at: str
    results: dict[str, Any]


class ExcludeWorkerInput(TypedDict):
    reason: str


class ExtendCampaignInput(TypedDict):
    redundancy: int
    saved: NotRequired[int]
    filter: NotRequired[dict[str, str]]


class Feedback(TypedDict):
    """The feedback on an answer to a gold HIT."""

    right: bool
    answer: str
    why: str


class FigureOverTime(TypedDict):
    """A figure with a history."""

    name: str
    path: list[str]


class Filter(TypedDict):
    """A filter under a name."""

    id: int
    campaign: int
    name: str
    filter: dict[str, str]
    created_at: str


class FiltersInput(TypedDict):
    name: str
    filter: dict[str, str]


class ForeseeReviewInput(TypedDict):
    """A review, with the filter for the judgments that get it."""

    review: Literal["none", "accepted", "rejected", "set_aside"]
    reviews: NotRequired[list[str]]
    worker: NotRequired[int]
    hit: NotRequired[int]
    since: NotRequired[str]
    until: NotRequired[str]
    known_below: NotRequired[str]
    judgments: NotRequired[list[int]]


class ForeseenExclusion(TypedDict):
    """The effect of excluding the worker now."""

    worker: int
    judgments: int
    hits: int
    asked_again: int


class ForeseenReview(TypedDict):
    """The effect of a review now."""

    judgments: int
    leaving: int
    coming: int
    asked_again: int
    cost: str
    paid: str


class GroupedSegment(TypedDict):
    """A section or a paragraph in a group."""

    document: str
    section: int
    paragraph: NotRequired[int]
    title: str
    text: str


class HIT(TypedDict):
    """A HIT leased to the worker."""

    assignment: int
    item: dict[str, Any]
    suggestion: dict[str, Any] | None
    expires_at: str
    seconds_left: float


class HeldResults(TypedDict):
    """An annotation set compared with a campaign's crowd; it is not in the campaign's figures."""

    set: int
    version: int | None
    judgments: int
    made_at: str | None
    results: dict[str, Any]


class HeldSet(TypedDict):
    """An annotation set compared with a campaign's crowd; it is not in the campaign's figures."""

    set: int
    version: int | None
    judgments: int
    made_at: str | None


class HeldSetsInput(TypedDict):
    set: int


class HidePictureInput(TypedDict):
    name: str


class ImportFault(TypedDict):
    """An invalid annotation in a file."""

    row: int
    column: str
    message: str


class ImportTheRestInput(TypedDict):
    leave_out: int


class Invitation(TypedDict):
    """An invitation to become a member of a project."""

    id: int
    role: Literal["owner", "manager", "adjudicator", "viewer", "auditor"]
    blind: bool
    email: str
    invited_by: str
    state: Literal[
        "open", "waiting", "sent", "failed", "accepted", "declined", "withdrawn", "expired"
    ]
    problem: str
    uses: int
    most_uses: int
    made_at: str
    expires_at: str


class InviteInput(TypedDict):
    role: Literal["owner", "manager", "adjudicator", "viewer", "auditor"]
    blind: NotRequired[bool]
    email: NotRequired[str]
    days: NotRequired[int]
    most_uses: NotRequired[int]


class Item(TypedDict):
    """An item to judge."""

    id: int
    position: int
    text: str
    content: dict[str, Any]


class ItemEvent(TypedDict):
    """Something that happened to an item."""

    at: str
    what: Literal[
        "claimed",
        "repeated",
        "expired",
        "returned",
        "put_off",
        "released",
        "judged",
        "judged_late",
        "judged_too_late",
        "accepted",
        "rejected",
        "set_aside",
        "restored",
        "accepted_with_others",
        "rejected_with_others",
        "set_aside_with_others",
        "restored_with_others",
        "review_undone",
        "excluded",
        "included",
        "withdrew",
        "decided_accepted",
        "decided_edited",
        "decided_written",
        "decision_withdrawn",
    ]
    worker: int | None
    own: bool
    by: str | None
    reason: str


class JoinCampaignInput(TypedDict):
    name: NotRequired[str]
    external_id: NotRequired[str]
    sent_by: NotRequired[Literal["link", "prolific", "connect", "sona", "api", "model"]]
    study: NotRequired[str]
    session: NotRequired[str]
    return_code: NotRequired[str]
    access_code: NotRequired[str]


class JoinCampaignOutput(TypedDict):
    token: str
    expires_at: str
    return_code: str
    campaign: str
    researcher: str
    institution: str
    contact: str
    scheme: str
    instructions: str
    reward: str
    currency: str
    seconds_allotted: int
    hits: int
    most_hits: int
    training_hits: int
    pass_share: str | None
    pass_after: int
    submitted: int
    step: str | None


class JudgedItem(TypedDict):
    """An item of a campaign with a summary of its judgments."""

    id: int
    position: int
    text: str
    content: dict[str, Any]
    hit: int
    quota: int
    taken: int
    judgments: int
    distinct: int
    disagreement: float | None
    entropy: float | None
    tied: bool
    undecided: bool
    judged_at: str | None
    length: int | None
    stratum: str | None
    summary: dict[str, Any] | None
    skipped: int
    skipped_later: int
    skip_reasons: dict[str, int]


class Judgment(TypedDict):
    """One worker's judgment of one HIT; the answer never changes."""

    id: int
    hit: int
    item: int
    assignment: int
    worker: int
    submission_id: str
    claimed_at: str
    submitted_at: str
    payload: dict[str, Any]
    vector: list[int]
    form: str
    late: bool
    review: Literal["none", "accepted", "rejected", "set_aside"]
    counts: bool
    folded: bool
    active_ms: int | None
    first_action_ms: int | None
    suggested: bool | None
    as_suggested: bool | None


class JudgmentBucket(TypedDict):
    """The judgments of one period."""

    at: str
    judgments: int
    so_far: int


class KeepProlificTokenInput(TypedDict):
    token: str


class KeptAnswers(TypedDict):
    """The effect of sending gold answers."""

    kept: int
    changed: int
    unchanged: int


class KeptFile(TypedDict):
    """A file of a snapshot."""

    name: str
    content_type: str
    size: int
    sha256: str
    lines: int | None


class KeptToken(TypedDict):
    """A project's Prolific token."""

    last_four: str
    set_at: str


class LaunchCampaignInput(TypedDict):
    accept_unmatched_gold: NotRequired[bool]


class LetGoOutput(TypedDict):
    held: bool


class LimitCampaignInput(TypedDict):
    most_workers: int | None
    most_hits_per_worker: int | None
    joins_per_address: NotRequired[int | None]
    claims_per_minute: NotRequired[int | None]
    most_project_hits: NotRequired[int | None]
    most_at_once: NotRequired[int | None]
    opens_at: NotRequired[str | None]
    closes_at: NotRequired[str | None]


class ListAlignmentsQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListAnnotationsQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListAnswersOfRoundQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]
    state: NotRequired[Literal["waiting", "sent", "sound", "unfit", "refused", "lost"]]


class ListAuditQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]
    workers: NotRequired[bool]


class ListBiasesQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListCampaignItemsQuery(TypedDict):
    after: NotRequired[str]
    apart_from: NotRequired[str]
    apart_to: NotRequired[str]
    comparison: NotRequired[int]
    decided: NotRequired[bool]
    disagreement_from: NotRequired[str]
    disagreement_to: NotRequired[str]
    entropy_from: NotRequired[str]
    entropy_to: NotRequired[str]
    judgments_from: NotRequired[int]
    judgments_to: NotRequired[int]
    late: NotRequired[bool]
    length_from: NotRequired[int]
    length_to: NotRequired[int]
    limit: NotRequired[int]
    order: NotRequired[
        Literal[
            "position",
            "text",
            "stratum",
            "length",
            "judgments",
            "latest",
            "worker",
            "reviewed",
            "late",
            "disagreement",
            "entropy",
            "tie",
            "undecided",
            "decided",
            "apart",
            "-text",
            "-stratum",
            "-length",
            "-judgments",
            "-latest",
            "-worker",
            "-reviewed",
            "-late",
            "-disagreement",
            "-entropy",
            "-tie",
            "-undecided",
            "-decided",
            "-apart",
        ]
    ]
    q: NotRequired[str]
    review: NotRequired[Literal["none", "accepted", "rejected", "set_aside"]]
    saved: NotRequired[int]
    since: NotRequired[str]
    stratum: NotRequired[str]
    tie: NotRequired[bool]
    undecided: NotRequired[bool]
    until: NotRequired[str]
    worker: NotRequired[int]


class ListCampaignsQuery(TypedDict):
    after: NotRequired[int]
    archived: NotRequired[bool]
    dataset: NotRequired[int]
    limit: NotRequired[int]
    project: NotRequired[int]
    scheme: NotRequired[str]
    status: NotRequired[Literal["draft", "live", "paused", "closed"]]


class ListChanged(TypedDict):
    """The effect of a change of a list."""

    side: Literal["in", "out"]
    added: int
    removed: int
    ids: int


class ListComparedItemsQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]
    order: NotRequired[Literal["apart", "alike", "dataset"]]


class ListComparisonsQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]
    project: NotRequired[int]


class ListConsentsQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]
    version: NotRequired[int]


class ListDatasetImportsQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListDatasetsQuery(TypedDict):
    after: NotRequired[int]
    archived: NotRequired[bool]
    limit: NotRequired[int]
    project: NotRequired[int]


class ListDecisionsQuery(TypedDict):
    adjudicator: NotRequired[int]
    after: NotRequired[int]
    apart: NotRequired[bool]
    final: NotRequired[bool]
    hit: NotRequired[int]
    how: NotRequired[Literal["accepted", "edited", "written"]]
    item: NotRequired[int]
    limit: NotRequired[int]
    withdrawn: NotRequired[bool]


class ListDeliveriesQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListDrawsQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListEndpointsQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListFiltersQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListGroupsQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListHeldSetsQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListInvitationsQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListItemEventsQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListItemsQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListJudgmentsQuery(TypedDict):
    after: NotRequired[int]
    counts: NotRequired[bool]
    hit: NotRequired[int]
    item: NotRequired[int]
    late: NotRequired[bool]
    limit: NotRequired[int]
    review: NotRequired[Literal["none", "accepted", "rejected", "set_aside"]]
    worker: NotRequired[int]


class ListLedgerQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListListedIdsQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]
    side: NotRequired[Literal["in", "out"]]


class ListMembersQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListPayQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListPaymentLinesQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListPaymentsQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListProjectsQuery(TypedDict):
    after: NotRequired[int]
    archived: NotRequired[bool]
    limit: NotRequired[int]


class ListProlificMessagesQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListProlificSubmissionsQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]
    only: NotRequired[Literal["open", "absent", "unsent", "refused", "aside"]]


class ListQuestionsQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]
    settled: NotRequired[bool]
    worker: NotRequired[int]


class ListRightAnswersQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]
    use: NotRequired[Literal["known", "practice", "example"]]


class ListRoundsQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListSetImportsQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListSetsQuery(TypedDict):
    after: NotRequired[int]
    archived: NotRequired[bool]
    dataset: NotRequired[int]
    limit: NotRequired[int]
    project: NotRequired[int]


class ListSignalsQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListSitesQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListSnapshotsQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListTokensQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListTypologiesQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListWaitingQuery(TypedDict):
    apart_from: NotRequired[str]
    apart_to: NotRequired[str]
    by: NotRequired[Literal["found", "disagreement", "undecided", "sample", "settle", "since"]]
    comparison: NotRequired[int]
    decided: NotRequired[bool]
    disagreement_from: NotRequired[str]
    disagreement_to: NotRequired[str]
    entropy_from: NotRequired[str]
    entropy_to: NotRequired[str]
    judgments_from: NotRequired[int]
    judgments_to: NotRequired[int]
    late: NotRequired[bool]
    length_from: NotRequired[int]
    length_to: NotRequired[int]
    limit: NotRequired[int]
    q: NotRequired[str]
    review: NotRequired[Literal["none", "accepted", "rejected", "set_aside"]]
    saved: NotRequired[int]
    seed: NotRequired[int]
    since: NotRequired[str]
    size: NotRequired[int]
    stratum: NotRequired[str]
    tie: NotRequired[bool]
    undecided: NotRequired[bool]
    until: NotRequired[str]
    worker: NotRequired[int]


class ListWaitingWorkersQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListWebhooksQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListWordsQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListWorkerIdsQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class ListWorkersQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class Listed(TypedDict):
    """An id on one of a campaign's lists."""

    side: Literal["in", "out"]
    external_id: str


class ListedSnapshot(TypedDict):
    """A snapshot of a campaign, without its contents."""

    id: int
    campaign: int
    status: Literal["waiting", "running", "ready", "kept", "discarded", "failed"]
    done: int
    total: int
    problem: str
    note: str
    filter: dict[str, str]
    asked_at: str


class MakeDecisionInput(TypedDict):
    submission_id: str
    hit: int
    judgment: NotRequired[int | None]
    payload: NotRequired[dict[str, Any] | None]
    note: NotRequired[str]
    seen: NotRequired[list[int]]
    blind: NotRequired[bool]
    replaces: NotRequired[list[int]]


class MakeDocumentsInput(TypedDict):
    name: str
    without_duplicates: NotRequired[bool]


class MakePaymentsInput(TypedDict):
    sent_by: Literal[
        "name", "link", "prolific", "connect", "sona", "api", "replay", "simulated", "model"
    ]
    with_places: NotRequired[bool]


class Measured(TypedDict):
    """Judgments that started from a suggestion compared with those that did not, as last
    computed."""

    version: int
    judgments: int
    made_at: str
    results: dict[str, Any]


class Member(TypedDict):
    """A member of a project."""

    user: int
    username: str
    role: Literal["owner", "manager", "adjudicator", "viewer", "auditor"]
    blind: bool


class Message(TypedDict):
    """A message between a worker and the researchers of a campaign."""

    id: int
    worker: int
    sender: Literal["worker", "researcher"]
    hit: int | None
    judgments: list[int]
    text: str
    at: str
    settled_at: str | None


class MessageByProlific(TypedDict):
    """A message to a participant of a study, or from one."""

    id: int
    participant: str
    body: str
    state: Literal["wanted", "sending", "sent", "refused", "received"]
    problem: str
    at: str


class MessagesWritten(TypedDict):
    """The effect of sending messages."""

    messages: int


class ModelsAnswer(TypedDict):
    """An item of a round with its outcome."""

    id: int
    item: int
    state: Literal["waiting", "sent", "sound", "unfit", "refused", "lost"]
    words: str
    problem: str
    payload: dict[str, Any] | None
    tokens_in: int
    tokens_out: int
    cost: str


class MoneyTotal(TypedDict):
    """The money of all campaigns that pay in one currency."""

    currency: str
    spent: str
    paid: str
    owed: str
    forecast: str
    pretended: str


class NameInput(TypedDict):
    name: str


class NewInvitation(TypedDict):
    """An invitation, with its link."""

    id: int
    role: Literal["owner", "manager", "adjudicator", "viewer", "auditor"]
    blind: bool
    email: str
    invited_by: str
    state: Literal[
        "open", "waiting", "sent", "failed", "accepted", "declined", "withdrawn", "expired"
    ]
    problem: str
    uses: int
    most_uses: int
    made_at: str
    expires_at: str
    link: str


class PaidSum(TypedDict):
    """An amount paid, in one currency."""

    currency: str
    amount: str
    workers: int


class PatchedEditCampaignInput(TypedDict):
    """The terms to change; all others stay unchanged."""

    name: NotRequired[str]
    qualifications: NotRequired[dict[str, Any]]
    reward: NotRequired[str]
    instructions: NotRequired[str]
    settings: NotRequired[dict[str, Any]]
    title: NotRequired[str]
    researcher: NotRequired[str]
    institution: NotRequired[str]
    contact: NotRequired[str]
    link_trust: NotRequired[Literal["code", "signed", "platform"]]
    access_code: NotRequired[str]
    platform_study: NotRequired[str]
    joins_per_day: NotRequired[int | None]
    claims_per_address: NotRequired[int | None]
    screened: NotRequired[bool]
    offered: NotRequired[bool]
    place_hits: NotRequired[int | None]
    place_minutes: NotRequired[int | None]
    completion_code: NotRequired[str]
    screen_out_code: NotRequired[str]
    no_consent_code: NotRequired[str]
    return_address: NotRequired[str]
    redundancy: NotRequired[int]
    hourly_wage: NotRequired[str | None]
    currency: NotRequired[str]
    fee_percent: NotRequired[str]
    seconds_allotted: NotRequired[int]
    seconds_expected: NotRequired[int | None]
    most_judgments: NotRequired[int | None]
    majority_of: NotRequired[Literal["answers", "yes_no"]]
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
    most_project_hits: NotRequired[int | None]
    most_at_once: NotRequired[int | None]
    opens_at: NotRequired[str | None]
    closes_at: NotRequired[str | None]
    budget: NotRequired[str | None]
    approve_after_days: NotRequired[int | None]
    language: NotRequired[Literal["", "en", "es", "hi", "ar"]]
    instructions_markdown: NotRequired[bool]
    consent: NotRequired[str]
    practice: NotRequired[int]
    practice_pass: NotRequired[int | None]
    practice_tries: NotRequired[int]
    quiz: NotRequired[list[dict[str, Any]]]
    quiz_pass: NotRequired[int | None]
    quiz_tries: NotRequired[int]


class PatchedOneFilterInput(TypedDict):
    name: NotRequired[str]


class PatchedOneWebhookInput(TypedDict):
    events: NotRequired[
        list[
            Literal[
                "campaign.finished",
                "items.agreed",
                "budget.near",
                "export.ready",
                "job.failed",
                "worker.flagged",
            ]
        ]
    ]
    is_on: NotRequired[bool]


class PatchedRenameComparisonInput(TypedDict):
    name: NotRequired[str]


class PatchedRoleInput(TypedDict):
    role: NotRequired[Literal["owner", "manager", "adjudicator", "viewer", "auditor"]]
    blind: NotRequired[bool]


class Pay(TypedDict):
    """The pay of a campaign."""

    earned: str
    approved: str
    rejected: str
    bonus: str
    adjusted: str
    compensation: str
    waiting: str
    paid: str
    owed: str
    currency: str
    budget: str | None
    budget_left: str | None
    forecast: str
    unowed: int
    would_have_cost: str
    approve_after_days: int | None
    hourly: str | None


class PayProlificBonusesInput(TypedDict):
    total: str


class Payment(TypedDict):
    """A line of a list: the sum for one worker."""

    worker: int
    recipient: str
    pay_to: str
    amount: str
    judgments: int
    status: Literal["waiting", "paid", "failed"]
    reference: str


class Payments(TypedDict):
    """A list of payments to the workers of a campaign who came from one source."""

    id: int
    sent_by: Literal[
        "name", "link", "prolific", "connect", "sona", "api", "replay", "simulated", "model"
    ]
    at: str
    currency: str
    with_places: bool
    waiting: str
    paid: str
    failed: str


class PictureInput(TypedDict):
    """A picture, as a file."""


class PlatformSession(TypedDict):
    """A visit for which a platform sent a worker."""

    study: str
    session: str
    came_at: str
    done_before: int


class PointReading(TypedDict):
    """A figure at one point; null: undefined, or unknown for that version."""

    value: float | None
    low: float | None
    high: float | None


class ProblemError(TypedDict):
    message: str
    field: NotRequired[str]
    row: NotRequired[int]
    column: NotRequired[str]


class Progress(TypedDict):
    """The number of HITs by the status of their decision."""

    hits: int
    decided: int
    accepted: int
    edited: int
    written: int
    apart: int
    unlike: int
    since: int


class Project(TypedDict):
    """A project, with its members."""

    id: int
    name: str
    description: str
    created_at: str
    archived_at: str | None


class ProjectNameInput(TypedDict):
    name: str


class ProposeProlificStudyOutput(TypedDict):
    reward: str | None
    places: int | None
    minutes: int
    measured: bool
    currency: str


class PublishSnapshotInput(TypedDict):
    authors: str
    licence: NotRequired[str]


class Published(TypedDict):
    """A snapshot's public address."""

    snapshot: int
    address: str
    authors: str
    licence: str
    published_at: str
    withdrawn_at: str | None


class PutAway(TypedDict):
    """The state of an object: in use, archived, or deleted and still restorable."""

    kind: Literal["campaign", "dataset", "project", "set"]
    id: int
    name: str
    archived_at: str | None
    deleted_at: str | None
    undo_until: str | None


class RankedAnswer(TypedDict):
    """An answer ranked among those to other texts, and the stakes after it."""

    number: int
    judgment: int
    better: int
    alike: int
    compared: int
    p: float
    log10_stake: float
    log10_against: float


class ReadSignalsQuery(TypedDict):
    after: NotRequired[int]
    limit: NotRequired[int]


class Reading(TypedDict):
    """The reading test of all workers together; null until the first report."""

    version: int
    made_at: str
    reason: str
    others: int
    compared: int
    readers: int
    certified: int
    lost: int
    other: int
    usual_answers: int
    too_early: bool
    half_after: int | None
    nine_tenths_after: int | None
    pairs: int
    twinned: int
    clusters: int
    followers: int
    sampled: int


class Released(TypedDict):
    """The effect of a release."""

    worker: int
    released: bool


class RenameWordsInput(TypedDict):
    to: str


class Renamed(TypedDict):
    """An object with its new name."""

    id: int
    name: str


class ResumeInput(TypedDict):
    budget: NotRequired[str]
    lost_too: NotRequired[bool]


class Review(TypedDict):
    """A bulk review of judgments."""

    id: int
    review: Literal["none", "accepted", "rejected", "set_aside"]
    reason: str
    status: Literal["running", "done", "undoing", "undone"]
    judgments: int
    asked_again: int
    kept: int
    at: str
    undone_at: str | None


class ReviewJudgmentsInput(TypedDict):
    """A review, with the filter for the judgments that get it."""

    review: Literal["none", "accepted", "rejected", "set_aside"]
    reviews: NotRequired[list[str]]
    worker: NotRequired[int]
    hit: NotRequired[int]
    since: NotRequired[str]
    until: NotRequired[str]
    known_below: NotRequired[str]
    judgments: NotRequired[list[int]]
    reason: NotRequired[str]


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


class Round(TypedDict):
    """A round of model annotation of a campaign's items."""

    id: int
    campaign: int
    endpoint: int | None
    name: str
    model: str
    prompt: str
    prompt_version: int
    temperature: str | None
    seed: int | None
    most_tokens: int
    limit_name: Literal["max_tokens", "max_completion_tokens"]
    price_in: str
    price_out: str
    currency: str
    budget: str
    at_once: int
    most_a_minute: int | None
    status: Literal["waiting", "stopped", "spent", "failed", "ready"]
    problem: str
    asked_at: str
    set: int | None


class RoundInput(TypedDict):
    endpoint: int
    name: str
    model: str
    prompt: NotRequired[str]
    temperature: NotRequired[str]
    seed: NotRequired[int]
    most_tokens: NotRequired[int]
    limit_name: NotRequired[Literal["max_tokens", "max_completion_tokens"]]
    price_in: str
    price_out: str
    currency: NotRequired[str]
    budget: str
    at_once: NotRequired[int]
    most_a_minute: NotRequired[int | None]


class RoundWithProgress(TypedDict):
    """A round of model annotation of a campaign's items."""

    id: int
    campaign: int
    endpoint: int | None
    name: str
    model: str
    prompt: str
    prompt_version: int
    temperature: str | None
    seed: int | None
    most_tokens: int
    limit_name: Literal["max_tokens", "max_completion_tokens"]
    price_in: str
    price_out: str
    currency: str
    budget: str
    at_once: int
    most_a_minute: int | None
    status: Literal["waiting", "stopped", "spent", "failed", "ready"]
    problem: str
    asked_at: str
    set: int | None
    states: dict[str, int]
    total: int
    bought: int
    again: int
    tokens_in: int
    tokens_out: int
    spent: str


class RowOutcome(TypedDict):
    """The outcome of a row."""

    row: int
    outcome: Literal["made", "repeated", "refused"]
    item: int | None
    column: str
    message: str


class Seen(TypedDict):
    """An adjudicator's screen, as recorded."""

    version: int
    judgments: list[int]
    decisions: list[int]
    blind: bool


class SentAnswerForm(TypedDict):
    """A gold answer to an item."""

    item: int
    payload: dict[str, Any]
    use: NotRequired[Literal["known", "practice", "example"]]
    why: NotRequired[str]


class Sentence(TypedDict):
    """One sentence of the paragraph."""

    about: str
    text: str
    cites: list[str]


class Set(TypedDict):
    """A set of annotations of a dataset's items."""

    id: int
    dataset: int
    name: str
    scheme: str
    settings: dict[str, Any]
    made_by: Literal["people", "model", "unknown"]
    source: str
    licence: str
    version: str
    facts: dict[str, Any]
    named: bool
    filename: str
    digest: str
    annotations: int
    annotators: int
    items: int
    left_out: dict[str, int]
    created_at: str
    archived_at: str | None


class SetImport(TypedDict):
    """The background import of a file of annotations as a set."""

    id: int
    dataset: int
    name: str
    status: Literal["waiting", "running", "ready", "kept", "discarded", "failed"]
    done: int
    total: int
    problem: str
    asked_at: str
    scheme: str
    filename: str
    digest: str
    leave_out: int
    set: int | None


class SetPayInput(TypedDict):
    budget: str | None
    approve_after_days: int | None


class SetProjectMoneyInput(TypedDict):
    budget: str | None
    least_hourly: str | None
    currency: str


class SettlePaymentsInput(TypedDict):
    outcome: NotRequired[Literal["paid", "failed"]]
    answer: NotRequired[str]


class SettleQuestionsInput(TypedDict):
    until: int


class SettleQuestionsOutput(TypedDict):
    worker: int
    settled: int


class Settled(TypedDict):
    """The effect of an answer."""

    changed: int


class ShareDecisionsInput(TypedDict):
    adjudicators: int


class ShownPicture(TypedDict):
    """A picture that texts of a campaign can show."""

    name: str
    width: int
    height: int


class SideAnswer(TypedDict):
    """An answer of one side."""

    form: str
    times: int


class SignLinksInput(TypedDict):
    ids: list[str]
    days: NotRequired[int]


class Signals(TypedDict):
    """The signals of one worker."""

    worker: int
    judgments: int
    milliseconds: float | None
    faster: float | None
    same: float | None
    majority: float | None
    consistency: float | None
    repeated: int
    alpha: float | None
    s: float | None
    state: Literal["certified", "lost", "open", "other"]
    ranked: int
    certified_at: int | None
    lost_at: int | None
    lost_since: int | None
    log10_stake: float
    log10_highest: float
    log10_against: float
    p: float
    twins: int
    cluster: int | None
    follows: bool


class SignedLink(TypedDict):
    """A link to the campaign for one id."""

    id: str
    link: str
    until: str


class SkipHITInput(TypedDict):
    later: bool
    reason: NotRequired[Literal["unclear", "language", "broken", "unwanted", "long", "other"]]
    words: NotRequired[str]


class SourceInput(TypedDict):
    campaign: NotRequired[int]
    set: NotRequired[int]


class Standing(TypedDict):
    """The status of a worker."""

    worker: int
    stopped_at: str | None


class StepOnProlific(TypedDict):
    """A step of a study's recruitment."""

    id: int
    action: Literal["PUBLISH", "PAUSE", "START", "STOP", "PLACES"]
    places: int | None
    state: Literal["asked", "priced", "confirmed", "done", "dropped"]
    rewards: str | None
    total: str | None
    cost: str | None
    problem: str


class Stopped(TypedDict):
    """The reason why there is no next HIT."""

    code: str
    detail: str
    retry_after: int | None


class StudyOnProlific(TypedDict):
    """A campaign's study as of the last sync with Prolific."""

    study: str
    name: str
    state: str
    places: int | None
    reward: int | None
    currency: str
    asked_at: str | None


class SubmissionOnProlific(TypedDict):
    """A submission of a study, with its worker here."""

    id: int
    submission: str
    participant: str
    worker: int | None
    hits: int
    status: str
    code: str
    is_open: bool
    is_sound: bool
    decision: Literal["none", "approve", "reject"]
    refusal: str
    trouble: str


class SubmitJudgmentInput(TypedDict):
    submission_id: str
    payload: dict[str, Any]
    active_ms: NotRequired[int | None]
    first_action_ms: NotRequired[int | None]
    next: NotRequired[bool]


class SuggestionsInput(TypedDict):
    set: int
    tenths: NotRequired[int]


class TakeBackCompensationsInput(TypedDict):
    workers: list[int]


class Token(TypedDict):
    """A key to the API, without the key."""

    id: int
    name: str
    user: str
    scopes: list[Literal["read", "files", "write", "work", "money", "people", "delete", "ids"]]
    created_at: str
    expires_at: str
    revoked_at: str | None


class Training(TypedDict):
    """The worker's progress in the training."""

    done: int
    of: int


class Twin(TypedDict):
    """A twin of a worker, with their shared answers."""

    worker: int
    texts: int
    same: int
    expected: float
    after: int
    same_after: int
    p: float
    follows: bool


class Typology(TypedDict):
    """Function words of a dataset's language, and the side of its adpositions."""

    id: int
    dataset: int
    name: str
    status: Literal["waiting", "running", "ready", "kept", "discarded", "failed"]
    done: int
    total: int
    problem: str
    asked_at: str
    options: dict[str, Any]
    language: str


class TypologyInput(TypedDict):
    language: str
    by: NotRequired[Literal["entropy", "counts"]]
    top: NotRequired[int]
    samples: NotRequired[int]
    sentences: NotRequired[int]
    margin: NotRequired[str]
    seed: NotRequired[int]


class TypologyWithResults(TypedDict):
    """Function words of a dataset's language and the side of its adpositions, with results."""

    id: int
    dataset: int
    name: str
    status: Literal["waiting", "running", "ready", "kept", "discarded", "failed"]
    done: int
    total: int
    problem: str
    asked_at: str
    options: dict[str, Any]
    language: str
    results: dict[str, Any]


class UploadSetInput(TypedDict):
    """The origin of a set."""

    made_by: NotRequired[Literal["people", "model", "unknown"]]
    source: NotRequired[str]
    licence: NotRequired[str]
    version: NotRequired[str]
    dataset: int
    scheme: str
    name: str
    take: NotRequired[Literal["gold"]]
    like: NotRequired[int]
    facts: NotRequired[str]
    leave_out: NotRequired[int]


class VisitToProlific(TypedDict):
    """A sync with Prolific, which sends decisions and reads the current state."""

    status: Literal["waiting", "running", "ready", "kept", "discarded", "failed"]
    done: int
    total: int
    problem: str
    asked_at: str


class Waiting(TypedDict):
    """A HIT that waits for a decision."""

    hit: int
    item: int
    position: int
    text: str
    judgments: int
    disagreement: float | None


class WaitingWorker(TypedDict):
    """A worker waiting for approval."""

    worker: int
    joined_at: str


class WayOut(TypedDict):
    """The way in which a worker leaves."""

    kind: str | None
    code: str
    address: str


class Webhook(TypedDict):
    """A webhook for a project's events."""

    id: int
    project: int
    address: str
    events: list[
        Literal[
            "campaign.finished",
            "items.agreed",
            "budget.near",
            "export.ready",
            "job.failed",
            "worker.flagged",
        ]
    ]
    is_on: bool
    off_because: str
    created_at: str


class WebhookWithSecret(TypedDict):
    """A webhook for a project's events."""

    id: int
    project: int
    address: str
    events: list[
        Literal[
            "campaign.finished",
            "items.agreed",
            "budget.near",
            "export.ready",
            "job.failed",
            "worker.flagged",
        ]
    ]
    is_on: bool
    off_because: str
    created_at: str
    secret: str


class WebhooksInput(TypedDict):
    address: str
    events: list[
        Literal[
            "campaign.finished",
            "items.agreed",
            "budget.near",
            "export.ready",
            "job.failed",
            "worker.flagged",
        ]
    ]


class Width(TypedDict):
    """An expected figure with the width of its interval; null: undefined."""

    value: float | None
    width: float | None
    reason: str | None


class WordListsInput(TypedDict):
    language: str
    words: list[str]


class Words(TypedDict):
    """A project's own list of prepositions of a language."""

    id: int
    language: str
    words: list[str]
    revision: int


class Worker(TypedDict):
    """One worker's counts in a campaign."""

    worker: int
    judgments: int
    paid: int
    training_right: int
    training_done: int
    known_right: int
    known_done: int
    known_not_answered: int
    returned: int
    stopped_at: str | None
    excluded_at: str | None
    exclusion_reason: str
    withdrawn_at: str | None
    joined_at: str


class WorkerPay(TypedDict):
    """The pay of one worker."""

    earned: str
    approved: str
    rejected: str
    bonus: str
    adjusted: str
    compensation: str
    waiting: str
    paid: str
    owed: str
    worker: int


class WriteProlificMessagesInput(TypedDict):
    submissions: list[int]
    body: str


class AppPictures(TypedDict):
    """The pictures of an app, in their order."""

    item: int
    pictures: list[AppPicture]


class AskForEvidenceOutput(TypedDict):
    campaign: Campaign
    questions: int
    apps: int
    without: list[str]


class BonusesByProlific(TypedDict):
    """The status of a payment list with Prolific."""

    bulks: list[BulkOfProlific]
    total: str
    unpaid: bool
    visit: VisitToProlific | None


class ComparedAnswers(TypedDict):
    """An item that both sides answered."""

    item: int
    gold_item: int
    text: str
    position: int
    rank: int
    alike: float
    same: bool | None
    crowd: list[SideAnswer]
    gold: list[SideAnswer]


class Comparison(TypedDict):
    """A comparison of a crowd with gold."""

    id: int
    project: int
    name: str
    sides: list[ComparisonSide]
    created_at: str
    made_at: str | None
    age_seconds: float | None
    has_moved: bool


class Compensations(TypedDict):
    """The entries that were made."""

    entries: list[Entry]


class CreateDatasetInBulkOutput(TypedDict):
    dataset: Dataset
    made: int
    results: list[RowOutcome]


class CreateSetInBulkOutput(TypedDict):
    set: Set
    made: int
    results: list[RowOutcome]


class DatasetImportWithFaults(TypedDict):
    """The import of a large file, with the errors of a refused file."""

    id: int
    dataset: int | None
    name: str
    status: Literal["waiting", "running", "ready", "kept", "discarded", "failed"]
    done: int
    total: int
    problem: str
    asked_at: str
    project: int
    filename: str
    errors: list[ImportFault]
    count: int


class Decision(TypedDict):
    """An adjudicator’s answer to a HIT."""

    id: int
    hit: int
    item: int
    adjudicator: int
    how: Literal["accepted", "edited", "written"]
    judgment: int | None
    payload: dict[str, Any]
    vector: list[int]
    form: str
    note: str
    apart: bool
    final: bool
    seen: Seen
    decided_at: str
    withdrawn_at: str | None
    judgments_since: int


class DeletedThings(TypedDict):
    """Deleted objects that can be restored."""

    results: list[PutAway]


class DraftForProlific(TypedDict):
    """A draft of a study to create on Prolific."""

    state: Literal["written", "wanted", "sending", "made"]
    name: str
    description: str
    reward: str
    places: int
    minutes: int
    devices: list[str]
    codes: list[CompletionCode]
    problem: str
    written_at: str
    sent_at: str | None


class FigurePoint(TypedDict):
    """The figures at one time."""

    version: int
    at: str
    judgments: int
    readings: list[PointReading]


class ForeseenDeletion(TypedDict):
    """The consequences of deleting it now."""

    goes: dict[str, int]
    paid: list[PaidSum]
    obstacles: list[str]


class Intervals(TypedDict):
    """Intervals of the figures."""

    version: int
    judgments: int
    made_at: str
    figures: dict[str, Any]
    entailment: list[EntailmentInterval]


class KeepRightAnswersInput(TypedDict):
    answers: list[SentAnswerForm]


class ListItemEventsOutput(TypedDict):
    next: str | None
    results: list[ItemEvent]
    cut: bool
    searched: bool


class ListSignalsOutput(TypedDict):
    next: str | None
    reading: Reading | None
    results: list[Signals]


class ListWaitingOutput(TypedDict):
    left: int
    results: list[Waiting]


class MakeComparisonInput(TypedDict):
    project: int
    name: str
    crowd: SourceInput
    gold: SourceInput
    crowd_trees: NotRequired[SourceInput]
    gold_trees: NotRequired[SourceInput]


class MakeDocumentsOutput(TypedDict):
    dataset: Dataset
    unsettled: int


class Methods(TypedDict):
    """The methods of a campaign for a paper, from the current data."""

    version: int
    midpath: str
    sentences: list[Sentence]
    datasheet: list[DatasheetEntry]
    text: str
    markdown: str
    latex: str
    bibtex: str


class Problem(TypedDict):
    type: str
    title: str
    status: int
    code: str
    detail: str
    field: NotRequired[str]
    line: NotRequired[int]
    column: NotRequired[int]
    position: NotRequired[int]
    scope: NotRequired[str]
    retry_after: NotRequired[int]
    errors: NotRequired[list[ProblemError]]


class ProjectMoney(TypedDict):
    """The money of a project; decimals are strings."""

    budget: str | None
    left: str | None
    least_hourly: str | None
    currency: str
    totals: list[MoneyTotal]
    campaigns: list[CampaignMoney]


class ReadAlikeSitesOutput(TypedDict):
    made_at: str | None
    results: list[AlikeSites]


class ReadBesideDecisionsOutput(TypedDict):
    adjudicators: int
    progress: Progress
    version: int | None
    made_at: str | None
    results: dict[str, Any] | None


class ReadComparisonOutput(TypedDict):
    """A comparison of a crowd with gold."""

    id: int
    project: int
    name: str
    sides: list[ComparisonSide]
    created_at: str
    made_at: str | None
    age_seconds: float | None
    has_moved: bool
    results: dict[str, Any]


class ReadProlificTokenOutput(TypedDict):
    token: KeptToken | None


class ReadSignalsOutput(TypedDict):
    next: str | None
    signals: Signals
    twins: list[Twin]
    results: list[RankedAnswer]


class ReadinessForProlific(TypedDict):
    """The checks before a study is published."""

    ready: bool
    checks: list[CheckForProlific]


class SegmentGroup(TypedDict):
    """A group of an alignment."""

    group: int
    by_probability: list[Any]
    by_lift: list[Any]
    segments: list[GroupedSegment]


class SetImportWithFaults(TypedDict):
    """The import of a file of annotations, with the errors of a refused file."""

    id: int
    dataset: int
    name: str
    status: Literal["waiting", "running", "ready", "kept", "discarded", "failed"]
    done: int
    total: int
    problem: str
    asked_at: str
    scheme: str
    filename: str
    digest: str
    leave_out: int
    set: int | None
    errors: list[ImportFault]
    count: int
    sound: int


class ShownPictures(TypedDict):
    """All pictures that texts of a campaign can show."""

    results: list[ShownPicture]


class SignLinksOutput(TypedDict):
    links: list[SignedLink]


class Snapshot(TypedDict):
    """A snapshot of a campaign."""

    id: int
    campaign: int
    status: Literal["waiting", "running", "ready", "kept", "discarded", "failed"]
    done: int
    total: int
    problem: str
    note: str
    filter: dict[str, str]
    asked_at: str
    manifest: dict[str, Any]
    files: list[KeptFile]


class SubmitJudgmentOutput(TypedDict):
    judgment: int
    assignment: int
    submission_id: str
    submitted_at: str
    late: bool
    counts: bool
    feedback: Feedback | None
    training: Training | None
    next: HIT | None
    stopped: Stopped | None


class Told(TypedDict):
    """The suggestions that workers of a campaign start from."""

    suggested: bool
    set: int | None
    annotator: int | None
    tenths: int | None
    unfit: int
    measured: Measured | None


class Way(TypedDict):
    """A plan: a fixed number of judgments per item, or more until workers agree."""

    name: str
    adaptive: bool
    per_item: float | None
    judgments: int | None
    cost: str | None
    alpha: Width
    yes: Width
    settled: Width
    accuracy: Width
    items: int
    note: str


class WorkerIds(TypedDict):
    """The platform ids of a worker."""

    worker: int
    sent_by: Literal[
        "name", "link", "prolific", "connect", "sona", "api", "replay", "simulated", "model"
    ]
    external_id: str
    sessions: list[PlatformSession]


class ReadFiguresOutput(TypedDict):
    campaign: int
    scheme: str
    version: int
    judgments: int
    withdrawn: int
    folded_at: str
    age_seconds: float
    figures: dict[str, Any]
    reconciled_at: str | None
    reconciled_version: int | None
    mended: int
    entailment: list[Entailment]
    intervals: Intervals | None
    crowd: Crowd | None
    evidence: EvidenceReport | None


class ReadHistoryOutput(TypedDict):
    figures: list[FigureOverTime]
    points: list[FigurePoint]
    seconds: int | None
    buckets: list[JudgmentBucket]


class ReadPlanOutput(TypedDict):
    """A stored report, which may be of an earlier version than the figures."""

    campaign: int
    version: int
    judgments: int
    made_at: str
    currency: str
    ways: list[Way]
    method: list[str]


class StandingWithProlific(TypedDict):
    """The stored Prolific status of a campaign; Prolific is not contacted."""

    token: KeptToken | None
    study: StudyOnProlific | None
    draft: DraftForProlific | None
    surely_absent: bool
    step: StepOnProlific | None
    possible: list[Literal["PUBLISH", "PAUSE", "START", "STOP", "PLACES"]]
    visit: VisitToProlific | None
    unsent: int
    set_aside: int
