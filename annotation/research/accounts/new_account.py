from django import forms

from annotation.research.common.forms import ServiceForm


class AccountNameForm(ServiceForm):
    username = forms.CharField(
        max_length=150,
        label="Account name",
        help_text="Letters, digits and @ . + - _ only. Members of your projects see it.",
        widget=forms.TextInput(
            attrs={"autocapitalize": "none", "spellcheck": "false", "autocomplete": "username"}
        ),
        error_messages={"required": "Choose a name for your account."},
    )


class NewAccountForm(AccountNameForm):
    password = forms.CharField(
        max_length=4096,
        strip=False,
        label="Password",
        help_text="Ten characters or more.",
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        error_messages={"required": "Choose a password."},
    )
    again = forms.CharField(
        max_length=4096,
        strip=False,
        label="Repeat password",
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        error_messages={"required": "Repeat the password."},
    )

    def clean_again(self) -> str:
        again: str = self.cleaned_data["again"]
        if again != self.cleaned_data.get("password", again):
            raise forms.ValidationError("The two passwords do not match.")
        return again
