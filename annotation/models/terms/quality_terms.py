"""The terms on the quality of judgments."""

from dataclasses import dataclass
from decimal import Decimal

from django.db.models import TextChoices

from annotation.models.terms.base import Selection, Share, WholeOrNever, term
from midpath.options.base import Tick, Whole

MAX_REDUNDANCY = 1000
MAX_APART = 1000
MAX_WARM_UP = 1000
POSTERIOR = r"0\.(5[1-9][0-9]?|[6-9][0-9]{0,2})"


class MajorityOf(TextChoices):
    ANSWERS = "answers", "each answer by itself"
    YES_NO = "yes_no", "yes or no"


class SettleBy(TextChoices):
    MAJORITY = "majority", "majority: more than half agree"
    POSTERIOR = "posterior", "posterior: one answer is probable enough"


@dataclass
class Majority:
    """The terms of adaptive redundancy."""

    most_judgments: int | None = term(
        None,
        Whole(1, MAX_REDUNDANCY, optional=True),
        label="Maximum judgments",
        help="Judgments are added one at a time until the item is settled or this maximum is "
        "reached. Leave empty for the fixed number above.",
        api="Request more judgments until an item is settled, up to this number per item; null: "
        "only `redundancy`. Only for schemes with few possible answers.",
        column="Maximum judgments until a HIT is settled; null: the redundancy.",
        needs=("adaptive",),
    )
    majority_of: str = term(
        "answers",
        Selection(MajorityOf.choices),
        label="What must agree",
        help="If several answers count as yes, they can be counted separately or together.",
        api="`answers`: each answer separately; `yes_no`: all answers that count as yes are "
        "merged.",
        needs=("adaptive", "yes_no"),
    )
    settle_by: str = term(
        "majority",
        Selection(SettleBy.choices),
        label="Settle by",
        help="By posterior, the answer of a worker who is right more often counts more.",
        api="When an item is settled. `majority`: more than half of its judgments agree; "
        "`posterior`: the posterior of its best answer is at least `min_posterior`. A posterior "
        "needs `most_judgments`, and each answer by itself.",
        needs=("adaptive",),
    )
    min_posterior: Decimal = term(
        Decimal("0.9"),
        Share(least=Decimal("0.51"), most=Decimal("0.999"), pattern=POSTERIOR),
        label="Posterior to reach, in percent",
        help="How probable the best answer must be. Not used if a majority settles.",
        api="The posterior to reach, from 0.51 to 0.999, a decimal string. Only used if "
        "`settle_by` is `posterior`.",
        column="The posterior of the best answer that settles a HIT.",
        needs=("adaptive",),
    )


@dataclass
class Gold:
    """The terms of gold answers."""

    known_every: int | None = term(
        None,
        Whole(2, 1000, optional=True),
        label="Frequency of gold answers",
        help="10: one in ten tasks, at an unpredictable position. Leave empty for never.",
        api="One HIT in this many has a gold answer; null: none.",
        column="One in this many HITs of a worker is a gold HIT.",
        needs=("gold",),
    )
    training_hits: int = term(
        0,
        Whole(0, 100),
        label="Training tasks first",
        help="Each has a gold answer, which is explained after the worker’s answer. 0: no "
        "training.",
        api="The number of gold HITs that come first as training, each explained after the answer.",
        needs=("gold",),
    )
    pass_share: Decimal | None = term(
        None,
        Share(optional=True),
        label="Pass score for gold answers, in percent",
        help="Workers below this score, in training or later, are stopped; their work so far is "
        "paid. Leave empty to stop no one.",
        api="The pass score: the share of gold answers that must be correct, from 0.001 to 1, a "
        "decimal string; workers below it are stopped. null: no one is stopped.",
        column="The pass score for gold answers; null: no worker is stopped.",
        needs=("gold",),
    )
    pass_after: int = term(
        5,
        Whole(1, 1000),
        label="Gold answers before a worker can be stopped",
        help="Counted after the training. A few say little: with five, one error leaves 80 "
        "percent.",
        api="The number of gold HITs after training before the share is checked.",
        needs=("gold",),
    )
    known_agreement: Decimal | None = term(
        None,
        Share(optional=True),
        label="Agreement with the gold answer, in percent",
        help="An answer is correct if it shares at least this percentage with the gold answer (F1 "
        "of segments, groups or sentences). Leave empty to require the same answer.",
        api="How much of an answer must match the gold answer, from 0.001 to 1, a decimal string: "
        "F1 of segments, groups or sentences. null: only the exact answer is correct. Only for "
        "flat, nested and evidence.",
        column="Minimum agreement with the gold answer; null: the same answer.",
        layout="own",
        needs=("gold", "graded"),
    )
    known_feedback: bool = term(
        False,
        Tick(),
        label="Show workers immediately whether they gave the gold answer",
        api="Whether workers see after each gold HIT if their answer was correct.",
        needs=("gold",),
    )
    leave_out_failed: bool = term(
        False,
        Tick(),
        label="Leave judgments of stopped workers out of the figures and ask other workers instead",
        api="Whether the judgments of stopped workers are removed from the figures and requested "
        "again.",
        needs=("gold",),
    )


@dataclass
class Repeats:
    """The terms of repeated HITs. These are outside the order, like gold HITs."""

    repeat_every: int | None = term(
        None,
        Whole(2, MAX_APART, optional=True),
        label="Frequency of repeated tasks",
        help="10: one in ten tasks of a worker repeats an earlier one. Leave empty for never.",
        api="At most one HIT in this many repeats an earlier HIT of the worker, to check whether "
        "they answer it the same: paid, but not in the figures. null: none.",
        column="One in this many HITs of a worker repeats an earlier one.",
    )
    repeat_after: int = term(
        10,
        Whole(1, MAX_APART),
        label="Minimum tasks between the two",
        help="A task is repeated after this many to twice as many other tasks.",
        api="The minimum number of other HITs between a HIT and its repeat.",
        column="The minimum number of other HITs between a HIT and its repeat.",
    )


@dataclass
class WarmUp:
    """The term of feedback without gold answers."""

    warm_up: int = term(
        0,
        WholeOrNever(0, MAX_WARM_UP),
        label="Warm-up tasks",
        help="After this many tasks, a page shows each worker how their answers compare. Leave "
        "empty to show no such page.",
        api="The number of HITs (without training) after which a page shows the worker how their "
        "answers compare and whether they depend on the texts; 0: never. These HITs are paid and "
        "in the figures.",
        column="HITs after which workers see how their answers compare; 0: never.",
        needs=("compared",),
    )
