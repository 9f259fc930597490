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
from voxgrad._core import Operation, Tensor, __version__, get_num_threads, set_num_threads
from voxgrad._gradcheck import GradientError, gradcheck
from voxgrad._graph import Graph
from voxgrad._page import Page, load
from voxgrad._show import show, show_scalars
from voxgrad._studio import Studio, studio

__all__ = [
    "GradientError",
    "Graph",
    "Operation",
    "Page",
    "Studio",
    "Tensor",
    "__version__",
    "call",
    "compat",
    "get_num_threads",
    "gradcheck",
    "load",
    "raw_ops",
    "set_num_threads",
    "show",
    "show_scalars",
    "studio",
]
