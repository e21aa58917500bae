"""Several masters behind one address, and the end of a task that reaches none."""

import threading
import time
import unittest
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Dict, List, Tuple

from masters import Contact, now, through_relay


def start_master(name: str, status: int = 200) -> Tuple[ThreadingHTTPServer, str, List[str]]:
    seen: List[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer()

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            self._answer()

        def _answer(self) -> None:
            seen.append(self.path)
            self.send_response(status)
            self.end_headers()
            self.wfile.write(name.encode())

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}", seen


def stop(server: ThreadingHTTPServer) -> None:
    server.shutdown()
    server.server_close()


def environment(urls: List[str], give_up: float) -> Dict[str, str]:
    listed = ",".join(f'"{url}"' for url in urls)
    return {
        "DET_MASTER": urls[0],
        "DET_MASTER_URLS": f"[{listed}]",
        "DET_ALLOCATION_ID": "7.a.1",
        "DET_CONTAINER_ID": "part",
        "DET_GIVE_UP_SECONDS": str(give_up),
    }


class RelayTest(unittest.TestCase):
    def test_leads_to_whichever_master_answers(self) -> None:
        first, first_url, _ = start_master("first")
        second, second_url, _ = start_master("second")
        self.addCleanup(stop, second)
        given = environment([first_url, second_url], 60)
        through_relay(given)
        self.assertNotIn(given["DET_MASTER"], (first_url, second_url))
        self.assertEqual(given["DET_MASTER"], f"http://{given['DET_MASTER_HOST']}:{given['DET_MASTER_PORT']}")

        def ask() -> str:
            return urllib.request.urlopen(given["DET_MASTER"] + "/x", timeout=10).read().decode()

        self.assertEqual(ask(), "first")
        stop(first)
        self.assertEqual([ask(), ask()], ["second", "second"])

    def test_leaves_one_master_as_it_is(self) -> None:
        given = {"DET_MASTER": "http://127.0.0.1:1"}
        through_relay(given)
        self.assertEqual(given, {"DET_MASTER": "http://127.0.0.1:1"})


class ContactTest(unittest.TestCase):
    def lost(self, urls: List[str], give_up: float, begun: float) -> Tuple[threading.Event, List[str]]:
        told, reasons = threading.Event(), []

        def hear(reason: str) -> None:
            reasons.append(reason)
            told.set()

        Contact(environment(urls, give_up), begun, hear).start()
        return told, reasons

    def test_ends_when_no_master_is_reached_in_time(self) -> None:
        server, url, seen = start_master("one")
        told, reasons = self.lost([url], 15.9, now())
        deadline = time.monotonic() + 10
        while len(seen) < 3 and time.monotonic() < deadline:
            time.sleep(0.02)
        self.assertEqual(seen[0], "/api/ext/v1/allocations/7.a.1/alive")
        self.assertFalse(told.is_set())
        stop(server)
        self.assertTrue(told.wait(10))
        self.assertIn("no master was reached", reasons[0])

    def test_any_master_will_do(self) -> None:
        server, url, seen = start_master("two")
        self.addCleanup(stop, server)
        told, _ = self.lost(["http://127.0.0.1:9", url], 15.6, now())
        deadline = time.monotonic() + 10
        while len(seen) < 12 and time.monotonic() < deadline:
            time.sleep(0.02)
        self.assertGreaterEqual(len(seen), 12)
        self.assertFalse(told.is_set())

    def test_ends_at_once_when_the_run_is_known_no_longer(self) -> None:
        server, url, _ = start_master("gone", 404)
        self.addCleanup(stop, server)
        told, reasons = self.lost([url], 3600, now())
        self.assertTrue(told.wait(10))
        self.assertIn("no longer", reasons[0])

    def test_time_before_its_start_counts(self) -> None:
        told, _ = self.lost(["http://127.0.0.1:9"], 60, now() - 100)
        self.assertTrue(told.wait(10))


if __name__ == "__main__":
    unittest.main()
