"""Parts of research pages for evidence."""
