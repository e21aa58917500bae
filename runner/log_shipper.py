"""Sends buffered lines to the master. The master may be away for as long as it likes: the lines wait on disk."""

from __future__ import annotations

import http.client
import json
import ssl
import sys
import threading
import time
from typing import Any, Dict, Mapping, Optional
from urllib.parse import quote, urlsplit

from log_buffer import LogBuffer

BATCH_LINES = 1000
BATCH_BYTES = 1024 * 1024
# Lines that come together travel together, unless there is a batch of them already.
GATHER_SECONDS = 0.2
REQUEST_SECONDS = 30
LONGEST_PAUSE_SECONDS = 15


class LogShipper:
    """One thread, one connection. The environment is the task's (DET_MASTER, DET_SESSION_TOKEN, DET_ALLOCATION_ID…)."""

    def __init__(self, buffer: LogBuffer, environment: Mapping[str, str]) -> None:
        self._buffer = buffer
        self._address = urlsplit(environment["DET_MASTER"])
        self._token = environment.get("DET_SESSION_TOKEN", "")
        self._path = (
            self._address.path.rstrip("/")
            + f"/api/ext/v1/allocations/{quote(environment['DET_ALLOCATION_ID'], safe='')}/logs"
        )
        self._about = {
            "taskId": environment.get("DET_TASK_ID", ""),
            "containerId": environment.get("DET_CONTAINER_ID"),
            "agentId": environment.get("DET_AGENT_ID"),
        }
        self._tls = _tls_context(environment) if self._address.scheme == "https" else None
        self._server_name = environment.get("DET_MASTER_CERT_NAME")
        self._connection: Optional[http.client.HTTPConnection] = None
        self._stop_at = float("inf")
        self._wake = threading.Event()
        self._thread = threading.Thread(target=self._run, name="log-shipper", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def finish(self, seconds: float) -> bool:
        """After the buffer was closed: gives the rest of the lines so much time. True when all are with the master."""
        self._stop_at = time.monotonic() + seconds
        self._wake.set()
        self._thread.join(seconds + 1)
        return self._buffer.done

    def _run(self) -> None:
        pause = 0.0
        while not self._buffer.done and time.monotonic() < self._stop_at:
            if not self._buffer.wait(1.0):
                continue
            if self._stop_at == float("inf") and self._buffer.unsent < BATCH_LINES:
                self._wake.wait(GATHER_SECONDS)
            first, lines = self._buffer.read(BATCH_LINES, BATCH_BYTES)
            if not lines:
                continue
            try:
                self._buffer.acknowledge(self._send(first, lines))
                pause = 0.0
            except Refused as refused:
                # The same lines would be refused again for ever: they are given up, and said so where they were.
                print(f"runner: log lines {first} to {first + len(lines) - 1} refused: {refused}", file=sys.stderr, flush=True)
                self._buffer.acknowledge(first + len(lines))
            except Unwelcome as unwelcome:
                print(f"runner: the last log lines stay unsent: {unwelcome}", file=sys.stderr, flush=True)
                return
            except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError) as error:
                self._disconnect()
                pause = min(max(pause * 2, 0.5), LONGEST_PAUSE_SECONDS)
                remaining = self._stop_at - time.monotonic()
                if pause == 0.5:
                    print(f"runner: log lines wait: {error}", file=sys.stderr, flush=True)
                # At the end the master is asked again every second: the time is short.
                time.sleep(max(0.0, min(1.0, remaining))) if remaining != float("inf") else self._wake.wait(pause)

    def _send(self, first: int, lines: list) -> int:
        body = json.dumps({**self._about, "offset": first, "lines": lines}, ensure_ascii=False).encode("utf-8", "replace")
        status, reply = self._request(body)
        if status == 200:
            accepted = json.loads(reply)["next"]
            if accepted <= first:
                raise OSError(f"the master took no line: it expects line {accepted}, these begin at {first}")
            return int(accepted)
        if status in (400, 413, 422):
            raise Refused(f"{status} {reply[:500].decode('utf-8', 'replace')}")
        if status in (401, 403, 404) and self._stop_at != float("inf"):
            raise Unwelcome(f"the master answered {status}")
        raise OSError(f"the master answered {status}")

    def _request(self, body: bytes) -> Any:
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        fresh = self._connection is None
        connection = self._connection or self._connect()
        try:
            connection.request("POST", self._path, body, headers)
            response = connection.getresponse()
            return response.status, response.read()
        except (ConnectionError, http.client.HTTPException):
            self._disconnect()
            if fresh:
                raise
        # A kept connection that the master closed meanwhile says nothing about the master: ask once more.
        return self._request(body)

    def _connect(self) -> http.client.HTTPConnection:
        host, port = self._address.hostname or "", self._address.port
        if self._tls is not None:
            connection: http.client.HTTPConnection = _NamedConnection(
                host, port, timeout=REQUEST_SECONDS, context=self._tls, server_name=self._server_name
            )
        else:
            connection = http.client.HTTPConnection(host, port, timeout=REQUEST_SECONDS)
        self._connection = connection
        return connection

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class Refused(Exception):
    """The master will never take these lines."""


class Unwelcome(Exception):
    """The task has ended and the master no longer knows it or its token: waiting would not help."""


class _NamedConnection(http.client.HTTPSConnection):
    """The certificate may be for another name than the address (DET_MASTER_CERT_NAME)."""

    def __init__(self, host: str, port: Optional[int], *, server_name: Optional[str], **options: Any) -> None:
        super().__init__(host, port, **options)
        self._server_name = server_name or host

    def connect(self) -> None:
        http.client.HTTPConnection.connect(self)
        self.sock = self._context.wrap_socket(self.sock, server_hostname=self._server_name)  # type: ignore[attr-defined]


def _tls_context(environment: Mapping[str, str]) -> ssl.SSLContext:
    certificates = environment.get("DET_MASTER_CERT_FILE")
    if certificates and certificates.lower() == "noverify":
        context = ssl.create_default_context()
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        return context
    return ssl.create_default_context(cafile=certificates or None)


def ready_call(environment: Mapping[str, str]) -> None:
    """Tells the master that the task's service can be reached. Tried for about a minute."""
    address = urlsplit(environment["DET_MASTER"])
    path = address.path.rstrip("/") + f"/api/v1/allocations/{quote(environment['DET_ALLOCATION_ID'], safe='')}/ready"
    headers: Dict[str, str] = {"Authorization": f"Bearer {environment.get('DET_SESSION_TOKEN', '')}", "Content-Length": "0"}
    for attempt in range(12):
        if attempt:
            time.sleep(5)
        try:
            if address.scheme == "https":
                connection: http.client.HTTPConnection = _NamedConnection(
                    address.hostname or "",
                    address.port,
                    timeout=10,
                    context=_tls_context(environment),
                    server_name=environment.get("DET_MASTER_CERT_NAME"),
                )
            else:
                connection = http.client.HTTPConnection(address.hostname or "", address.port, timeout=10)
            connection.request("POST", path, headers=headers)
            status = connection.getresponse().status
            connection.close()
            if status < 500 and status != 429:
                return
        except (OSError, http.client.HTTPException):
            continue
