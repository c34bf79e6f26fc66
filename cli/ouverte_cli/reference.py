"""The reference of every command as Markdown, made from their own help: ``python -m ouverte_cli.reference``."""

from __future__ import annotations

import importlib
import inspect

import click

from ouverte_cli.errors import EXIT_CODES
from ouverte_cli.main import cli

INTRODUCTION = """\
# The command `ouverte`

This page is made from the help of the commands by `python -m ouverte_cli.reference > docs/cli.md`.

Results go to standard output, errors to standard error, one line each. Without `--format`, results are text with
tables (`ouverte deal` writes PBN). Colour is used on a terminal only, and `NO_COLOR` turns it off. Where standard
output cannot write `♠` or `✓`, letters stand in for them. A bad board is reported and passed over; the others are
answered, and the exit code is 3. Answers are written as they come, board by board, so that an interrupt loses none that
is finished; only `json`, being one document, waits for the last. [Hand files](hand-files.md) says what a file looks
like.

`--deal`, `--played` and `--auction` are data: what is wrong in them gives exit code 3, whereas an option that is not
understood, or one that is missing, gives 2. With several outcomes the highest code counts. A closed pipe is not an
error.
"""


def reference() -> str:
    """The whole page."""
    context = click.Context(cli, info_name="ouverte")
    parts = [INTRODUCTION, _exit_codes()]
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        assert command is not None
        parts.append(_command(name, command))
    return "\n".join(parts)


def _exit_codes() -> str:
    rows = [line.split(maxsplit=1) for line in EXIT_CODES.splitlines()[2:]]
    return "\n".join(
        ["| exit code | meaning |", "|---|---|", *(f"| {code} | {meaning} |" for code, meaning in rows), ""]
    )


def _command(name: str, command: click.Command) -> str:
    """The section on one command: usage, description, options, examples."""
    files = any(isinstance(param, click.Argument) for param in command.params)
    options = [_option(param) for param in command.params if isinstance(param, click.Option)]
    examples = inspect.cleandoc((command.epilog or "").split("\b")[1]).splitlines()[1:]
    details = getattr(importlib.import_module(f"ouverte_cli.{name}"), "DETAILS", None)
    return "\n".join(
        [
            f"## `ouverte {name}`",
            "",
            f"`ouverte {name} [OPTIONS]{' [FILES]...' if files else ''}`",
            "",
            inspect.cleandoc(command.help or ""),
            "",
            "| option | meaning |",
            "|---|---|",
            *options,
            "",
            "```sh",
            *(line.removeprefix("  ") for line in examples if line),
            "```",
            "",
            *([details] if details else []),
        ]
    )


def _option(option: click.Option) -> str:
    value = option.metavar or "\\|".join(getattr(option.type, "choices", ()))
    names = " ".join([*option.opts, *([value] if value and not option.is_flag else [])])
    shown = option.show_default
    default = f" Default: {option.default if shown is True else shown}." if shown else ""
    return f"| `{names}` | {option.help}{default} |"


if __name__ == "__main__":
    click.echo(reference(), nl=False)
