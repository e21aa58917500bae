"""Where the masters are: any of several over one database serves, and a task that reaches none for long ends itself."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from typing import Callable, Dict, List, Mapping, Optional, Tuple
from urllib.parse import quote, urlsplit

CONNECT_SECONDS = 3.0
# So long before its place is given up elsewhere a task ends.
MARGIN_SECONDS = 15.0
GONE = (401, 403, 404)


def master_urls(environment: Mapping[str, str]) -> List[str]:
    return json.loads(environment.get("DET_MASTER_URLS") or "[]") or [environment["DET_MASTER"]]


def through_relay(environment: Dict[str, str]) -> None:
    """Where there are several masters, gives the task one address on this machine that leads to whichever answers."""
    urls = master_urls(environment)
    # A certificate is for one master's name, so nothing can stand in between.
    if len(urls) < 2 or any(urlsplit(url).scheme != "http" for url in urls):
        return
    port = Relay([_host_and_port(url) for url in urls]).start()
    host = "127.0.0.1"
    environment.update(
        DET_MASTER=f"http://{host}:{port}", DET_MASTER_ADDR=host, DET_MASTER_HOST=host, DET_MASTER_PORT=str(port)
    )


class Relay:
    """Passes each connection on to the first master that takes it, the one that served last before the others."""

    def __init__(self, masters: List[Tuple[str, int]]) -> None:
        self._masters = masters
        self._current = 0

    def start(self) -> int:
        server = socket.create_server(("127.0.0.1", 0), backlog=64)
        threading.Thread(target=self._serve, args=(server,), name="relay", daemon=True).start()
        return int(server.getsockname()[1])

    def _serve(self, server: socket.socket) -> None:
        while True:
            client, _ = server.accept()
            threading.Thread(target=self._pass_on, args=(client,), name="relay", daemon=True).start()

    def _pass_on(self, client: socket.socket) -> None:
        master = self._connect()
        if master is None:
            client.close()
            return
        with client, master:
            upward = threading.Thread(target=_copy, args=(client, master), name="relay", daemon=True)
            upward.start()
            _copy(master, client)
            upward.join()

    def _connect(self) -> Optional[socket.socket]:
        first = self._current
        for step in range(len(self._masters)):
            at = (first + step) % len(self._masters)
            try:
                connection = socket.create_connection(self._masters[at], timeout=CONNECT_SECONDS)
            except OSError:
                continue
            # Answers may be long in coming: signals are waited for by the minute.
            connection.settimeout(None)
            self._current = at
            return connection
        return None


def _copy(source: socket.socket, target: socket.socket) -> None:
    try:
        while True:
            data = source.recv(65536)
            if not data:
                break
            target.sendall(data)
    except OSError:
        # One side is gone, so the other has nobody to speak to.
        _shut(source, socket.SHUT_RDWR)
    _shut(target, socket.SHUT_WR)


def _shut(connection: socket.socket, how: int) -> None:
    try:
        connection.shutdown(how)
    except OSError:
        pass


class Contact(threading.Thread):
    """Says again and again that the task goes on; calls `lost` once, when no master was reached for too long."""

    def __init__(self, environment: Mapping[str, str], begun: float, lost: Callable[[str], None]) -> None:
        super().__init__(name="contact", daemon=True)
        self._urls = master_urls(environment)
        self._path = f"/api/ext/v1/allocations/{quote(environment['DET_ALLOCATION_ID'], safe='')}/alive"
        self._headers = {
            "Authorization": f"Bearer {environment.get('DET_SESSION_TOKEN', '')}",
            "Content-Type": "application/json",
        }
        self._body = json.dumps({"containerId": environment.get("DET_CONTAINER_ID", "")})
        self._seconds = float(environment["DET_GIVE_UP_SECONDS"]) - MARGIN_SECONDS
        self._period = min(5.0, self._seconds / 6)
        # When the call was sent that reached one: the master's own note of it is not earlier.
        self._reached = begun
        self._lost = lost

    def run(self) -> None:
        while True:
            for url in self._urls:
                sent = now()
                status = self._call(url)
                if status in GONE:
                    self._lost("the masters know this run no longer")
                    return
                if status == 200:
                    self._reached = sent
                    break
            if now() - self._reached > self._seconds:
                self._lost(f"no master was reached for {self._seconds:.0f} seconds")
                return
            time.sleep(self._period)

    def _call(self, url: str) -> Optional[int]:
        host, port = _host_and_port(url)
        try:
            connection = http.client.HTTPConnection(host, port, timeout=CONNECT_SECONDS)
            connection.request("POST", urlsplit(url).path.rstrip("/") + self._path, self._body, self._headers)
            status = connection.getresponse().status
            connection.close()
            return status
        except (OSError, http.client.HTTPException):
            return None


def now() -> float:
    """Seconds that go on while the machine sleeps, where the system can tell."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)


def _host_and_port(url: str) -> Tuple[str, int]:
    parts = urlsplit(url)
    return parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
