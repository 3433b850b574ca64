"""Sample texts and answers, for the tests that every scheme has to pass."""

from annotation.schemes.samples import DeskSample, Sample, Samples

samples = Samples(
    items=(
        Sample({"text": "=1+1 a b"}, ({"boundaries": [0, 0]}, {"boundaries": [1, 0]})),
        Sample(
            {"text": '"quoted", c, d e'},
            ({"boundaries": [1, 1, 0]}, {"answer": '"quoted", | c, | d e'}),
        ),
        Sample({"text": "@x ü f"}, ({"boundaries": [1, 1]}, {"boundaries": [0, 1]})),
        Sample({"text": "-a\\b c d"}, ({"boundaries": [0, 0]}, {"boundaries": [0, 1]})),
    ),
    invalid=(
        ({}, "boundaries"),
        ({"boundaries": [0]}, "boundaries"),
        ({"boundaries": "1"}, "boundaries"),
        ({"answer": ["a", "b"]}, "answer"),
    ),
    desk=DeskSample(ready="#surface .word", begins=".gap", step=".gap", work=(".gap",)),
)
