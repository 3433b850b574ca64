"""The version of Midpath. Written by `make client`; do not edit."""

VERSION = "0.2.0"
