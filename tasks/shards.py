"""Counting a campaign in shards, on as many machines as there are workers.

A state is a sum, so the shards' states add up to the state of the whole, in any order. Nothing but
states travels: a few thousand integers, whatever the number of annotations."""

from collections.abc import Iterable, Mapping

from celery import chord, shared_task

from agreement.counting import Kind, count_arrays
from agreement.simulation import simulate
from agreement.tally import Tally


@shared_task(name="tasks.count_simulated", ignore_result=False)
def count_simulated(kind: Kind, annotations: int, seed: int) -> dict[str, int]:
    """One shard: so many simulated annotations, and what they count."""
    return dict(count_arrays(kind, *simulate(kind, annotations, seed)))


@shared_task(name="tasks.merge_states", ignore_result=False)
def merge_states(states: Iterable[Mapping[str, int]]) -> dict[str, int]:
    return dict(Tally.total(states))


def reduce_simulated(
    kind: Kind, annotations: int, shards: int, *, queue: str = "celery", seconds: float = 600
) -> Tally:
    """One state of `shards` shards of so many annotations each; waits for it so long at most."""
    header = [
        count_simulated.si(kind, annotations, shard).set(queue=queue) for shard in range(shards)
    ]
    return Tally(chord(header)(merge_states.s().set(queue=queue)).get(timeout=seconds))
