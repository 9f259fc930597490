"""The module names that TensorFlow programs use."""

from voxgrad.compat import v1

__all__ = ["v1"]
