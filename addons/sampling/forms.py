"""The forms of samples, one for each sampler."""

from collections.abc import Mapping
from typing import Any, ClassVar, Unpack, cast

from django import forms

from annotation.models import Dataset
from annotation.research.common.forms import Files, FormOptions, Sent
from annotation.research.common.option_fields import OptionsForm
from midpath.sampling.options import RandomOptions, SentenceOptions, TextOptions

# The columns of this many texts are offered.
READ = 1000


class SampleForm(OptionsForm):
    """A form for a sample. `further` are the options that are needed rarely."""

    further: ClassVar[frozenset[str]] = frozenset({"seed"})

    name = forms.CharField(
        max_length=120,
        label="Name of the new dataset",
        error_messages={"required": "Give the sample a name."},
    )
    lengths_of = forms.ModelChoiceField(
        Dataset.objects.none(),
        required=False,
        label="Lengths of",
        empty_label="no dataset",
        help_text="The dataset for lengths “as in another dataset”.",
    )

    def __init__(
        self,
        data: Sent = None,
        files: Files = None,
        *,
        dataset: Dataset,
        **kwargs: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, files, **kwargs)
        texts = Dataset.objects.filter(project=dataset.project_id, kind=Dataset.Kind.TEXTS)
        lengths_of = cast("forms.ModelChoiceField[Dataset]", self.fields["lengths_of"])
        lengths_of.queryset = texts.only("name").order_by("name")

    @property
    def rows(self) -> list[list[forms.BoundField]]:
        return self._in_pairs(further=False)

    @property
    def further_rows(self) -> list[list[forms.BoundField]]:
        return self._in_pairs(further=True)

    @property
    def further_is_wrong(self) -> bool:
        return not {*self.further, "lengths_of"}.isdisjoint(self.errors)

    def _in_pairs(self, *, further: bool) -> list[list[forms.BoundField]]:
        names = [one.name for one in self.declared() if not self._is_box(one.name)]
        names = [name for name in names if (name in self.further) == further]
        found = [self[name] for name in [*(["lengths_of"] if further else []), *names]]
        return [found[place : place + 2] for place in range(0, len(found), 2)]


class TextForm(SampleForm):
    options = TextOptions
    further = frozenset({"column", "least", "most", "seed"})

    def __init__(
        self,
        data: Sent = None,
        files: Files = None,
        *,
        dataset: Dataset,
        **kwargs: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, files, dataset=dataset, **kwargs)
        self.fields["column"] = column_field(dataset, self.fields["column"], "any")


class RandomForm(SampleForm):
    options = RandomOptions
    further = frozenset({"frequency", "seed"})

    def __init__(
        self,
        data: Sent = None,
        files: Files = None,
        *,
        dataset: Dataset,
        **kwargs: Unpack[FormOptions],
    ) -> None:
        super().__init__(data, files, dataset=dataset, **kwargs)
        once = "none: each text counts once"
        self.fields["frequency"] = column_field(dataset, self.fields["frequency"], once)


class SentenceForm(SampleForm):
    options = SentenceOptions


FORMS: Mapping[str, type[SampleForm]] = {
    form.options.sampler: form for form in (TextForm, RandomForm, SentenceForm)
}


def column_field(dataset: Dataset, field: forms.Field, none: str) -> forms.ChoiceField:
    """Return the field for one of the columns of a dataset's texts."""
    contents: Any = dataset.items.order_by("position").values_list("content__columns", flat=True)
    names = dict.fromkeys(name for columns in contents[:READ] for name in columns or ())
    return forms.ChoiceField(
        choices=[("", none), *((name, name) for name in names)],
        required=False,
        label=field.label,
        help_text=field.help_text,
    )
