"""The pages of a class over HTTP, and their line."""
