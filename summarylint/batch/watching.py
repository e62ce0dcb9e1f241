"""Which record a worker is at, kept on disk, so that a death can be laid to a record.

A worker that dies leaves behind where it was. The next one that takes up the chunk passes over a record that took too long,
and over one that was there at three deaths: the first two may have been anybody's fault.
"""

from __future__ import annotations

import faulthandler
import json
import signal
import struct
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from summarylint.batch.durable import written

if TYPE_CHECKING:
    from types import TracebackType

Phase = Literal["reading", "checking"]
PHASES: tuple[Phase, ...] = ("reading", "checking")

DEATHS = 3
"""Workers that may die at one record before it is taken for the cause: a worker may be killed from outside, by chance twice."""

WAITING = 10
"""How much longer than its processor time a record may take by the clock."""
ALARM: int | None = getattr(signal, "SIGPROF", None)
"""The signal for processor time that is used up; None where the system has none."""

NOWHERE = -1
_PLACE = struct.Struct("<16sqB")


class Watchdog:
    """Keeps the place of a chunk while it is worked on, and ends the process where one record takes too long.

    `timeout` is in seconds of processor time, so that a machine with other work rejects nothing for it; a record that waits
    instead, for a disk or a network, is given WAITING times as long by the clock. Both alarms are the fault handler's, which
    needs no lock of the interpreter: they also end a loop inside C code. There is one of each in a process, so only one Watchdog
    may be open in it.
    """

    def __init__(self, folder: Path, chunk: int, session: str, timeout: float) -> None:
        self.session, self.timeout = session.encode()[:16].ljust(16), timeout
        self.place_path, self.blame_path = folder / f"{chunk}.place", folder / f"{chunk}.blame"
        self.alarm_path = folder / f"{chunk}.alarm"
        self.deaths: Counter[int] = Counter()
        self.rejected: dict[int, tuple[str, Phase]] = {}
        """What is passed over: step to why (`timeout` or `crash`) and where in it the worker died."""

    def __enter__(self) -> Watchdog:
        self.place_path.parent.mkdir(exist_ok=True)
        self._learn()
        self._place, self._alarm = self.place_path.open("wb", buffering=0), self.alarm_path.open("wb")
        if ALARM is not None:  # its handler writes to the file and then lets the signal end the process
            faulthandler.register(ALARM, self._alarm, all_threads=False, chain=True)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._arm(0)
        if ALARM is not None:
            faulthandler.unregister(ALARM)
        self._place.close()
        self._alarm.close()
        if kind is None:
            self.blame_path.unlink(missing_ok=True)
        for path in (self.place_path, self.alarm_path):
            path.unlink(missing_ok=True)

    def at(self, step: int, phase: Phase) -> None:
        """The worker begins with a step of the chunk."""
        self._keep(step, phase)
        self._arm(self.timeout)

    def rest(self) -> None:
        """The worker is done with the step."""
        self._arm(0)
        self._keep(NOWHERE, "reading")

    def _arm(self, seconds: float) -> None:
        """Set both alarms, or with 0 none."""
        if ALARM is not None:
            signal.setitimer(signal.ITIMER_PROF, seconds)
        if seconds:
            faulthandler.dump_traceback_later(seconds * (WAITING if ALARM is not None else 1), exit=True, file=self._alarm)
        else:
            faulthandler.cancel_dump_traceback_later()

    def _keep(self, step: int, phase: Phase) -> None:
        self._place.seek(0)
        self._place.write(_PLACE.pack(self.session, step, PHASES.index(phase)))

    def _learn(self) -> None:
        self._remember()
        place = self._died_at()
        if place is None:
            return
        step, phase = place
        if self.alarm_path.exists() and self.alarm_path.stat().st_size:
            self.rejected[step] = ("timeout", phase)
        else:
            self.deaths[step] += 1
            if self.deaths[step] >= DEATHS:
                self.rejected[step] = ("crash", phase)
        told = {"session": self.session.decode(), "deaths": dict(self.deaths), "rejected": self.rejected}
        written(self.blame_path, json.dumps(told).encode())

    def _remember(self) -> None:
        try:
            told = json.loads(self.blame_path.read_bytes())
        except (OSError, ValueError):
            return
        if told["session"] == self.session.decode():
            self.deaths = Counter({int(step): number for step, number in told["deaths"].items()})
            self.rejected = {int(step): (why, phase) for step, (why, phase) in told["rejected"].items()}

    def _died_at(self) -> tuple[int, Phase] | None:
        try:
            session, step, phase = _PLACE.unpack(self.place_path.read_bytes())
        except (OSError, struct.error):
            return None
        return (step, PHASES[phase]) if session == self.session and step != NOWHERE else None


def blame(folder: Path, chunk: int) -> bytes:
    """What is known of the deaths over a chunk; the same bytes after another death mean that no record was at hand."""
    found = b""
    for suffix in ("place", "blame"):
        try:
            found += (folder / f"{chunk}.{suffix}").read_bytes()
        except OSError:
            found += b"-"
    return found
