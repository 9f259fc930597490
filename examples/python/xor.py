"""A small network learns XOR: graph and training in twelve lines."""

import numpy as np
from voxgrad import Graph, raw_ops

x = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], float)
random = np.random.default_rng(1)
with Graph() as g:
    w = [g.variable(random.normal(size=size)) for size in ([2, 8], [1, 8], [8, 1])]
    hidden = raw_ops.Tanh(x=raw_ops.AddV2(x=raw_ops.MatMul(a=x, b=w[0]), y=w[1]))
    answer = raw_ops.Sigmoid(x=raw_ops.MatMul(a=hidden, b=w[2]))
    loss = raw_ops.L2Loss(t=raw_ops.Sub(x=answer, y=[[0], [1], [1], [0]]))
    pairs = zip(w, g.gradients(loss, w), strict=True)
    train = [raw_ops.ApplyGradientDescent(var=v, alpha=1.0, delta=slope) for v, slope in pairs]
for _ in range(2000):
    g.run(targets=train)
print(*g.run(answer).ravel())
