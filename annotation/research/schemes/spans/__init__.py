"""Parts of research pages for texts whose spans are marked."""
