"""What all research pages share."""
