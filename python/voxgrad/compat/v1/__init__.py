"""TensorFlow's names of version 1: the same ops."""

from voxgrad import raw_ops

__all__ = ["raw_ops"]
