"""The figures that a result can have, from figures.toml, and the format of their values."""
import os
import tomllib
from types import SimpleNamespace

with open(os.path.join(os.path.dirname(__file__), "figures.toml"), "rb") as file:
    FIGURES = {name: SimpleNamespace(**{"more_is_better": False, **figure}) for name, figure in tomllib.load(file).items()}


def shown(name, value):
    """Formats a value; above a hundred it has no decimals. A ratio has up to three digits."""
    if value is None:
        return ""
    if name == "ratio":
        return f"{value:.3g}"
    decimals = min(FIGURES[name].decimals, 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 3)
    return f"{value:,.{decimals}f}"


def times(ratio):
    """Formats a ratio with about three digits."""
    if ratio is None:
        return ""
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.1f}" if ratio >= 10 else f"{ratio:.2f}" if ratio >= 0.1 else f"{ratio:.3f}"
