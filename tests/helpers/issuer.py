"""A stand-in for an OpenID Connect identity provider, in its own process: `python -m
tests.helpers.issuer`. It prints its address, which is its issuer, and knows one client and one
person at a time.

It refuses what a provider must refuse: another client or secret, another redirect address, a used
code, a wrong verifier (PKCE). `POST /stand-in` changes its state: `person` (the claims of the
person who signs in), `short` (the claims in the ID token, the rest is in userinfo), `asks` (whether
it shows a page before it answers), and lies: `twist` (other claims in the ID token, null removes
one), `signed` (`other`, `none` or `HS256`), `userinfo`, `discovery` and `fault` (`token` answers
with an error). `GET /stand-in` returns its state.
"""

import base64
import hashlib
import secrets
import time
from functools import cache
from typing import Any
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

from tests.helpers.stand_in import StandInHandler, serve

CLIENT, SECRET = "midpath:here", "the secret & of the client"
ADA = {
    "sub": "subject-1",
    "email": "ada@uni.example",
    "email_verified": True,
    "preferred_username": "ada",
}
STATE: dict[str, Any] = {
    "person": ADA,
    "short": False,
    "asks": False,
    "twist": {},
    "signed": "",
    "userinfo": {},
    "discovery": {},
    "fault": "",
}


@cache
def key_of(name: str) -> rsa.RSAPrivateKey:
    """Return the key of that name. Making one is slow, and few importers of this module need it."""
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


CODES: dict[str, dict[str, str]] = {}
TOKENS: set[str] = set()


class Refused(Exception):
    """A request that a provider refuses."""


class Handler(StandInHandler):
    state = STATE

    def serve(self, body: str) -> None:
        if self.command == "GET":
            return self._show()
        try:
            if self.path != "/token" or STATE["fault"] == "token":
                raise Refused
            self._send_json(self._exchange(dict(parse_qsl(body))))
        except Refused:
            self._send_json({"error": "invalid_grant"}, 400)
        return None

    def _show(self) -> None:
        parts = urlsplit(self.path)
        query = dict(parse_qsl(parts.query))
        match parts.path:
            case "/.well-known/openid-configuration":
                self._send_json(self._discovery())
            case "/keys":
                self._send_json({"keys": [public_key()]})
            case "/authorize":
                self._authorize(query)
            case "/userinfo":
                self._userinfo()
            case _:
                self._send_json({}, 404)

    def _discovery(self) -> dict[str, Any]:
        here = self._here()
        document = {
            "issuer": here,
            "authorization_endpoint": f"{here}/authorize",
            "token_endpoint": f"{here}/token",
            "jwks_uri": f"{here}/keys",
            "userinfo_endpoint": f"{here}/userinfo",
            "response_types_supported": ["code"],
            "id_token_signing_alg_values_supported": ["RS256"],
        }
        return {**document, **STATE["discovery"]}

    def _authorize(self, query: dict[str, str]) -> None:
        fits = (query["client_id"], query["response_type"]) == (CLIENT, "code")
        if not fits or "openid" not in query["scope"].split() or not query["nonce"]:
            self._send_json({"error": "invalid_request"}, 400)
            return
        if STATE["asks"] and "approved" not in query:
            place = f"/authorize?{urlencode(query | {'approved': '1'})}"
            self._page(f"<h1>University</h1><a href='{place.replace('&', '&amp;')}'>Go on</a>")
            return
        code = secrets.token_urlsafe(16)
        CODES[code] = query
        back = urlencode({"code": code, "state": query["state"], "iss": self._here()})
        self.send(302, b"", {"Location": f"{query['redirect_uri']}?{back}"})

    def _exchange(self, sent: dict[str, str]) -> dict[str, Any]:
        scheme, _, pair = self.headers.get("Authorization", "").partition(" ")
        given = [unquote(one) for one in base64.b64decode(pair).decode().split(":")]
        request = CODES.pop(sent["code"], None)
        if scheme != "Basic" or given != [CLIENT, SECRET] or request is None:
            raise Refused
        digest = hashlib.sha256(sent["code_verifier"].encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        proved = (challenge, "S256") == (
            request["code_challenge"],
            request["code_challenge_method"],
        )
        if not proved or sent["redirect_uri"] != request["redirect_uri"]:
            raise Refused
        token = secrets.token_urlsafe(16)
        TOKENS.add(token)
        values = {"access_token": token, "token_type": "Bearer"}
        return values | {"id_token": signed(self._claims(request["nonce"]))}

    def _claims(self, nonce: str) -> dict[str, Any]:
        now = int(time.time())
        own = {"iss": self._here(), "aud": CLIENT, "nonce": nonce, "iat": now, "exp": now + 300}
        fields = {"sub": STATE["person"]["sub"]} if STATE["short"] else STATE["person"]
        claims = own | fields | STATE["twist"]
        return {name: value for name, value in claims.items() if value is not None}

    def _userinfo(self) -> None:
        if self.headers.get("Authorization", "").removeprefix("Bearer ") not in TOKENS:
            self._send_json({"error": "invalid_token"}, 401)
            return
        self._send_json(STATE["person"] | STATE["userinfo"])

    def _here(self) -> str:
        return f"http://{self.headers['Host']}"

    def _send_json(self, content: dict[str, Any], status: int = 200) -> None:
        self.answer(status, content, {"Content-Type": "application/json"})

    def _page(self, html: str) -> None:
        page = f"<!doctype html><title>University</title>{html}"
        self.send(200, page.encode(), {"Content-Type": "text/html"})


def public_key() -> dict[str, Any]:
    key: dict[str, Any] = jwt.algorithms.RSAAlgorithm.to_jwk(
        key_of("own").public_key(), as_dict=True
    )
    return key | {"kid": "one", "alg": "RS256", "use": "sig"}


def signed(claims: dict[str, Any]) -> str:
    """Return an ID token, signed correctly or as a lie requests."""
    headers = {"kid": "one"}
    match STATE["signed"]:
        case "none":
            return jwt.encode(claims, "", algorithm="none", headers=headers)
        case "HS256":
            return jwt.encode(claims, SECRET.ljust(32), algorithm="HS256", headers=headers)
        case "other":
            return jwt.encode(claims, key_of("other"), algorithm="RS256", headers=headers)
    return jwt.encode(claims, key_of("own"), algorithm="RS256", headers=headers)


if __name__ == "__main__":
    # Created before any thread answers, so that all use the same.
    key_of("own"), key_of("other")
    serve(Handler)
