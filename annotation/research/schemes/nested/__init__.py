"""Parts of research pages for nested segmentation."""
