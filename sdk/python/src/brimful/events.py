"""Server-sent events."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Event:
    """One event of a stream."""

    kind: str = "message"
    data: str = ""
    id: str | None = None


@dataclass
class EventParser:
    """Puts text together to events. An event that is cut off before its empty line never happened."""

    retry_seconds: float | None = None
    """How long the server wants a client to wait before it connects again."""
    _rest: str = ""
    _kind: str = "message"
    _data: list[str] = field(default_factory=list)
    _id: str | None = None

    def feed(self, text: str) -> list[Event]:
        """Takes the next piece of the stream; gives the events that it completes."""
        # Not `splitlines`: that also breaks at characters that JSON may contain, such as U+2028.
        *lines, self._rest = (self._rest + text).replace("\r\n", "\n").split("\n")
        return [event for line in lines if (event := self._line(line))]

    def _line(self, line: str) -> Event | None:
        if not line:
            event = Event(self._kind, "\n".join(self._data), self._id) if self._data else None
            self._kind, self._data = "message", []
            return event
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "event":
            self._kind = value
        elif name == "data":
            self._data.append(value)
        elif name == "id" and "\0" not in value:
            self._id = value
        elif name == "retry" and value.isdigit():
            self.retry_seconds = int(value) / 1000
        return None
