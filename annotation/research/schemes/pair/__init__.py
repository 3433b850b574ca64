"""What research pages show of judged pairs."""
