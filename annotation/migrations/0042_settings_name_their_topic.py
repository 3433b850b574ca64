"""Name what campaigns of questions and of documents have asked about so far: privacy."""

from django.db import migrations

NAME_TOPICS = """
UPDATE annotation_campaign SET settings = '{"topic": "your privacy in this app"}'::jsonb || settings
WHERE scheme = 'question';
UPDATE annotation_campaign SET settings = '{"document": "privacy policy"}'::jsonb || settings
WHERE scheme = 'document';
"""
FORGET_TOPICS = """
UPDATE annotation_campaign SET settings = settings - 'topic' WHERE scheme = 'question';
UPDATE annotation_campaign SET settings = settings - 'document' WHERE scheme = 'document';
"""


class Migration(migrations.Migration):
    dependencies = [("annotation", "0041_titles_of_typologies")]

    operations = [migrations.RunSQL(NAME_TOPICS, FORGET_TOPICS)]
