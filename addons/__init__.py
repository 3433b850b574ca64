"""Features that depend on the core through few imports, each a Django app in its own folder."""
