"""The texts that each system shows, and the labels that its person chooses from."""

TEXTS = 300
LABELS = ("positive", "negative")


def make_texts() -> list[str]:
    return [f"one of so many texts {number}" for number in range(1, TEXTS + 1)]
