"""Figures of the games, computed rather than played. It needs numpy, and nothing else needs it."""
