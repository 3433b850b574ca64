"""Parts of research pages for judged pairs."""
