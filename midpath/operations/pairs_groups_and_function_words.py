"""Pairs, groups and function words. Written by `make client`; do not edit."""

from typing import Unpack

from midpath import models
from midpath.rows import Rows
from midpath.transport import Caller, in_path


class Operations(Caller):
    def ask_for_alignment(
        self, dataset_id: int, *, idempotency_key: str = "", **body: Unpack[models.AlignmentInput]
    ) -> models.Alignment:
        """Align documents in the background."""
        return self._post(
            models.Alignment, f"datasets/{dataset_id}/alignments", body, idempotency_key
        )

    def ask_for_draw(
        self, dataset_id: int, *, idempotency_key: str = "", **body: Unpack[models.DrawInput]
    ) -> models.Draw:
        """Sample pairs from documents in the background; nothing is saved until you keep them."""
        return self._post(models.Draw, f"datasets/{dataset_id}/draws", body, idempotency_key)

    def ask_for_random_sample(
        self,
        dataset_id: int,
        *,
        idempotency_key: str = "",
        **body: Unpack[models.RandomSampleInput],
    ) -> models.Sample:
        """Make random texts with n-gram models of a dataset in the background, to keep them
        later."""
        return self._post(
            models.Sample, f"datasets/{dataset_id}/samples/random", body, idempotency_key
        )

    def ask_for_sentence_sample(
        self,
        dataset_id: int,
        *,
        idempotency_key: str = "",
        **body: Unpack[models.SentenceSampleInput],
    ) -> models.Sample:
        """Sample sentences of documents by length in the background, to keep them later."""
        return self._post(
            models.Sample, f"datasets/{dataset_id}/samples/sentences", body, idempotency_key
        )

    def ask_for_text_sample(
        self, dataset_id: int, *, idempotency_key: str = "", **body: Unpack[models.TextSampleInput]
    ) -> models.Sample:
        """Sample texts by length, characters and a column in the background, to keep them later."""
        return self._post(
            models.Sample, f"datasets/{dataset_id}/samples/texts", body, idempotency_key
        )

    def ask_for_typology(
        self, dataset_id: int, *, idempotency_key: str = "", **body: Unpack[models.TypologyInput]
    ) -> models.Typology:
        """Detect a dataset's function words and the side of its adpositions in the background."""
        return self._post(
            models.Typology, f"datasets/{dataset_id}/typologies", body, idempotency_key
        )

    def discard_alignment(self, alignment_id: int) -> models.Alignment:
        """Discard its results, or stop it."""
        return self._post(models.Alignment, f"alignments/{alignment_id}/discard")

    def discard_dataset_import(self, dataset_import_id: int) -> models.DatasetImport:
        """Discard its results, or stop it."""
        return self._post(models.DatasetImport, f"dataset-imports/{dataset_import_id}/discard")

    def discard_draw(self, draw_id: int) -> models.Draw:
        """Discard its results, or stop it."""
        return self._post(models.Draw, f"draws/{draw_id}/discard")

    def discard_sample(self, sample_id: int) -> models.Sample:
        """Discard its results, or stop it."""
        return self._post(models.Sample, f"samples/{sample_id}/discard")

    def discard_set_import(self, set_import_id: int) -> models.SetImport:
        """Discard its results, or stop it."""
        return self._post(models.SetImport, f"set-imports/{set_import_id}/discard")

    def discard_typology(self, typology_id: int) -> models.Typology:
        """Discard its results, or stop it."""
        return self._post(models.Typology, f"typologies/{typology_id}/discard")

    def keep_draw(self, draw_id: int, *, idempotency_key: str = "") -> models.Dataset:
        """Save the sampled pairs as a dataset."""
        return self._post(models.Dataset, f"draws/{draw_id}/keep", key=idempotency_key)

    def keep_sample(self, sample_id: int, *, idempotency_key: str = "") -> models.Dataset:
        """Save the sample as a dataset of texts."""
        return self._post(models.Dataset, f"samples/{sample_id}/keep", key=idempotency_key)

    def list_alignments(
        self, dataset_id: int, **asked: Unpack[models.ListAlignmentsQuery]
    ) -> Rows[models.Alignment]:
        """List the alignments of a dataset's documents, the oldest first."""
        return self._rows(models.Alignment, f"datasets/{dataset_id}/alignments", asked)

    def list_draws(
        self, dataset_id: int, **asked: Unpack[models.ListDrawsQuery]
    ) -> Rows[models.Draw]:
        """List the samples of pairs from a dataset's documents, the oldest first."""
        return self._rows(models.Draw, f"datasets/{dataset_id}/draws", asked)

    def list_groups(
        self, alignment_id: int, **asked: Unpack[models.ListGroupsQuery]
    ) -> Rows[models.SegmentGroup]:
        """List the groups of an alignment with their words and segments; `after` is a group."""
        return self._rows(models.SegmentGroup, f"alignments/{alignment_id}/groups", asked)

    def list_samples(
        self, dataset_id: int, **asked: Unpack[models.ListSamplesQuery]
    ) -> Rows[models.Sample]:
        """List the samples of a dataset, the oldest first."""
        return self._rows(models.Sample, f"datasets/{dataset_id}/samples", asked)

    def list_typologies(
        self, dataset_id: int, **asked: Unpack[models.ListTypologiesQuery]
    ) -> Rows[models.Typology]:
        """List the analyses of function words of a dataset, oldest first."""
        return self._rows(models.Typology, f"datasets/{dataset_id}/typologies", asked)

    def list_words(
        self, project_id: int, **asked: Unpack[models.ListWordsQuery]
    ) -> Rows[models.Words]:
        """List a project's own lists of prepositions; languages without one have Midpath's."""
        return self._rows(models.Words, f"projects/{project_id}/words", asked)

    def read_alignment(self, alignment_id: int) -> models.AlignmentWithResults:
        """Read the progress or the results of an alignment."""
        return self._get(models.AlignmentWithResults, f"alignments/{alignment_id}")

    def read_draw(self, draw_id: int) -> models.DrawWithResults:
        """Read the progress or the results of a sample."""
        return self._get(models.DrawWithResults, f"draws/{draw_id}")

    def read_lengths(self, dataset_id: int) -> models.Lengths:
        """Read how many items of a dataset have how many words."""
        return self._get(models.Lengths, f"datasets/{dataset_id}/lengths")

    def read_sample(self, sample_id: int) -> models.SampleWithResults:
        """Read the progress or the results of a sample."""
        return self._get(models.SampleWithResults, f"samples/{sample_id}")

    def read_typology(self, typology_id: int) -> models.TypologyWithResults:
        """Read the progress or the results of a typology."""
        return self._get(models.TypologyWithResults, f"typologies/{typology_id}")

    def rename_words(
        self, project_id: int, language: str, **body: Unpack[models.RenameWordsInput]
    ) -> models.Words:
        """Change the language of a list."""
        return self._post(
            models.Words, f"projects/{project_id}/words/{in_path(language)}/rename", body
        )

    def restore_alignment(self, alignment_id: int) -> models.Alignment:
        """Restore it."""
        return self._post(models.Alignment, f"alignments/{alignment_id}/restore")

    def restore_typology(self, typology_id: int) -> models.Typology:
        """Restore it."""
        return self._post(models.Typology, f"typologies/{typology_id}/restore")

    def set_words(self, project_id: int, **body: Unpack[models.WordListsInput]) -> models.Words:
        """Set the list of prepositions of a language; figures that depend on it are recomputed."""
        return self._post(models.Words, f"projects/{project_id}/words", body)
