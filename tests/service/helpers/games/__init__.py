"""Create, play, store and damage games."""
