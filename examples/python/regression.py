"""Gradient descent finds the plane y = 2 a - 3 b + 0.5: graph and training in twelve lines."""

import numpy as np
from voxgrad import Graph, raw_ops

points = np.random.default_rng(1).uniform(-1, 1, [64, 2])
heights = points @ [[2], [-3]] + 0.5
with Graph() as g:
    w = [g.variable(np.zeros([2, 1])), g.variable(np.zeros([1]))]
    guess = raw_ops.AddV2(x=raw_ops.MatMul(a=points, b=w[0]), y=w[1])
    error = raw_ops.Square(x=raw_ops.Sub(x=guess, y=heights))
    loss = raw_ops.Mean(input=error, axis=[0, 1])
    pairs = zip(w, g.gradients(loss, w), strict=True)
    train = [raw_ops.ApplyGradientDescent(var=v, alpha=0.3, delta=slope) for v, slope in pairs]
for _ in range(200):
    g.run(targets=train)
print(*g.run(w[0]).ravel(), *g.run(w[1]))
