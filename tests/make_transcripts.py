"""Whole hands as the command tells them: deal, auction, play, result and settlement.

``python -m tests.make_transcripts`` writes tests/data/transcripts.txt anew.
"""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner
from ouverte_cli.main import cli

ROOT = Path(__file__).parent.parent
PATH = ROOT / "tests" / "data" / "transcripts.txt"
HANDS = (
    ("founding-example.pbn", "first play"),
    ("historic.pbn", "solo"),
    ("historic.pbn", "misere"),
    ("session.pbn", "4"),
)


def transcripts() -> str:
    """All of them, each below the command that it is the answer to."""
    parts = []
    for file, board in HANDS:
        for words in ("par", "review", "score", "score --rules russian", "score --rules english+base-4+misery-fewest"):
            if words == "review" and file == "session.pbn":
                continue  # nothing was played there
            result = CliRunner().invoke(cli, [*words.split(), "--board", board, str(ROOT / "hands" / file)])
            said = result.output.replace(str(ROOT / "hands" / file), f"hands/{file}")
            parts.append(f'$ ouverte {words} --board "{board}" hands/{file}\n{said}exit code {result.exit_code}\n')
    return "\n".join(parts)


if __name__ == "__main__":
    PATH.write_text(transcripts(), encoding="utf-8")
