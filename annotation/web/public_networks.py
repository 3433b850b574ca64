"""Distinguish public network addresses from all others.

The networks are listed here (IANA's registries of special-purpose addresses, RFC 6890, and cloud
metadata), since what `ipaddress` considers global depends on the Python release, and includes some
of them."""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

NOT_PUBLIC_4 = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",  # this network
            "10.0.0.0/8",  # private
            "100.64.0.0/10",  # shared by a provider's customers; metadata of Alibaba Cloud
            "127.0.0.0/8",  # loopback
            "168.63.129.16/32",  # metadata of Azure
            "169.254.0.0/16",  # link-local; metadata of most clouds
            "172.16.0.0/12",  # private
            "192.0.0.0/24",  # protocol assignments; metadata of Oracle Cloud
            "192.0.2.0/24",  # documentation
            "192.31.196.0/24",  # AS112
            "192.52.193.0/24",  # AMT
            "192.88.99.0/24",  # relays of 6to4
            "192.168.0.0/16",  # private
            "192.175.48.0/24",  # AS112
            "198.18.0.0/15",  # benchmarks
            "198.51.100.0/24",  # documentation
            "203.0.113.0/24",  # documentation
            "224.0.0.0/4",  # multicast
            "240.0.0.0/4",  # reserved, and broadcast
        ),
    )
)
# Of IPv6 only this part is public: not ::1, ::a.b.c.d, ::ffff:a.b.c.d, NAT64 (64:ff9b::/96 and
# 64:ff9b:1::/48), 100::/64, 5f00::/16, fc00::/7, fe80::/10, fec0::/10 and ff00::/8.
PUBLIC_6 = IPv6Network("2000::/3")
NOT_PUBLIC_6 = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # protocol assignments: Teredo, benchmarks, ORCHID
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4, which embeds an IPv4 address
            "2620:4f:8000::/48",  # AS112
            "3fff::/20",  # documentation
        ),
    )
)
# The third quarter of an ISATAP address, whose last quarter is an IPv4 address (RFC 5214).
ISATAP = {0x0000_5EFE, 0x0200_5EFE}


def is_public(number: str) -> bool:
    """Return whether an IPv4 or IPv6 address belongs to the public Internet.

    >>> is_public("93.184.216.34"), is_public("192.0.0.192"), is_public("fe80::1%eth0")
    (True, False, False)
    """
    address = ip_address(number.partition("%")[0])
    if isinstance(address, IPv4Address):
        return not any(address in network for network in NOT_PUBLIC_4)
    named = any(address in network for network in NOT_PUBLIC_6)
    return address in PUBLIC_6 and not named and not _is_isatap(address)


def _is_isatap(address: IPv6Address) -> bool:
    return int(address) >> 32 & 0xFFFF_FFFF in ISATAP
