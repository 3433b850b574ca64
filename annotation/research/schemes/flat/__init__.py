"""Parts of research pages for flat segmentation."""
