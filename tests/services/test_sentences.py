"""Paragraphs as sentences: nothing is lost, in any script."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from annotation.services.datasets.sentences import sentences_of

PIECES = st.sampled_from(
    [
        *("We keep it. ", "Sold? ", "e.g. ", "U.S. ", "“No.” ", "(Never.) ", "...", "\n\n", " "),
        *("هل؟", "है।", "ነው።"),
        *(
            "你好",
            "。",
            "！",
            "？",
            "」",
            "』",
            "”",
            "“",
            "）",
            '"',
            "’",
            "\u3000",
            "هل؟",
            "है।",
            "ነው።",
        ),
    ]
)
PARAGRAPHS = st.lists(PIECES, max_size=12).map("".join) | st.text(max_size=60)


@pytest.mark.long
@given(PARAGRAPHS)
@example("“你好。”再见！")
@example("「好。」")
@example("好！！」。 」")
def test_everything_but_white_space_is_in_some_sentence_in_order(paragraph: str) -> None:
    found = sentences_of(paragraph)
    assert "".join("".join(found).split()) == "".join(paragraph.split())
    assert all(one == " ".join(one.split()) and one for one in found)


@pytest.mark.parametrize(
    ("paragraph", "expected"),
    [
        ("“你好。”再见！", ["“你好。”", "再见！"]),
        ("「行きます。」と言った。終わり", ["「行きます。」", "と言った。", "終わり"]),
        ("真的？！是。", ["真的？！", "是。"]),
        ("（我们不卖。）\u3000完。", ["（我们不卖。）", "完。"]),
        ("هل تبيعها؟ لا.", ["هل تبيعها؟", "لا."]),
        ("He said “Go.” Then left.", ["He said “Go.”", "Then left."]),
        (" \n ", []),
    ],
)
def test_what_closes_with_a_sentence_stays_with_it(paragraph: str, expected: list[str]) -> None:
    assert sentences_of(paragraph) == expected
