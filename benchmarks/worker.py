"""A process that answers calls: for what must have memory or threads of its own, or be ended when it takes too long."""

from __future__ import annotations

import multiprocessing
import resource
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any


class Worker:
    """A fresh Python process, asked one thing at a time; ended with its `with` block."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._here, there = context.Pipe()
        self._process = context.Process(target=_answer, args=(there,), daemon=True)
        self._process.start()
        there.close()

    def ask(self, function: Callable[..., Any], *arguments: Any) -> None:
        """Have it call a function, which must be importable by name."""
        self._here.send((function, arguments))

    def result(self, timeout: float | None = None) -> Any:
        """Wait for what the call returned. Raises TimeoutError, RuntimeError when the process is gone."""
        if not self._here.poll(timeout):
            raise TimeoutError
        try:
            return self._here.recv()
        except (EOFError, ConnectionError):
            raise RuntimeError("the process asked has ended") from None

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.join()


def peak_memory() -> float:
    """The most megabytes (millions of bytes) this process has had in memory."""
    status = Path("/proc/self/status")
    if status.exists():
        # What the next line says begins, on Linux, with the memory of the process that started this one.
        return int(status.read_text().partition("VmHWM:")[2].split()[0]) * 1024 / 1e6
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def _answer(there: Connection) -> None:
    while True:
        try:
            function, arguments = there.recv()
        except EOFError:
            return
        there.send(function(*arguments))
