"""Describe a worker's state to their browser: the open HIT, their progress and their earnings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

from django.templatetags.static import static
from django.utils.translation import gettext, gettext_noop, ngettext

from annotation.models import Assignment, Campaign, Enrolment
from annotation.schemes import scheme_of
from annotation.schemes.mixins import HasExample
from annotation.schemes.styles import styles_of
from annotation.services.campaigns.budget import most_hits_after_training
from annotation.services.campaigns.worked_examples import worked_examples
from annotation.services.errors import ServiceError
from annotation.services.work.gold_scores import Training, training_of
from annotation.services.work.submit import Receipt
from annotation.text.languages.javascript import ScriptTexts, script_texts
from annotation.worker.terms import money, varies

IN_TRAINING = gettext_noop("Training {number} of {total}")
AT_TASK = gettext_noop("Task {number} of {total}")
AT_TASK_OF_AT_MOST = gettext_noop("Task {number} of at most {total}")
SO_FAR = gettext_noop("{done} of {total}")
SO_FAR_OF_AT_MOST = gettext_noop("{done} of at most {total}")


class ShownProgress(TypedDict):
    """A worker's progress in words; `earned` is empty for unpaid work."""

    what: str
    words: str
    done: int
    so_far: str
    total: int
    earned: str


class SchemeFiles(TypedDict):
    """The paths of a scheme's template, script and style sheets, and the texts of its script."""

    scheme_template: str
    example_template: str
    scheme_script: str
    scheme_styles: Sequence[str]
    script_texts: ScriptTexts


class WorkedExamples(TypedDict):
    """The examples shown during the work, and what the page's script needs to draw them."""

    worked: Sequence[Mapping[str, object]]
    drawing: dict[str, object]


class ShownHIT(TypedDict):
    """A task as its page gets it. `suggestion` is a model's answer to start from."""

    assignment: int
    seconds: float
    item: Mapping[str, object]
    suggestion: Mapping[str, object] | None


@dataclass(frozen=True)
class Progress:
    """The progress of a worker.

    `submitted` and `paid` count the stored judgments and the paid ones; `trained` of them were
    training. During training, pages show the progress of the training; after it, that of the
    submission, which started when `before` tasks were done; and after the submission, that of
    all tasks."""

    submitted: int
    paid: int
    trained: int
    training: Training | None
    before: int = 0

    @classmethod
    def of(cls, enrolment: Enrolment, before: int = 0) -> "Progress":
        training = training_of(enrolment.campaign, enrolment)
        done, paid = enrolment.submitted, enrolment.earning
        return cls(done, paid, enrolment.training_done, training, before)

    def after(self, receipt: Receipt) -> "Progress":
        new = int(receipt.created)
        paid = self.paid + new * receipt.counts
        done = self.submitted + new
        return Progress(done, paid, receipt.trained, receipt.training, self.before)

    @property
    def done(self) -> int:
        """Return the number of tasks submitted after the training."""
        return self.submitted - self.trained

    def _in_place(self, campaign: Campaign, most: int, *, next_one: bool) -> tuple[int, int] | None:
        """Return the number of done tasks of the submission, and its size; None outside a
        submission, or if the next task comes after it."""
        done = self.done - self.before
        if campaign.place_hits is None or done + next_one > campaign.place_hits:
            return None
        return done, min(campaign.place_hits, max(most - self.before, 1))

    def shown(self, campaign: Campaign, *, next_one: bool = True) -> ShownProgress:
        """Return the progress as pages show it: at the next task, or after the last one."""
        so_far = SO_FAR
        if self.training is not None:
            words, done, total = IN_TRAINING, self.training.done, self.training.of
        else:
            done, words = self.done, AT_TASK
            total = most_hits_after_training(campaign, self.trained)
            place = self._in_place(campaign, total, next_one=next_one)
            if place is not None:
                done, total = place
            elif varies(campaign):
                words, so_far = AT_TASK_OF_AT_MOST, SO_FAR_OF_AT_MOST
        done = min(done, total)
        return {
            "what": "Task" if self.training is None else "Training",
            "words": gettext(words).format(number=min(done + 1, total), total=total),
            "done": done,
            "so_far": gettext(so_far).format(done=done, total=total),
            "total": total,
            "earned": money(campaign.reward * self.paid, campaign) if campaign.reward else "",
        }


def so_far(done: int, total: int) -> str:
    return gettext(SO_FAR).format(done=done, total=total)


def not_accepted(tasks: int) -> str:
    """Return the number of rejected tasks as text for workers; empty for none."""
    text = ngettext("{count} not accepted", "{count} not accepted", tasks)
    return text.format(count=tasks) if tasks else ""


def scheme_files(campaign: Campaign) -> SchemeFiles:
    """Return the paths of a scheme's template, script and style sheets, derived from its name."""
    return {
        "scheme_template": f"worker/schemes/{campaign.scheme}.html",
        "example_template": f"worker/schemes/{campaign.scheme}_example.html",
        "scheme_script": f"js/worker/{campaign.scheme}/desk.js",
        "scheme_styles": styles_of(campaign.scheme),
        "script_texts": script_texts(campaign.scheme),
    }


def instructions_shown(campaign: Campaign) -> dict[str, object]:
    """Return the page context of the instructions: the scheme's example and the worked ones, and
    what the page's script needs to draw them."""
    scheme = scheme_of(campaign)
    example = scheme.example_of(campaign.settings) if isinstance(scheme, HasExample) else {}
    found = worked_example_context(campaign)
    drawing = {**found["drawing"], "example": example}
    return {**scheme_files(campaign), **found, "example": example, "drawing": drawing}


def worked_example_context(campaign: Campaign) -> WorkedExamples:
    """Return the worked examples shown during the work, and the data to draw them."""
    script = static(f"js/worker/{campaign.scheme}/desk.js")
    return {"worked": worked_examples(campaign), "drawing": {"script": script}}


def shown_hit(assignment: Assignment, campaign: Campaign) -> ShownHIT:
    return {
        "assignment": assignment.pk,
        "seconds": assignment.seconds_left,
        "item": scheme_of(campaign).shown(assignment.hit.item, campaign.settings),
        "suggestion": assignment.hit.suggestion.payload if assignment.suggested else None,
    }


def refusal(error: ServiceError) -> dict[str, object]:
    return {"code": error.code, "message": error.message, **error.details}
