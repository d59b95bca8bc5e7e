"""Hides Pygments: Mako loads it where it is installed, which is only in the environment of developers."""

raise ImportError(__doc__)
