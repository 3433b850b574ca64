"""Assign workers to wordings of the instructions in permuted blocks."""

from random import Random


def drawn_wording(seed: int, wordings: int, before: int) -> int:
    """Return the number of the wording, from 1, for the worker assigned after `before` others.

    Of as many workers in a row as there are wordings, each gets another one, in an order drawn
    from the seed and the number of this block. So the numbers of workers never differ by more than
    one, and the assignment can be repeated.

    >>> [drawn_wording(7, 2, before) for before in range(6)]
    [1, 2, 1, 2, 2, 1]
    >>> drawn_wording(7, 1, 3)
    1
    """
    block, place = divmod(before, wordings)
    luck = Random(f"{seed}/wording/{block}")  # noqa: S311
    return luck.sample(range(1, wordings + 1), wordings)[place]
