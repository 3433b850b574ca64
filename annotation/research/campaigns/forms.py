"""The forms of researchers. Each error is shown beside its field; nothing typed is lost."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, cast

from django import forms
from django.db.models import QuerySet

from annotation.models import ROLES, Campaign, Dataset, Judgment, Membership
from annotation.money import typed
from annotation.plurals import counted
from annotation.research.campaigns.limits import Limits
from annotation.research.campaigns.quality_terms import QualityTerms
from annotation.schemes import SCHEMES, scheme_of
from annotation.schemes.base import Scheme
from annotation.schemes.terms import UsualTerms
from annotation.services.datasets.pictures import LONGEST_ALT
from annotation.services.errors import ServiceError
from annotation.services.people.tokens import MAX_DAYS

MINUTE = 60


class CalmForm(forms.Form):
    """A form that shows a service's refusal as an error beside the field that it names."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""

    def refuse(self, error: ServiceError, **renamed: str) -> None:
        field = str(error.details.get("field", ""))
        field = renamed.get(field, field)
        self.add_error(field if field in self.fields else None, error.message)


class ProjectForm(CalmForm):
    name = forms.CharField(max_length=120, error_messages={"required": "Give the project a name."})
    description = forms.CharField(
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="What is studied, in a sentence or two. Only members see it.",
    )


class MemberForm(CalmForm):
    username = forms.CharField(
        max_length=150,
        label="Account name",
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
        error_messages={"required": "Enter the name of the account to add."},
    )
    role = forms.ChoiceField(
        choices=Membership.Role.choices,
        initial=Membership.Role.MEMBER,
        help_text="Owners may also add and remove members.",
    )


class TokenForm(CalmForm):
    name = forms.CharField(
        max_length=80,
        label="What will use it",
        help_text="So that you know later which token to revoke.",
        error_messages={"required": "Give the token a name, so that you know later what uses it."},
    )
    days = forms.IntegerField(
        min_value=1, max_value=MAX_DAYS, initial=90, label="Days until it expires"
    )


class UploadForm(CalmForm):
    name = forms.CharField(
        max_length=120,
        label="Name of the dataset",
        error_messages={"required": "Give the dataset a name."},
    )
    file = forms.FileField(
        allow_empty_file=True, error_messages={"required": "Choose a file to upload."}
    )


class ManyFilesInput(forms.ClearableFileInput):
    allow_multiple_selected = True


class ManyFilesField(forms.FileField):
    """A list of files; an empty picture is refused like any other invalid one."""

    widget = ManyFilesInput

    def clean(self, data: Any, initial: Any = None) -> Any:
        files = data if isinstance(data, list | tuple) else [data]
        return [super(ManyFilesField, self).clean(file, initial) for file in files or [None]]


class DescriptionForm(CalmForm):
    alt = forms.CharField(
        max_length=LONGEST_ALT,
        required=False,
        label="What is to be seen, for those who do not see it",
    )


class PicturesForm(DescriptionForm):
    field_order = ("pictures", "alt")
    pictures = ManyFilesField(
        allow_empty_file=True,
        label="Pictures",
        widget=ManyFilesInput(attrs={"accept": "image/png,image/jpeg,image/webp"}),
        help_text="PNG, JPEG or WebP, each at most 10 MB and 40 million pixels, 80 million "
        "together. They are written anew, so nothing but what is to be seen is kept.",
        error_messages={"required": "Choose a picture to add."},
    )
    alt = forms.CharField(
        max_length=LONGEST_ALT,
        required=False,
        label=DescriptionForm.base_fields["alt"].label,
        help_text="Said of all that are added at once. Each can be described by itself afterwards.",
    )


class EvidenceForm(CalmForm):
    documents = forms.ModelChoiceField(
        Dataset.objects.none(),
        label="Documents",
        empty_label=None,
        help_text="Each app needs one that is called as its policy, or as the app itself.",
        error_messages={
            "required": "Choose the documents that the questions are about.",
            "invalid_choice": "Choose a dataset of documents of this project.",
        },
    )
    name = forms.CharField(
        max_length=120,
        label="Name of the dataset of questions",
        error_messages={"required": "Give the dataset a name."},
    )

    def __init__(self, *args: Any, documents: QuerySet[Dataset], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast("forms.ModelChoiceField[Dataset]", self.fields["documents"]).queryset = documents


class DocumentsForm(CalmForm):
    name = forms.CharField(
        max_length=120,
        label="Name of the dataset",
        error_messages={"required": "Give the dataset a name."},
    )
    without_duplicates = forms.BooleanField(required=False)


class ReviewForm(CalmForm):
    review = forms.ChoiceField(
        choices=[(Judgment.Review.REJECTED, "rejected"), (Judgment.Review.NONE, "restored")],
        required=False,
    )
    reason = forms.CharField(max_length=500, required=False)


class ExclusionForm(CalmForm):
    reason = forms.CharField(
        max_length=500,
        label="Why, for the record",
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Members of the project see it here and in the audit; the worker does not.",
        error_messages={"required": "Say why, for the record."},
    )


class WordsForm(CalmForm):
    language = forms.CharField(
        max_length=20,
        label="Language, by its code",
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
        help_text="Such as en, de or pt-br. Another code makes another list.",
        error_messages={"required": "Name the language by its code, such as en or pt-br."},
    )
    words = forms.CharField(
        max_length=60_000,
        label="Words, one a line",
        widget=forms.Textarea(
            attrs={"rows": 16, "spellcheck": "false", "autocapitalize": "none", "dir": "auto"}
        ),
        help_text="Compared without regard to case and to punctuation around a word.",
        error_messages={"required": "Enter at least one word, one a line."},
    )


class ExtendForm(CalmForm):
    redundancy = forms.IntegerField()

    def __init__(self, *args: Any, noun: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["redundancy"]
        field.label = f"Judgments per {noun} from now on"
        field.error_messages["required"] = f"Enter how many judgments each {noun} should get."


class LimitsForm(Limits, CalmForm):
    """The limits of a campaign that was launched."""


class CampaignForm(QualityTerms, Limits, CalmForm):
    name = forms.CharField(max_length=120, error_messages={"required": "Give the campaign a name."})
    scheme = forms.ChoiceField(
        widget=forms.RadioSelect, error_messages={"required": "Choose what workers will do."}
    )
    redundancy = forms.IntegerField(
        min_value=1,
        max_value=1000,
        help_text="Different workers, one judgment each. It can be extended later.",
    )
    reward = forms.DecimalField(
        min_value=Decimal(0),
        max_digits=8,
        decimal_places=3,
        label="Reward per judgment",
    )
    currency = forms.RegexField(
        r"^[A-Z]{3}$",
        error_messages={"invalid": "Enter the currency as three capital letters, such as USD."},
        widget=forms.TextInput(attrs={"maxlength": 3, "autocapitalize": "characters"}),
    )
    minutes = forms.DecimalField(
        min_value=Decimal("0.5"),
        max_value=Decimal(10_080),
        decimal_places=1,
        label="Minutes allotted per judgment",
        help_text="Then the HIT is offered to someone else. Late work is kept.",
    )
    instructions = forms.CharField(
        max_length=10_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 7}),
        help_text="What workers read before they begin.",
    )

    def __init__(self, *args: Any, dataset: Dataset, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.dataset = dataset
        self.schemes = [
            scheme for scheme in SCHEMES.values() if dataset.kind in scheme.dataset_kinds
        ]
        self.with_quality = [one.name for one in self.schemes if one.adaptive or one.known]
        self.noun = self.schemes[0].noun if self.schemes else "text"
        self.fields["redundancy"].label = f"Judgments per {self.noun}"
        self.fields["instructions"].help_text += self._example_told()
        choice = cast(forms.ChoiceField, self.fields["scheme"])
        choice.choices = [(scheme.name, scheme.title) for scheme in self.schemes]

    def _example_told(self) -> str:
        told = {scheme.example_told for scheme in self.schemes}
        return "".join(f" {sentence}" for sentence in sorted(told) if sentence)

    def terms(self) -> dict[str, Any]:
        """Return the answers as the services' arguments."""
        data = self.cleaned_data
        return {
            "name": data["name"],
            "redundancy": data["redundancy"],
            "reward": data["reward"],
            "currency": data["currency"],
            "seconds_allotted": round(data["minutes"] * MINUTE),
            "instructions": data["instructions"],
            **(self.quality() if data["scheme"] in self.with_quality else {}),
            **self.limits(),
        }

    @staticmethod
    def answers_of(campaign: Campaign) -> dict[str, Any]:
        return {
            "name": campaign.name,
            "scheme": campaign.scheme,
            "instructions": campaign.instructions
            or scheme_of(campaign).instructions_of(campaign.settings),
            **_answers_of(campaign),
        }

    @staticmethod
    def usual_answers(scheme: Scheme) -> dict[str, Any]:
        """Return the answers that the form begins with."""
        return {
            "scheme": scheme.name,
            "instructions": scheme.instructions_of(scheme.check_settings({})),
            **_answers_of(scheme.usual_terms),
        }


def _answers_of(terms: Campaign | UsualTerms) -> dict[str, Any]:
    return {
        "redundancy": terms.redundancy,
        "reward": typed(terms.reward),
        "currency": terms.currency,
        "minutes": f"{(Decimal(terms.seconds_allotted) / MINUTE).normalize():f}",
        **QualityTerms.quality_of(terms),
        **Limits.limits_of(terms),
    }


class ComparisonNameForm(CalmForm):
    name = forms.CharField(
        max_length=120, error_messages={"required": "Give the comparison a name."}
    )


class ComparisonForm(ComparisonNameForm):
    """Each field offers the launched campaigns of its scheme; the value is the campaign."""

    crowd_flat = forms.TypedChoiceField(
        label="The crowd’s flat campaign",
        empty_value=None,
        error_messages={"required": "Choose a flat campaign of the crowd."},
    )
    crowd_nested = forms.TypedChoiceField(
        label="The crowd’s nested campaign",
        empty_value=None,
        required=False,
        help_text="If there is one: for FEMN and Iterative Voting, and to entail gold flats.",
    )
    gold_flat = forms.TypedChoiceField(
        label="The gold flat campaign",
        empty_value=None,
        error_messages={"required": "Choose a flat campaign of the gold annotators."},
    )
    gold_nested = forms.TypedChoiceField(
        label="The gold nested campaign",
        empty_value=None,
        required=False,
        help_text="If there is one: to entail the crowd’s flats and what strategies pick.",
    )

    def __init__(self, *args: Any, campaigns: Sequence[Campaign], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = {str(campaign.pk): campaign for campaign in campaigns}
        for role in ROLES:
            field = cast(forms.TypedChoiceField, self.fields[role])
            field.coerce = known.__getitem__
            field.choices = [
                ("", "choose one" if field.required else "none"),
                *(
                    (pk, f"{campaign} · {campaign.dataset} · {judgments_of(campaign)}")
                    for pk, campaign in known.items()
                    if role.endswith(campaign.scheme)
                ),
            ]
            field.error_messages["invalid_choice"] = "Choose one of the campaigns in the list."


def judgments_of(campaign: Campaign) -> str:
    return counted(campaign.agreement.judgments, "judgment")
