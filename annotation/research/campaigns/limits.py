"""The form of the limits that can change while a campaign runs."""

from typing import Unpack

from annotation.models.terms.serving_terms import Limits, Serving
from annotation.research.common.forms import Files, FormOptions, Sent, ServiceForm
from annotation.research.terms.part import DeclaredTerms

NOBODY_AFTER = "When this many have joined, no new workers can. Leave empty for no limit."


class LimitsForm(DeclaredTerms, ServiceForm):
    groups = (Limits, Serving)

    def __init__(
        self,
        data: Sent = None,
        files: Files = None,
        *,
        uses_known: bool,
        **kwargs: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, files, **kwargs)
        if not uses_known:
            self.fields["most_workers"].help_text = NOBODY_AFTER
