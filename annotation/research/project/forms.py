from typing import Unpack, cast

from django import forms

from annotation.capabilities import PURPOSES
from annotation.models import Membership
from annotation.models.people.invitation import MAX_USES
from annotation.research.common.forms import FormOptions, Sent, ServiceForm
from annotation.scopes import SCOPE_LABELS, Scope
from annotation.services.accounts.invitations import MAX_INVITATION_DAYS, USUAL_DAYS
from annotation.services.accounts.tokens import MAX_DAYS


class ProjectForm(ServiceForm):
    name = forms.CharField(max_length=120, error_messages={"required": "Give the project a name."})
    description = forms.CharField(
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="One or two sentences about the study. Only members see them.",
    )


class RoleForm(ServiceForm):
    role = forms.ChoiceField(
        choices=[(role, f"{role}: {purpose}") for role, purpose in PURPOSES.items()],
        initial=Membership.Role.VIEWER,
    )
    blind = forms.BooleanField(required=False, label="Blind: answers are anonymous and unlinked")


class MemberForm(RoleForm):
    field_order = ("username", "role", "blind")
    username = forms.CharField(
        max_length=150,
        label="Account name",
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
        error_messages={"required": "Enter the name of the account to add."},
    )


class InvitationForm(RoleForm):
    field_order = ("email", "role", "blind", "days", "most_uses")
    email = forms.EmailField(
        required=False,
        label="E-mail address",
        help_text=(
            "Leave empty to get a link that you send yourself. The address is deleted a week "
            "after the invitation ends."
        ),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )
    days = forms.IntegerField(
        min_value=1,
        max_value=MAX_INVITATION_DAYS,
        initial=USUAL_DAYS,
        label="Days until it expires",
    )
    most_uses = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=MAX_USES,
        initial=1,
        label="Maximum uses of the link",
    )


class TokenForm(ServiceForm):
    name = forms.CharField(
        max_length=80,
        label="Name",
        help_text=(
            "Name the program that will use the token, so that you know later which one to revoke."
        ),
        error_messages={"required": "Give the token a name, so that you know later what uses it."},
    )
    days = forms.IntegerField(
        min_value=1, max_value=MAX_DAYS, initial=90, label="Days until it expires"
    )
    scopes = forms.MultipleChoiceField(
        choices=[(scope.value, label) for scope, label in SCOPE_LABELS.items()],
        initial=[Scope.READ.value],
        widget=forms.CheckboxSelectMultiple,
        label="Scopes (your role also applies)",
        error_messages={"required": "Choose at least one scope."},
    )

    def __init__(
        self, data: Sent = None, *, knows_ids: bool, **kwargs: Unpack[FormOptions]
    ) -> None:
        super().__init__(data, **kwargs)
        if not knows_ids:
            field = cast(forms.MultipleChoiceField, self.fields["scopes"])
            field.choices = [(s.value, SCOPE_LABELS[s]) for s in Scope if s is not Scope.IDS]
