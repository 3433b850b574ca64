"""The models of Prolific's API move to addons.prolific; their tables stay as they are. The payments
for places on a platform remain in the core, under a name of their own."""

import django.db.models.deletion
from django.db import migrations, models

# Each before those that it refers to.
MOVED = (
    *("ProlificBonusLine", "ProlificBonus", "ProlificDraft", "ProlificMessage", "ProlificStep"),
    *("ProlificSubmission", "ProlificVisit", "ProlificStudy", "ProlificToken"),
)


class Migration(migrations.Migration):
    dependencies = [
        ("annotation", "0118_typologies_move_to_their_addon"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel(old_name="ProlificPlace", new_name="PlacePayment"),
                migrations.AlterModelTable(name="PlacePayment", table="annotation_prolificplace"),
                migrations.AlterField(
                    model_name="placepayment",
                    name="line",
                    field=models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="places",
                        to="annotation.paymentline",
                    ),
                ),
                *(migrations.DeleteModel(name=name) for name in MOVED),
            ],
        ),
    ]
