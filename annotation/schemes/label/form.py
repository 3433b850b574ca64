"""The form for a label campaign's settings."""

from django import forms

from annotation.schemes.form_fields import choice_field, text_field
from annotation.schemes.label_form import LabelsForm
from midpath.schemes.base import Settings
from midpath.schemes.label.settings import (
    COLUMN,
    DEFAULTS,
    KIND,
    LABELS,
    LEVEL,
    MAX_TEXTS,
    NOMINAL,
    ONE,
    QUESTION,
    check_label_settings,
)


class LabelSettingsForm(LabelsForm):
    """A form for the settings of labels."""

    has_no_default = True
    labels = LABELS
    kind = choice_field(KIND)
    level = choice_field(
        LEVEL,
        widget=forms.Select,
        required=False,
        label="Distances between places",
        help_text="α of a scale depends on the distance between two answers: the number of "
        "judgments between them, or the number of steps.",
    )
    question = text_field(QUESTION)
    texts = forms.CharField(
        max_length=MAX_TEXTS * (COLUMN.longest + 2),
        required=False,
        label="Texts shown, in this order",
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false"}),
        help_text="The names of the dataset’s columns, one per line, such as title and body; "
        "text is the text of the item itself, and document text the whole document of a part or "
        "of a question.",
    )

    @property
    def kinds(self) -> dict[str, dict[str, object]]:
        """Return the answers that the page's script fills in for each kind."""
        return {kind: self.answers_of({"kind": kind}) for kind in DEFAULTS}

    def checked(self) -> dict[str, object]:
        return check_label_settings(self._given())

    @classmethod
    def answers_of(cls, settings: Settings) -> dict[str, object]:
        known = {"kind": ONE, **DEFAULTS[settings.get("kind", ONE)], **settings}
        return {
            "kind": known["kind"],
            "level": "ordinal" if known["level"] == NOMINAL else known["level"],
            "question": known["question"],
            "texts": "\n".join(known["texts"]),
            **cls.answers_of_labels(known["labels"]),
        }

    def _given(self) -> dict[str, object]:
        data = self.cleaned_data
        if self._only_kind_changed():
            return {"kind": data["kind"]}
        columns = [line.strip() for line in data["texts"].splitlines() if line.strip()]
        return {
            "kind": data["kind"],
            "level": data["level"] or "ordinal",
            "question": data["question"],
            "labels": self.given_labels(),
            "texts": columns or ["text"],
        }

    def _only_kind_changed(self) -> bool:
        """Return whether only the kind changed and the rest still has the previous kind's
        defaults."""
        begun = self.answers_of({"kind": self.initial.get("kind", ONE)})
        names = [name for name in begun if name not in ("level", "texts")]
        return self.only_changed("kind", "texts") and all(
            self.initial.get(n) == begun[n] for n in names
        )
