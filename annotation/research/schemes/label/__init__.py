"""Parts of research pages for labelled texts."""
