"""Archive and delete projects, datasets and campaigns, and restore them."""
