"""Models as annotators: a set of annotations evaluated in the same way as workers."""
