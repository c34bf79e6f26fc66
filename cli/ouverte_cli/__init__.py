"""The ouverte command."""
