"""The form of a new comparison."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Unpack, cast

from django import forms

from addons.comparisons.models import ROLES
from addons.comparisons.services.shared_items import Shared, Source, key_of
from annotation.models import Campaign
from annotation.recorded import READERS
from annotation.research.common.forms import Files, FormOptions, Sent, ServiceForm
from annotation.schemes import SCHEMES
from midpath.text.formatting import counted


class ComparisonForm(ServiceForm):
    """A form whose fields offer the launched campaigns and sets, grouped by scheme; a value is a
    campaign or a set."""

    name = forms.CharField(
        max_length=120, error_messages={"required": "Give the comparison a name."}
    )
    crowd = forms.TypedChoiceField(
        label="Crowd",
        empty_value=None,
        help_text="A campaign or an annotation set, for example a model’s.",
        error_messages={"required": "Choose a campaign or an annotation set as the crowd."},
    )
    crowd_trees = forms.TypedChoiceField(
        label="The crowd’s trees",
        empty_value=None,
        required=False,
        help_text="Optional: nested annotations, needed for FEMN, Iterative Voting and "
        "entailment of gold flats.",
    )
    gold = forms.TypedChoiceField(
        label="Gold",
        empty_value=None,
        help_text="The reference, with the same scheme, for example experts’ answers.",
        error_messages={"required": "Choose a campaign or an annotation set as gold."},
    )
    gold_trees = forms.TypedChoiceField(
        label="Gold trees",
        empty_value=None,
        required=False,
        help_text="Optional: nested annotations, needed to entail the crowd’s flats and the "
        "strategies’ picks.",
    )

    def __init__(
        self,
        data: Sent = None,
        files: Files = None,
        *,
        sources: Sequence[Source],
        shared: Shared,
        **kwargs: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, files, **kwargs)
        known = {key_of(source): source for source in sources}
        self.labels = {key: option_text(source) for key, source in known.items()}
        for role in ROLES:
            field = cast(forms.TypedChoiceField, self.fields[role])
            field.coerce = known.__getitem__
            schemes = ["nested"] if role.endswith("_trees") else list(READERS)
            with_side = self["gold" if role == "crowd" else "crowd"].value() or ""
            field.choices = [
                ("", "choose one" if field.required else "none"),
                *grouped(known, schemes, shared.get(str(with_side), {})),
            ]
            field.error_messages["invalid_choice"] = "Choose one from the list."


def grouped(
    known: Mapping[str, Source], schemes: Sequence[str], shared: Mapping[str, int | None]
) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    for name in schemes:
        choices = [
            (key, f"{option_text(source)}{shared_text(shared[key]) if key in shared else ''}")
            for key, source in known.items()
            if source.scheme == name
        ]
        if choices:
            yield SCHEMES[name].title, choices


def option_text(source: Source) -> str:
    """Return a campaign or set as an option's text."""
    if isinstance(source, Campaign):
        many = counted(source.agreement.judgments, "judgment")
        return f"{source} · {source.dataset} · {many}"
    return f"{source} · set of {source.dataset} · {counted(source.annotation_count, 'annotation')}"


def shared_text(number: int | None) -> str:
    """Return the text added to such an option. `form.js` adds the same."""
    if number is None:
        return " · shared items not counted"
    return f" · {counted(number, 'shared item')}" if number else " · no shared item"
