"""What pages show of one scheme only."""
