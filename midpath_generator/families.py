"""Forms with the same fields: the fields are written once, in a form that the others extend."""

from collections.abc import Iterator, Mapping

from midpath_generator.schema import Schema, fields_of

# What several forms share, if it is not a form of the schema itself.
SHARED: Mapping[str, str] = {
    "CampaignTermsInput": "The terms of a draft.",
    "DatasetJob": "A job on a dataset.",
    "Earnings": "The earnings of workers and what is paid of them.",
    "ItemsQuery": "Filter conditions for the items of a campaign.",
    "OriginInput": "The origin of a set.",
    "Report": "A stored report and the version of the figures that it is of.",
    "ListQuery": "The page of a list to read.",
}
# Each form with the form that it extends.
BASES: Mapping[str, str] = {
    "Alignment": "DatasetJob",
    "AlignmentWithResults": "Alignment",
    "CampaignMoney": "MoneyTotal",
    "CampaignTermsInput": "ChangePeopleInput",
    "CreateCampaignInput": "CampaignTermsInput",
    "CreateDatasetFileInput": "OriginInput",
    "CreateSetInBulkInput": "OriginInput",
    "Crowd": "Report",
    "DatasetImportWithFaults": "DatasetImport",
    "Draw": "DatasetJob",
    "DrawWithResults": "Draw",
    "EvidenceReport": "Report",
    "HeldResults": "HeldSet",
    "JudgedItem": "Item",
    "ListCampaignItemsQuery": "ItemsQuery",
    "ListWaitingQuery": "ItemsQuery",
    "Measured": "Report",
    "NewInvitation": "Invitation",
    "PatchedEditCampaignInput": "CampaignTermsInput",
    "Pay": "Earnings",
    "ReadComparisonOutput": "Comparison",
    "ReviewJudgmentsInput": "ForeseeReviewInput",
    "RoundWithProgress": "Round",
    "SetImport": "DatasetJob",
    "SetImportWithFaults": "SetImport",
    "Snapshot": "ListedSnapshot",
    "Typology": "DatasetJob",
    "TypologyWithResults": "Typology",
    "UploadSetInput": "OriginInput",
    "WebhookWithSecret": "Webhook",
    "WorkerPay": "Earnings",
}


def with_shared(forms: Mapping[str, Schema]) -> dict[str, Schema]:
    """Return the forms and what several of them share, as further forms."""
    found = dict(forms)
    for base, summary in SHARED.items():
        if family := [found[name] for name, other in bases_of(found).items() if other == base]:
            found[base] = {"description": summary, **shared(family)}
    return found


def bases_of(forms: Mapping[str, Schema]) -> dict[str, str]:
    """Return the forms that extend another, each with the other's name."""
    lists = {name: "ListQuery" for name, form in forms.items() if is_list_query(name, form)}
    return {name: base for name, base in {**lists, **BASES}.items() if name in forms}


def is_list_query(name: str, form: Schema) -> bool:
    """Return whether a form is the query of a list."""
    fields = form.get("properties", {}).keys()
    return name.endswith("Query") and name != "ListQuery" and {"after", "limit"} <= fields


def shared(family: list[Schema]) -> Schema:
    """Return the fields that all these forms have, as a form."""
    fields = [fields_of(form).items() for form in family]
    names = [name for name, kind in fields[0] if all((name, kind) in other for other in fields)]
    properties, required = family[0]["properties"], family[0].get("required", ())
    return {
        "properties": {name: properties[name] for name in names},
        "required": [name for name in names if name in required],
    }


def own_fields(form: Schema, base: Schema) -> Iterator[tuple[str, str]]:
    """Yield the fields that a form has in addition to those of its base."""
    inherited = fields_of(base).items()
    if missing := inherited - fields_of(form).items():
        raise ValueError(f"A form and its base differ in {missing}: edit `BASES`.")
    yield from (one for one in fields_of(form).items() if one not in inherited)
