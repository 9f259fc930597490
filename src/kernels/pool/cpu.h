// The fast kernels for CPUs, one source for every instruction set.
#ifndef VOXGRAD_KERNELS_POOL_CPU_H_
#define VOXGRAD_KERNELS_POOL_CPU_H_

#include <string>

#include "core/exec.h"
#include "kernels/problem.h"

namespace voxgrad::cpu {

/// Why the kernel does not take a problem, or "".
std::string DeclinesAvgPool(const PoolProblem& p);
std::string DeclinesMaxPool(const PoolProblem& p);

void AvgPool(Exec& exec, const PoolProblem& p, const void* in, void* out);
void AvgPoolGrad(Exec& exec, const PoolProblem& p, const void* out_grad, void* in_grad);
/// The same for cells that have one window at most.
std::string DeclinesAvgPoolGradApart(const PoolProblem& p);
void AvgPoolGradApart(Exec& exec, const PoolProblem& p, const void* out_grad, void* in_grad);
void MaxPool(Exec& exec, const PoolProblem& p, const void* in, void* out);
void MaxPoolGrad(Exec& exec, const PoolProblem& p, const void* in, const void* out_grad, void* in_grad);
/// The same for windows that do not overlap.
std::string DeclinesMaxPoolGradApart(const PoolProblem& p);
void MaxPoolGradApart(Exec& exec, const PoolProblem& p, const void* in, const void* out_grad, void* in_grad);
/// The same for windows that are few beside cells, with cells of less than a vector.
std::string DeclinesMaxPoolGradScatter(const PoolProblem& p);
void MaxPoolGradScatter(Exec& exec, const PoolProblem& p, const void* in, const void* out_grad,
                        void* in_grad);
/// The same for as many windows as cells along height and width, with cells of less than a vector.
std::string DeclinesMaxPoolGradLines(const PoolProblem& p);
void MaxPoolGradLines(Exec& exec, const PoolProblem& p, const void* in, const void* out_grad, void* in_grad);
/// The same for cells of at least a vector that lie in few windows of one plane.
std::string DeclinesMaxPoolGradCells(const PoolProblem& p);
void MaxPoolGradCells(Exec& exec, const PoolProblem& p, const void* in, const void* out_grad, void* in_grad);
/// The same for cells that lie in few windows.
std::string DeclinesMaxPoolGradDirect(const PoolProblem& p);
void MaxPoolGradDirect(Exec& exec, const PoolProblem& p, const void* in, const void* out_grad, void* in_grad);
void MaxPoolGradGrad(Exec& exec, const PoolProblem& p, const void* in, const void* in_grad, void* out);

}  // namespace voxgrad::cpu

#endif  // VOXGRAD_KERNELS_POOL_CPU_H_
