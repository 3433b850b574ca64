"""Parts of pages that only one scheme has."""
