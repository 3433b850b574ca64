"""What research pages show of evidence."""
