"""Parts of research pages for span annotation."""
