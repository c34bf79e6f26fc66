"""The version of the library and the command."""

__version__ = "0.1.0"
