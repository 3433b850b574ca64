"""The form of a word list."""

from django import forms

from annotation.research.common.forms import ServiceForm


class WordsForm(ServiceForm):
    language = forms.CharField(
        max_length=20,
        label="Language code",
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
        help_text="Such as en, de or pt-br. Another code creates another list.",
        error_messages={"required": "Enter the code of the language, such as en or pt-br."},
    )
    words = forms.CharField(
        max_length=60_000,
        label="Words, one per line",
        widget=forms.Textarea(
            attrs={"rows": 16, "spellcheck": "false", "autocapitalize": "none", "dir": "auto"}
        ),
        help_text="Compared without case and without punctuation around a word.",
        error_messages={"required": "Enter at least one word, one per line."},
    )
