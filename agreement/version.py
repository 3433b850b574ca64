"""The version of Midpath, and of this kernel, which makes its figures."""

VERSION = "0.2.0"
