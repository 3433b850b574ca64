"""The operations that a researcher's token has. Written by `make client`; do not edit.

Each has the name, the arguments and the response of /api/v1/schema/."""

from midpath.operations import (
    annotation_sets,
    archived_and_deleted,
    campaigns,
    comparisons_with_gold,
    datasets,
    decisions,
    models,
    money,
    other_names,
    pairs_groups_and_function_words,
    projects_members_and_tokens,
    results,
    snapshots,
    studies_on_prolific,
    webhooks,
    workers_and_their_work,
)


class Operations(
    annotation_sets.Operations,
    archived_and_deleted.Operations,
    campaigns.Operations,
    comparisons_with_gold.Operations,
    datasets.Operations,
    decisions.Operations,
    models.Operations,
    money.Operations,
    other_names.Operations,
    pairs_groups_and_function_words.Operations,
    projects_members_and_tokens.Operations,
    results.Operations,
    snapshots.Operations,
    studies_on_prolific.Operations,
    webhooks.Operations,
    workers_and_their_work.Operations,
):
    """All operations, grouped as in the schema."""
