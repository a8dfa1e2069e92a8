"""Write `deploy/SETTINGS.md` from `service/settings.py`: `make settings`."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path

from service import settings
from service.setting_values import Variable
from service.settings import OTHER_VARIABLES, VARIABLES, Settings

PAGE = Path(__file__).parents[2] / "deploy" / "SETTINGS.md"
SECTIONS: Mapping[str, str] = {
    "redis_url": "Storage and secrets",
    "host": "Web server",
    "public_url": "Notifications",
    "requests_per_minute": "Rate limits",
    "players": "Players",
    "ai_workers": "AI players",
    "unclaimed_seconds": "Lifetimes and the archive",
    "metrics": "Monitoring",
    "silent_seconds": "Processes that hang",
    "sandbox": "Development",
}
"""The first field of each section."""
INTRODUCTION = """\
# Settings

Generated from `service/settings.py` by `make settings`; do not edit.

All settings are environment variables. The defaults suit one machine. `bottega doctor` checks the settings."""
HEAD = ("", "| variable | default | unit | values | meaning |", "|---|---|---|---|---|")


def page() -> str:
    """Return the page of all settings."""
    return "\n".join([INTRODUCTION, *_lines()]) + "\n"


def _lines() -> Iterator[str]:
    meanings, defaults = _meanings(), {each.name: each.default for each in fields(Settings)}
    for name, variable in VARIABLES.items():
        if name in SECTIONS:
            yield from ("", f"## {SECTIONS[name]}", *HEAD)
        yield _row(variable, _default(variable, defaults[name]), meanings[name])
    yield from ("", "## Others", *HEAD)
    for name, (values, meaning) in OTHER_VARIABLES.items():
        yield _row(Variable(name, values), "none", meaning)


def _row(variable: Variable, default: str, meaning: str) -> str:
    return f"| `{variable.name}` | {default} | {variable.unit} | {variable.values} | {meaning} |"


def _default(variable: Variable, default: object) -> str:
    if variable.default or default in ("", (), None):
        return variable.default or "none"
    return f"{default:,}" if isinstance(default, int) and variable.unit else f"`{default}`"


def _meanings() -> Mapping[str, str]:
    """Return the docstring of each field of `Settings`."""
    (declared,) = (
        each
        for each in ast.parse(Path(settings.__file__).read_text(encoding="utf-8")).body
        if isinstance(each, ast.ClassDef) and each.name == "Settings"
    )
    found, name = {}, ""
    for each in declared.body:
        match each:
            case ast.AnnAssign(target=ast.Name(id=name)):
                pass
            case ast.Expr(value=ast.Constant(value=str(text))) if name:
                found[name] = " ".join(text.split())
    return found


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
