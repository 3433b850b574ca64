"""Parts of research pages for collected documents."""
