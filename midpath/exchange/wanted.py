"""Choices of which answers to read of a file that contains several sets of them."""

from typing import NamedTuple

GOLD = "gold"  # the gold answers of a file, and who gave them


class Wanted(NamedTuple):
    """The choices of the person who has a file read.

    control : the question: the name of Label Studio's control, or the key of spaCy's spans; ""
        for the only one of the file
    predictions : whether to read the predictions of models, not the annotations of people
    fragments : whether the parts of a discontinuous span become spans of their own
    required : whether a file without any answer of the kind is an error
    """

    control: str = ""
    predictions: bool = False
    fragments: bool = False
    required: bool = True


USUAL = Wanted()
