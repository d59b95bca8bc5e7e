"""The backstage of a live stream."""

__version__ = "0.1.0"
