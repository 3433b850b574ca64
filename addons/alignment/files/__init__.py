"""Groups and sampled pairs as they are written to files and datasets."""
