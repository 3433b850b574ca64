"""Keep the options of each job as one JSON column, in the place of a column an option."""

from django.db import migrations, models
from django.db.models import Q

ALIGNMENTS = """
UPDATE annotation_alignment SET options = jsonb_build_object(
    'level', level, 'method', method, 'groups', groups, 'runs', runs, 'seed', seed,
    'words', terms, 'compare', compare, 'curves', curves
)
"""
DRAWS = """
UPDATE annotation_pairdraw SET options = jsonb_build_object(
    'level', level, 'per_stratum', per_stratum, 'document_pairs', document_pairs, 'seed', seed,
    'smooth', smooth, 'edge', edge
)
"""
TYPOLOGIES = """
UPDATE annotation_typology SET options = jsonb_build_object(
    'by', "by", 'top', top, 'samples', samples, 'sentences', sentences, 'margin', margin,
    'seed', seed
)
"""

COLUMNS = {
    "alignment": (*("level", "method", "groups", "runs", "seed", "terms", "compare", "curves"),),
    "pairdraw": ("level", "per_stratum", "seed", "document_pairs", "smooth", "edge"),
    "typology": ("by", "top", "samples", "sentences", "seed", "margin"),
}
CONSTRAINTS = {
    "an_alignment_has_1_to_50_groups": (
        "alignment",
        Q(options__groups__gte=1, options__groups__lte=50, options__curves__lte=50),
    ),
    "an_alignment_has_1_to_20_runs": (
        "alignment",
        Q(options__runs__gte=1, options__runs__lte=20),
    ),
    "a_draw_beside_an_alignment_has_an_edge": (
        "pairdraw",
        Q(alignment=None) | Q(options__edge__gte=0, options__edge__isnull=False),
    ),
    "a_typology_lists_10_to_1000_words": (
        "typology",
        Q(options__top__gte=10, options__top__lte=1000),
    ),
    "a_typology_has_at_most_100_samples_of_a_sentence_or_more": (
        "typology",
        Q(options__samples__lte=100, options__sentences__gte=1),
    ),
    "a_margin_lies_between_0_and_1": (
        "typology",
        Q(options__margin__gte=0, options__margin__lte=1),
    ),
}


class Migration(migrations.Migration):
    dependencies = [("annotation", "0035_slow_down_who_comes_too_often")]

    operations = [
        *(
            migrations.AddField(model, "options", models.JSONField(default=dict), False)
            for model in COLUMNS
        ),
        *(migrations.RunSQL(statement) for statement in (ALIGNMENTS, DRAWS, TYPOLOGIES)),
        *(migrations.RemoveConstraint(model, name) for name, (model, _) in CONSTRAINTS.items()),
        *(
            migrations.RemoveField(model, column)
            for model, columns in COLUMNS.items()
            for column in columns
        ),
        *(
            migrations.AddConstraint(model, models.CheckConstraint(condition=condition, name=name))
            for name, (model, condition) in CONSTRAINTS.items()
        ),
    ]
