"""Analyses that compute more than a game needs; they use numpy and load when asked for."""
