"""Archive, delete, and bring back."""
