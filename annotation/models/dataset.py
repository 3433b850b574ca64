"""Datasets of items to judge, and uploaded files waiting to become datasets."""

from typing import cast

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import Case, F, Func, Q, Value, When
from django.db.models.expressions import CombinedExpression
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import MD5, Cast, Coalesce, Concat, Left, Lower, Now, Trim
from django.db.models.lookups import Exact, LessThan

from annotation.models.lifecycle import PutAway, PutAwayQuerySet
from annotation.models.people.user import User
from annotation.models.project import Project
from annotation.models.rules import unique

TEXT = models.TextField()
# Texts are sorted by this many characters.
OPENING = 100


class DatasetQuerySet(PutAwayQuerySet["Dataset"]):
    """Datasets, including deleted ones."""


_Datasets = models.Manager.from_queryset(DatasetQuerySet)


class ActiveDatasets(_Datasets["Dataset"]):
    def get_queryset(self) -> DatasetQuerySet:
        return DatasetQuerySet(self.model, using=self._db).not_deleted()


class Dataset(PutAway):
    """A set of items of one kind.

    A scheme names the kinds of items it supports. `details` records where the items came from and
    what was counted on import."""

    class Kind(models.TextChoices):
        TEXTS = "texts", "texts"
        DOCUMENTS = "documents", "documents"
        PAIRS = "pairs", "pairs"
        QUESTIONS = "questions", "questions"
        APPS = "apps", "apps"
        SITES = "sites", "sites"

    project = models.ForeignKey(Project, models.PROTECT, related_name="datasets")
    name = models.CharField(max_length=120)
    kind = models.CharField(max_length=20, choices=Kind, default=Kind.TEXTS)
    details = models.JSONField(default=dict, blank=True)
    item_count = models.PositiveIntegerField(default=0)
    licence = models.CharField(max_length=300, blank=True, default="", db_default="")
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    objects = ActiveDatasets()
    everything = DatasetQuerySet.as_manager()

    class Meta:
        ordering = ("-created_at", "-pk")
        constraints = (
            unique(
                "one_dataset_of_a_name_per_project", "project", "name", condition=Q(deleted_at=None)
            ),
        )

    def __str__(self) -> str:
        return self.name


def _words_in(text: object) -> Func:
    words = Func(Trim(text), Value(r"\s+"), function="regexp_split_to_array")
    return Func(words, Value(1), function="array_length")


def _length() -> Case:
    """Return the number of words to read: the tokens of an item, both texts of a pair, a question
    or a description; else the words of its text."""
    tokens = Func(F("content__tokens"), function="jsonb_typeof", output_field=TEXT)
    left, right = (KeyTextTransform("text", f"content__{side}") for side in ("left", "right"))
    space = Value(" ", output_field=TEXT)
    texts = (KeyTextTransform(name, "content") for name in ("question", "description"))
    return Case(
        When(
            Exact(tokens, Value("array")),
            then=Func(F("content__tokens"), function="jsonb_array_length"),
        ),
        When(content__has_key="left", then=_words_in(Concat(left, space, right))),
        default=_words_in(Coalesce(*texts, F("text"), output_field=TEXT)),
        output_field=models.IntegerField(),
    )


# The words of an item's text and of all strings in its content, as PostgreSQL indexes them.
# PostgreSQL refuses more than a megabyte of words, so longer items are left out.
MAX_BYTES_SEARCHED = 400_000
WORDS_OF_ITEM = CombinedExpression(
    Func(F("text"), template="to_tsvector('simple'::regconfig, %(expressions)s)"),
    "||",
    Func(
        F("content"),
        template="jsonb_to_tsvector('simple'::regconfig, %(expressions)s, '[\"string\"]'::jsonb)",
    ),
    output_field=SearchVectorField(),
)
SHORT_ENOUGH = Q(
    LessThan(
        Func(Cast("content", TEXT), function="octet_length", output_field=models.IntegerField()),
        MAX_BYTES_SEARCHED,
    )
)


class Item(models.Model):
    """An item to judge.

    `text` names the item on pages and in files; its scheme works on `content`. `document` is the
    document that a question is about, an item of another dataset. `length` is the number of words
    to read; for a question, without its document. `opening` is the beginning of the text in lower
    case. Pairs may have a `stratum`."""

    dataset = models.ForeignKey(Dataset, models.CASCADE, related_name="items")
    position = models.PositiveIntegerField()
    text = models.TextField()
    content = models.JSONField()
    document = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, related_name="questions"
    )
    length = models.GeneratedField(
        expression=_length(), output_field=models.IntegerField(null=True), db_persist=True
    )
    opening = models.GeneratedField(
        expression=Left(Lower("text"), OPENING), output_field=models.TextField(), db_persist=True
    )
    stratum = models.GeneratedField(
        expression=KeyTextTransform("stratum", "content"),
        output_field=models.TextField(null=True),
        db_persist=True,
    )

    class Meta:
        ordering = ("dataset_id", "position")
        constraints = (
            unique("one_item_per_position_of_a_dataset", "dataset", "position"),
            models.UniqueConstraint("dataset", MD5("text"), name="one_item_per_text_of_a_dataset"),
        )
        indexes = (
            models.Index(fields=("dataset", "-length", "position"), name="item_by_length"),
            models.Index(fields=("dataset", "opening", "position"), name="item_by_opening"),
            models.Index(
                fields=("dataset", "stratum", "position"),
                condition=Q(stratum__isnull=False),
                name="item_by_stratum",
            ),
            GinIndex(WORDS_OF_ITEM, condition=SHORT_ENOUGH, name="item_by_words"),
        )

    def __str__(self) -> str:
        return self.text

    @property
    def words(self) -> list[str]:
        return cast("list[str]", self.content["tokens"])


class DatasetUpload(models.Model):
    """An uploaded file between its preview and its import. It has no items yet.

    `choices` says how to read the file, where this is not guessed. For a spreadsheet, `cells`
    contains one sheet as CSV, and `sheets` its name and the names of all sheets."""

    project = models.ForeignKey(Project, models.CASCADE, related_name="uploads")
    user = models.ForeignKey(User, models.CASCADE)
    name = models.CharField(max_length=120)
    filename = models.CharField(max_length=255)
    body = models.BinaryField()
    choices = models.JSONField(default=dict, blank=True)
    cells = models.BinaryField(null=True, blank=True)
    sheets = models.JSONField(default=dict, blank=True)
    uploaded_at = models.DateTimeField(db_default=Now(), editable=False)

    def __str__(self) -> str:
        return self.filename
