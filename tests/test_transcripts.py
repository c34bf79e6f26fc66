"""Whole hands are told as they were when the transcripts were made and read."""

from __future__ import annotations

from tests.make_transcripts import PATH, transcripts


def test_transcripts() -> None:
    assert transcripts() == PATH.read_text(encoding="utf-8")
