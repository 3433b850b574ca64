"""Divide paragraphs into sentences, in any script."""

import re
from collections.abc import Iterator

from nupunkt import sent_spans

# The splitter handles scripts that end a sentence with a full stop and a space. In other scripts a
# sentence ends after its stops and the closing brackets or quotation marks that follow them.
SENTENCE = re.compile(r".+?(?:[。！？؟।።]+[」』”’）】》\"]*|$)", re.DOTALL)


def sentences_of(paragraph: str) -> list[str]:
    """Return the sentences of a paragraph. All text but white space is in some sentence, in order.

    >>> sentences_of("See Sec. 5 below! We share it, e.g. with U.S. shops. “你好。”再见！")
    ['See Sec. 5 below!', 'We share it, e.g. with U.S. shops.', '“你好。”', '再见！']
    """
    return list(_sentences(paragraph))


def _sentences(paragraph: str) -> Iterator[str]:
    for start, end in sent_spans(paragraph):
        for part in SENTENCE.findall(paragraph[start:end].strip()):
            yield " ".join(part.split())
