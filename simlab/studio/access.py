"""Access control of the studio: loopback names, same origin, a cookie, small requests, headers."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost")
MOST_BYTES = 1_000_000
"""Largest request: far more than the largest patch."""
TOKEN_BYTES = 24
"""Nobody guesses 192 bits."""

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:;"
    " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Content-Security-Policy of the page: nothing but its own files, no scripts inside of the page."""
REPORT_POLICY = (
    "sandbox allow-scripts allow-downloads; default-src 'none'; script-src 'unsafe-inline';"
    " style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)
"""That of a report: a page of its own origin, which can load and ask for nothing."""

SAFE_HEADERS = {
    "Content-Security-Policy": PAGE_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
READING = ("GET", "HEAD")
NO_ACCESS = (
    "This page is only for the person who started simlab studio.\n\nOpen the address that the"
    " terminal shows. It works once; if it was used before, start simlab studio again.\n"
)


@dataclass
class Keys:
    """The token of the address, which works once, and the cookie that it is exchanged for."""

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(TOKEN_BYTES))
    cookie: str = field(default_factory=lambda: secrets.token_urlsafe(TOKEN_BYTES))
    is_token_used: bool = False

    @property
    def cookie_name(self) -> str:
        """Name of the cookie; another studio on this machine has another port and name."""
        return f"simlab_studio_{self.port}"

    @property
    def hosts(self) -> tuple[str, ...]:
        """What a browser may send as Host."""
        return tuple(f"{name}:{self.port}" for name in LOOPBACK)

    def use_token(self, token: str) -> bool:
        """Return whether this is the token and it is used for the first time."""
        # as bytes, since compare_digest refuses text that is not ASCII; it takes as long for any
        # guess
        is_right = secrets.compare_digest(token.encode(), self.token.encode())
        is_first = is_right and not self.is_token_used
        self.is_token_used = self.is_token_used or is_right
        return is_first

    def has_cookie(self, cookies: Mapping[str, str]) -> bool:
        """Return whether a request has the cookie."""
        cookie = cookies.get(self.cookie_name, "")
        return secrets.compare_digest(cookie.encode(), self.cookie.encode())


class TooLarge(Exception):
    """A request is larger than MOST_BYTES."""


class Access:
    """ASGI middleware: refuses requests that do not come from the page, and adds headers."""

    def __init__(self, app: ASGIApp, keys: Keys) -> None:
        self.app = app
        self.keys = keys

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        send_safely = _with_headers(send)
        if refusal is not None:
            await refusal(scope, receive, send_safely)
            return
        try:
            await self.app(scope, _limit_body(receive), send_safely)
        except TooLarge:
            await too_large()(scope, receive, send_safely)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        connection = HTTPConnection(scope)
        headers, method = connection.headers, scope["method"]
        # another site may let its own name point to this machine (DNS rebinding)
        if headers.get("host", "") not in self.keys.hosts:
            return PlainTextResponse("This host is not served here.\n", 421)
        if not self._is_same_origin(headers, method):
            return PlainTextResponse("Requests of other pages are refused.\n", 403)
        is_page = method == "GET" and scope["path"] == "/"
        is_first = is_page and self.keys.use_token(connection.query_params.get("token", ""))
        scope["is_first"] = is_first
        if not is_first and not self.keys.has_cookie(connection.cookies):
            return PlainTextResponse(NO_ACCESS, 403)
        if _length(headers) > MOST_BYTES:
            return too_large()
        return None

    def _is_same_origin(self, headers: Headers, method: str) -> bool:
        """Return whether the page itself sent a request; browsers name the origin of a change."""
        origins = [f"http://{host}" for host in self.keys.hosts]
        origin = headers.get("origin")
        if origin is not None or method not in READING:
            return origin in origins
        site = headers.get("sec-fetch-site", "none")
        # a link of another page may lead here; what it opens needs the cookie
        is_navigation = headers.get("sec-fetch-mode") == "navigate"
        return site in ("same-origin", "none") or is_navigation


def _length(headers: Headers) -> int:
    """Return the length that a request announces; 0 if it announces none."""
    length = headers.get("content-length", "0")
    # int() refuses numbers of more than 4,300 digits
    return int(length) if length.isdigit() and len(length) < len(str(1 << 63)) else MOST_BYTES + 1


def too_large() -> PlainTextResponse:
    """Return the answer to a request that is too large."""
    return PlainTextResponse(f"A request has at most {MOST_BYTES:,} bytes.\n", 413)


def _limit_body(receive: Receive) -> Receive:
    """Return a `receive` that raises TooLarge once a body is larger than MOST_BYTES."""
    n_bytes = 0

    async def receive_part() -> Message:
        nonlocal n_bytes
        message = await receive()
        n_bytes += len(message.get("body", b""))
        if n_bytes > MOST_BYTES:
            raise TooLarge
        return message

    return receive_part


def _with_headers(send: Send) -> Send:
    """Return a `send` that adds the headers of safety that an answer does not have."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in SAFE_HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_with_headers
