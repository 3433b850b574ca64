"""Forms of the API. Written by `make client`; do not edit."""

from typing import Literal, NotRequired, TypedDict


class ItemsQuery(TypedDict):
    """Filter conditions for the items of a campaign."""

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
    q: NotRequired[str]
    review: NotRequired[Literal["none", "accepted", "rejected", "set_aside"]]
    saved: NotRequired[int]
    since: NotRequired[str]
    stratum: NotRequired[str]
    tie: NotRequired[bool]
    undecided: NotRequired[bool]
    until: NotRequired[str]
    worker: NotRequired[int]


class ListQuery(TypedDict):
    """The page of a list to read."""

    after: NotRequired[int]
    limit: NotRequired[int]


class ListAnswersOfRoundQuery(ListQuery):
    state: NotRequired[Literal["waiting", "sent", "sound", "unfit", "refused", "lost"]]


class ListAuditQuery(ListQuery):
    workers: NotRequired[bool]


class ListCampaignItemsQuery(ItemsQuery):
    after: NotRequired[str]
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


class ListCampaignsQuery(ListQuery):
    archived: NotRequired[bool]
    dataset: NotRequired[int]
    project: NotRequired[int]
    scheme: NotRequired[str]
    status: NotRequired[Literal["draft", "live", "paused", "closed"]]


class ListComparedItemsQuery(ListQuery):
    order: NotRequired[Literal["apart", "alike", "dataset"]]


class ListComparisonsQuery(ListQuery):
    project: NotRequired[int]


class ListConsentsQuery(ListQuery):
    version: NotRequired[int]


class ListDatasetsQuery(ListQuery):
    archived: NotRequired[bool]
    project: NotRequired[int]


class ListDecisionsQuery(ListQuery):
    adjudicator: NotRequired[int]
    apart: NotRequired[bool]
    final: NotRequired[bool]
    hit: NotRequired[int]
    how: NotRequired[Literal["accepted", "edited", "written"]]
    item: NotRequired[int]
    reason: NotRequired[int]
    withdrawn: NotRequired[bool]


class ListJudgmentsQuery(ListQuery):
    counts: NotRequired[bool]
    hit: NotRequired[int]
    item: NotRequired[int]
    late: NotRequired[bool]
    review: NotRequired[Literal["none", "accepted", "rejected", "set_aside"]]
    worker: NotRequired[int]


class ListListedIdsQuery(ListQuery):
    side: NotRequired[Literal["in", "out"]]


class ListProjectsQuery(ListQuery):
    archived: NotRequired[bool]


class ListProlificSubmissionsQuery(ListQuery):
    only: NotRequired[Literal["open", "absent", "unsent", "refused", "aside"]]


class ListQuestionsQuery(ListQuery):
    settled: NotRequired[bool]
    worker: NotRequired[int]


class ListRightAnswersQuery(ListQuery):
    use: NotRequired[Literal["known", "practice", "example"]]


class ListSetsQuery(ListQuery):
    archived: NotRequired[bool]
    dataset: NotRequired[int]
    project: NotRequired[int]


class ListWaitingQuery(ItemsQuery):
    by: NotRequired[Literal["found", "disagreement", "undecided", "sample", "settle", "since"]]
    seed: NotRequired[int]
    size: NotRequired[int]


ListAlignmentsQuery = ListQuery
ListAnnotationsQuery = ListQuery
ListBiasesQuery = ListQuery
ListDatasetImportsQuery = ListQuery
ListDeliveriesQuery = ListQuery
ListDrawsQuery = ListQuery
ListEndpointsQuery = ListQuery
ListFiltersQuery = ListQuery
ListGroupsQuery = ListQuery
ListHeldSetsQuery = ListQuery
ListInvitationsQuery = ListQuery
ListItemEventsQuery = ListQuery
ListItemsQuery = ListQuery
ListLedgerQuery = ListQuery
ListMembersQuery = ListQuery
ListPayQuery = ListQuery
ListPaymentLinesQuery = ListQuery
ListPaymentsQuery = ListQuery
ListProlificMessagesQuery = ListQuery
ListRoundsQuery = ListQuery
ListSamplesQuery = ListQuery
ListSetImportsQuery = ListQuery
ListSignalsQuery = ListQuery
ListSitesQuery = ListQuery
ListSnapshotsQuery = ListQuery
ListTokensQuery = ListQuery
ListTypologiesQuery = ListQuery
ListWaitingWorkersQuery = ListQuery
ListWebhooksQuery = ListQuery
ListWordsQuery = ListQuery
ListWorkerIdsQuery = ListQuery
ListWorkersQuery = ListQuery
ReadSignalsQuery = ListQuery
