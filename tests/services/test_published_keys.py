"""Published keys: which one of a set verifies a token."""

import json

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import rsa

from annotation.services.published_keys import Keys

KEY = jwt.algorithms.RSAAlgorithm.to_jwk(
    rsa.generate_private_key(public_exponent=65537, key_size=2048).public_key(), as_dict=True
)


def keys_named(*names: str | None, may_omit_id: bool = True) -> Keys:
    fields = [KEY | ({} if name is None else {"kid": name}) for name in names]
    return Keys(lambda: "", lambda: json.dumps({"keys": fields}), may_omit_id=may_omit_id)


@pytest.mark.parametrize("names", [["one"], [None]])
def test_only_the_key_of_a_set_of_one_needs_no_name(names: list[str | None]) -> None:
    assert keys_named(*names).find(None)
    with pytest.raises(jwt.InvalidKeyError):
        keys_named("one", "two").find(None)
    with pytest.raises(jwt.InvalidKeyError):
        keys_named(*names, may_omit_id=False).find(None)


@pytest.mark.parametrize("name", ["two", "", 1, [], {}])
def test_a_name_that_no_key_has_is_refused(name: object) -> None:
    assert keys_named("one").find("one")
    with pytest.raises(jwt.InvalidKeyError):
        keys_named("one").find(name)
