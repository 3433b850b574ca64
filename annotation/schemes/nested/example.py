"""An example for workers who join two or more neighbours."""

from django.utils.translation import gettext_noop

from annotation.schemes.base import Example

MANY_EXAMPLE = Example(
    words=("apply", "first", "aid", "course", "on", "line"),
    steps=(
        (
            "apply (first aid course) on line",
            gettext_noop("“first aid course” is one phrase, so join its three words at once."),
        ),
        (
            "apply (first aid course) (on line)",
            gettext_noop("“on” and “line” belong together."),
        ),
        (
            "(apply (first aid course) (on line))",
            gettext_noop("Neither group is closer to “apply” than the other, so join all three."),
        ),
    ),
    answer="(apply (first aid course) (on line))",
)
