"""The forms of pay: a bonus, an adjustment or a compensation, and the response of a platform or
bank."""

from django import forms

from annotation.research.common.forms import ServiceForm
from annotation.web.uploads import Upload

MAX_BYTES = 2_000_000


class EntryForm(ServiceForm):
    kind = forms.ChoiceField(
        choices=[
            ("bonus", "a bonus"),
            ("adjusted", "an adjustment, up or down"),
            ("compensation", "a compensation for their time, once"),
        ],
        label="What",
        initial="bonus",
    )
    amount = forms.DecimalField(
        max_digits=10,
        decimal_places=3,
        label="Amount",
        help_text="Use a negative amount to correct an overpayment.",
        error_messages={"required": "Enter the amount."},
    )
    reason = forms.CharField(
        max_length=500,
        label="Why",
        help_text="Shown to the worker.",
        error_messages={"required": "Enter a reason. The worker will see it."},
    )


class CompensationForm(ServiceForm):
    """A fixed sum for each of the chosen workers."""

    amount = forms.DecimalField(
        max_digits=10,
        decimal_places=3,
        label="Amount for each",
        error_messages={"required": "Enter the amount."},
    )
    reason = forms.CharField(
        max_length=500,
        label="Why",
        help_text="Shown to the workers.",
        error_messages={"required": "Enter a reason. The workers will see it."},
    )


class AnswerForm(ServiceForm):
    file = forms.FileField(
        label="Result from the platform or bank",
        help_text=(
            "A CSV file with id, amount and, if some payments failed, “paid” or “failed”. You "
            "can also upload the list you paid."
        ),
        error_messages={"required": "Choose a file."},
    )

    def clean_file(self) -> str:
        upload: Upload = self.cleaned_data["file"]
        if upload.size > MAX_BYTES:
            raise forms.ValidationError("This file is too large.")
        try:
            text = upload.read().decode()
        except UnicodeDecodeError as error:
            raise forms.ValidationError("This file is not UTF-8 text.") from error
        return text
