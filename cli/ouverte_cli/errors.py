"""Exit codes, and how every error reaches the user: one line on standard error."""

from __future__ import annotations

import enum
import os
import sys
from collections.abc import Callable
from typing import Any, NoReturn

import click

EXIT_CODES = """\
\b
Exit codes:
  0    done
  1    the answer is "no" (only with --check)
  2    the command line is not understood, or leaves something out
  3    bad input: a deal, a file or a play that is not right; or results that cannot be written
  4    a stated limit was hit: a file over 64 MB, a line over 1 MB, a book over 100,000 nodes, --memory or --limit
  130  interrupted
"""
"""For the foot of a help text."""


LONGEST_LINE = 500
"""Where an error that quotes its input is cut short, in characters."""


class Exit(enum.IntEnum):
    """The exit codes, as `EXIT_CODES` describes them."""

    DONE = 0
    NO = 1
    USAGE = 2
    DATA = 3
    LIMIT = 4
    INTERRUPTED = 130


def complain(message: str, program: str = "ouverte") -> None:
    """Write one line of bearable length to standard error; control characters in it are shown as ``?``."""
    line = "".join(letter if letter.isprintable() else "?" for letter in " ".join(message.split()))
    if len(line) > LONGEST_LINE:
        line = line[: LONGEST_LINE - 3] + "..."
    click.echo(f"{program}: {line}", err=True)


def run(command: Callable[[], Any]) -> NoReturn:
    """Call a command that returns its exit code, turn what it raises into a line and a code, and exit."""
    try:
        code = command() or Exit.DONE
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        code = Exit.USAGE
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx is not None else "ouverte"
        complain(f"{error.format_message().rstrip('.')} (see {path} --help)", path)
        code = Exit.USAGE
    except click.ClickException as error:
        complain(error.format_message())
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        code = Exit.INTERRUPTED
    except (BrokenPipeError, SystemExit):
        # Click leaves with SystemExit here for one reason alone, a closed pipe; that is the reader's right.
        _discard_output()
        code = Exit.DONE
    except ImportError as error:
        # A wish for a build of the search that does not run here; anything else is a fault in the installation.
        if error.name != "OUVERTE_BUILD":
            raise
        complain(error.msg)
        code = Exit.USAGE
    except OSError as error:
        complain(f"cannot write the results: {error.strerror or error}")
        _discard_output()
        code = Exit.DATA
    sys.exit(int(code))


def _discard_output() -> None:
    """Send what is still buffered nowhere, so that the interpreter does not stumble over it when it ends."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
