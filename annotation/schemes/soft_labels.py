"""The files of soft labels: the probability of each label of each item by a consensus model."""

from annotation.schemes.base import OutFile

MODELS = {"one_coin": "one coin", "mace": "MACE", "glad": "GLAD"}
SOFT_LABELS = "soft-labels"
# The files of the models that are slow to fit, with the models.
OF_MODELS = {f"{SOFT_LABELS}-{model.replace('_', '-')}": model for model in MODELS}


def soft_label_files(noun: str, label: str) -> tuple[OutFile, ...]:
    """Return the files of a scheme whose items and answers have these nouns."""
    return (
        OutFile(
            SOFT_LABELS,
            f"{SOFT_LABELS}.csv",
            f"One row per {noun}: the probability of each {label}, estimated by Dawid–Skene. For "
            "training with soft labels.",
        ),
        *(
            OutFile(name, f"{name}.csv", f"The same, estimated by {MODELS[model]}.")
            for name, model in OF_MODELS.items()
        ),
    )
