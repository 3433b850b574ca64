"""What research pages show of collected documents."""
