"""Index the words of items, without locking the table while it is read."""

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.operations import AddIndexConcurrently
from django.contrib.postgres.search import SearchVectorField
from django.db import migrations, models
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Cast
from django.db.models.lookups import LessThan


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("annotation", "0100_recount_figures")]
    operations = [
        AddIndexConcurrently(
            model_name="item",
            index=GinIndex(
                CombinedExpression(
                    models.Func(
                        models.F("text"),
                        template="to_tsvector('simple'::regconfig, %(expressions)s)",
                    ),
                    "||",
                    models.Func(
                        models.F("content"),
                        template="jsonb_to_tsvector('simple'::regconfig, %(expressions)s, "
                        "'[\"string\"]'::jsonb)",
                    ),
                    output_field=SearchVectorField(),
                ),
                condition=models.Q(
                    LessThan(
                        models.Func(
                            Cast("content", models.TextField()),
                            function="octet_length",
                            output_field=models.IntegerField(),
                        ),
                        400_000,
                    )
                ),
                name="item_by_words",
            ),
        )
    ]
