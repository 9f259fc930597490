"""The gradient ops of 2-D and 3-D neural nets.

>>> import numpy as np
>>> from voxgrad import raw_ops
>>> raw_ops.AvgPoolGrad(
...     orig_input_shape=[1, 2, 2, 1],
...     grad=np.array([[[[4.0]]]], np.float32),
...     ksize=[1, 2, 2, 1],
...     strides=[1, 2, 2, 1],
...     padding="VALID",
... ).tolist()
[[[[1.0], [1.0]], [[1.0], [1.0]]]]
"""

from voxgrad import compat, raw_ops
from voxgrad._call import call
from voxgrad._core import __version__, get_num_threads, set_num_threads
from voxgrad._page import Page, load
from voxgrad._studio import Studio, studio

__all__ = [
    "Page",
    "Studio",
    "__version__",
    "call",
    "compat",
    "get_num_threads",
    "load",
    "raw_ops",
    "set_num_threads",
    "studio",
]
