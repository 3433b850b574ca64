"""What research pages show of nested segmentation."""
