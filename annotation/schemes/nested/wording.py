"""The texts for workers who join two or more neighbours, and for those who label groups."""

from django.utils.translation import gettext_noop

MANY_QUESTION = gettext_noop("Which neighbours belong together most?")
MANY_HINT = gettext_noop("Join two or more words or groups at a time until one tree is left.")
LABEL_HINT = gettext_noop("Give each group a label.")
MANY_INSTRUCTIONS = gettext_noop(
    "You see a short text. Join the neighbours that belong together most, then the next ones, and "
    "so on, until all words form one group. A neighbour can be a word or a group. Join two, or "
    "several at once if none of them belong together more than the others. There is no single "
    "correct answer: start with what feels closest."
)
LABEL_INSTRUCTIONS = gettext_noop("After each join, choose the label that fits the new group best.")
