"""The forms of a sample of pairs from documents."""

from typing import Unpack

from django import forms

from addons.alignment.models import Alignment
from addons.alignment.options.draw import USUAL_EDGE, DrawOptions
from annotation.research.common.forms import Files, FormOptions, Sent
from annotation.research.common.option_fields import OptionsForm


class DrawForm(OptionsForm):
    options = DrawOptions
    left_out = frozenset({"edge"})

    name = forms.CharField(
        max_length=120,
        label="Name of the pair dataset",
        error_messages={"required": "Give the pairs a name."},
    )


class WithCrowdForm(DrawForm):
    """A form for sampling pairs on which an alignment and the cosine disagree.

    The alignment determines the kind of segments.
    """

    left_out = frozenset({"level"})

    def __init__(
        self,
        data: Sent = None,
        files: Files = None,
        *,
        alignment: Alignment,
        **kwargs: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, files, **kwargs)
        self.fields["edge"].initial = USUAL_EDGE
        self._level = alignment.options.level

    def answers(self) -> dict[str, object]:
        return {**super().answers(), "level": self._level}
