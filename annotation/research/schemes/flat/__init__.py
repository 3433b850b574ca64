"""What research pages show of flat segmentation."""
