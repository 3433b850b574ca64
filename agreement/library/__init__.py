"""The functions of `import agreement`: data as people have it, and one type of result."""
