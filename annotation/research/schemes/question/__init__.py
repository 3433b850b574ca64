"""Parts of research pages for elicited questions."""
