"""The command ``ouverte`` and its parts, each loaded only when it is asked for."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from ouverte_cli.errors import EXIT_CODES, run

COMMANDS = ("analyse", "solve", "misere", "misery", "review", "par", "score", "rules", "deal")


class Commands(click.Group):
    """The commands by name; each is a module that holds a Click command called `command`."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command, None for a name that is none."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"ouverte_cli.{cmd_name}").command
        return command

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> NoReturn:
        """Run, and exit with one of the documented codes."""
        run(lambda: super(Commands, self).main(args, prog_name or "ouverte", complete_var, False, **extra))


def _show_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from ouverte.search.engine import BUILD
        from ouverte.version import __version__

        click.echo(f"ouverte {__version__} ({BUILD})")
        ctx.exit()


@click.group(
    "ouverte",
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=f"""\
\b
Examples:
  ouverte analyse hands/founding-example.pbn
  ouverte deal --seed 1 --count 5 | ouverte analyse --format table -
  ouverte misere --by N hands/founding-example.pbn

{EXIT_CODES}""",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
def cli() -> None:
    """Analyse fully known deals of Solo Whist and its family, exactly.

    Every answer holds against best play by all, with all hands known.
    """


def main() -> NoReturn:
    """The entry point of the installed command."""
    cli.main()
