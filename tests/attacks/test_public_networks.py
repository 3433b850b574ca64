"""Network addresses: requests go only to the public Internet, whatever Python calls an address."""

from ipaddress import ip_network

import pytest

from annotation.web.public_networks import is_public

PUBLIC = ["1.1.1.1", "93.184.216.34", "168.63.129.15", "168.63.129.17", "192.0.1.1", "198.20.0.1"]
PUBLIC += ["2606:4700::1111", "2a00:1450:4001::200e", "2001:4860:4860::8888", "2620:0:2d0:200::7"]
# The networks of IANA's two registries, cloud metadata services, and IPv4 addresses embedded in
# IPv6.
OTHERS = """
0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24
198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 255.255.255.255/32
168.63.129.16/32 169.254.169.254/32 192.0.0.192/32 100.100.100.200/32
::/128 ::1/128 ::127.0.0.1/128 ::ffff:0:0/96 ::ffff:8.8.8.8/128 ::ffff:0:10.0.0.1/128
64:ff9b::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/32 2001:2::/48 2001:20::/28
2001:30::/28 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20 5f00::/16 fc00::/7 fe80::/10
fec0::/10 ff00::/8 4000::/128 fd00:ec2::254/128
2a00:1450:4001::5efe:10.0.0.1/128 2a00:1450:4001::200:5efe:169.254.169.254/128
2a00:1450:4001::5efe:8.8.8.8/128
"""


@pytest.mark.parametrize("number", PUBLIC)
def test_public_numbers_may_be_contacted(number: str) -> None:
    assert is_public(number)


@pytest.mark.attack(13)
def test_no_number_of_another_network_may_be_contacted() -> None:
    ends = [end for one in map(ip_network, OTHERS.split()) for end in (one[0], one[-1])]
    assert [str(end) for end in ends if is_public(str(end))] == []


def test_a_zone_changes_nothing() -> None:
    assert not is_public("fe80::1%eth0")
