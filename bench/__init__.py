"""Measures Greenroom against the bars in budgets.toml."""
