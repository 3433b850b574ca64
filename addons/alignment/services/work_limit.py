"""Limit the duration of alignments started from pages. Such jobs run one at a time, so reports and
samples wait for them; `manage.py align` blocks no one."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, Func, IntegerField, Max, Value

from annotation.models import Dataset
from annotation.services.errors import Invalid
from midpath.alignment.options.alignment import COMPARED, CURVED, AlignmentOptions
from midpath.text.formatting import counted

# In words times groups, over all fits; about ten minutes on a busy machine.
MAX_WORK = 2_000_000_000
# LDA takes as long as a model of this many groups; its own number of groups hardly matters.
GROUPS_OF_LDA = 200
# Gibbs sampling makes 200 sweeps, five times the iterations of the other models.
TIMES_OF_GIBBS = 5
# Models step through the segments of all documents in parallel. A step takes as long as this many
# words times groups. Each transition between groups takes as long as one word in one group.
WORK_OF_STEP = 10_000
MAX_SEGMENTS = 200_000
LISTED = {
    "sections": "$.sections[*]",
    "paragraphs": "$.sections[*].paragraphs[*]",
}


@dataclass(frozen=True)
class Size:
    """The size of a dataset's documents at one level. `longest` is the maximum number of segments
    in a document."""

    level: str
    words: int
    segments: int
    longest: int

    def work(self, method: str, groups: int) -> int:
        """Return the work of one fit, in words times groups."""
        times = TIMES_OF_GIBBS if method.endswith("_gibbs") else 1
        return max(self._parts(method, groups).values()) * times

    def longest_part(self, methods: Sequence[str], groups: int) -> str:
        """Return the text that names what slows down the slowest of these methods."""
        parts = self._parts(max(methods, key=lambda one: self.work(one, groups)), groups)
        return max(parts, key=lambda part: parts[part])

    def _parts(self, method: str, groups: int) -> dict[str, int]:
        words = counted(self.words, "word")
        if method == "lda":
            return {words: self.words * GROUPS_OF_LDA}
        if method == "clustering":
            return {words: self.words * groups}
        return {
            words: self.words * groups,
            f"{self.segments:,} {self.level}": self.segments * groups**2,
            f"A document of {self.longest:,} {self.level}": self.longest * WORK_OF_STEP,
        }


def require_little_work(dataset: Dataset, options: AlignmentOptions) -> None:
    """Refuse an alignment that would take more than about ten minutes."""
    level, runs = options.level, options.runs
    methods = list(dict.fromkeys((options.method, *(COMPARED if options.compare else ()))))
    size = _size_of(dataset, level)
    if size.segments > MAX_SEGMENTS:
        raise Invalid(
            f"{dataset.name} has {size.segments:,} {level}; at most {MAX_SEGMENTS:,} can be "
            "aligned from a page. Run manage.py align on the server.",
            field="level",
        )
    fits = runs * sum(size.work(key, options.groups) for key in methods)
    of_curves = runs * sum(
        size.work(key, some) for key in CURVED for some in range(1, options.curves + 1)
    )
    if fits + of_curves <= MAX_WORK:
        return
    field, fewer = ("curves", "no curves") if fits <= MAX_WORK else ("runs", "fewer runs")
    raise Invalid(
        f"{size.longest_part(methods, options.groups)} would block reports and other work for "
        f"more than ten minutes. Use {fewer}, or run manage.py align on the server.",
        field=field,
    )


def _size_of(dataset: Dataset, level: str) -> Size:
    counted = dataset.details["statistics"]
    listed = Func(
        F("content"),
        Value(LISTED[level]),
        template="jsonb_path_query_array(%(expressions)s::jsonpath)",
    )
    length = Func(listed, function="jsonb_array_length", output_field=IntegerField())
    return Size(
        level=level,
        words=sum(row["words"] for row in counted),
        segments=sum(row[level] for row in counted),
        longest=dataset.items.aggregate(longest=Max(length))["longest"] or 0,
    )
