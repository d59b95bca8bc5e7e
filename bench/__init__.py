"""Measures Greenroom against the limits in budgets.toml, which are called bars."""
