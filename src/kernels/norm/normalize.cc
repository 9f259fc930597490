#include "kernels/norm/normalize.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/type_list.h"

namespace voxgrad {
namespace {

ChannelValues ValuesOf(const ChannelVector& vector) {
  ChannelValues values(static_cast<size_t>(vector.count));
  VisitType(FloatTypes(), vector.type, [&](auto tag) {
    const auto* from = static_cast<const typename decltype(tag)::type*>(vector.values);
    for (double& value : values) value = static_cast<double>(*from++);
  });
  return values;
}

void StoreValues(const ChannelValues& values, DataType type, void* out) {
  VisitType(FloatTypes(), type, [&](auto tag) {
    using T = typename decltype(tag)::type;
    std::transform(values.begin(), values.end(), static_cast<T*>(out),
                   [](double value) { return static_cast<T>(value); });
  });
}

struct Moments {
  ChannelValues mean, variance;
};

/// What a batch has by itself.
Moments MomentsOf(Exec& exec, const ChannelProblem& problem, const void* x) {
  const ChannelValues first = FirstOf(problem, x);
  ChannelSums sums = SumChannels(exec, problem, x, first, x, first);
  const auto count = static_cast<double>(problem.elements());
  for (size_t i = 0; i < first.size(); ++i) {
    const double mean = sums.sum[i] / count;
    sums.product[i] = std::max(0.0, sums.product[i] / count - mean * mean);
    sums.sum[i] = mean + first[i];
  }
  return {std::move(sums.sum), std::move(sums.product)};
}

/// The running value: the old one follows the new one by a factor.
ChannelValues Follow(const ChannelVector& old_values, const ChannelValues& now, double factor) {
  if (factor == 1 || old_values.count == 0) return now;
  ChannelValues next = ValuesOf(old_values);
  for (size_t i = 0; i < next.size(); ++i) next[i] = next[i] * (1 - factor) + now[i] * factor;
  return next;
}

}  // namespace

void BatchNorm(Exec& exec, const NormProblem& problem, const NormInputs& in, const NormOutputs& out) {
  const Moments moments =
      problem.training ? MomentsOf(exec, problem.x, in.x) : Moments{ValuesOf(in.mean), ValuesOf(in.variance)};
  Moments running = moments;
  if (problem.training) {
    const auto count = static_cast<double>(problem.x.elements());
    for (double& variance : running.variance) variance *= count / std::max(count - 1, 1.0);
    running = {Follow(in.mean, running.mean, problem.follow),
               Follow(in.variance, running.variance, problem.follow)};
  }
  const ChannelValues scale = ValuesOf(in.scale);
  ChannelLine line(scale.size());
  for (size_t i = 0; i < scale.size(); ++i)
    line.p_slope[i] = scale[i] / std::sqrt(moments.variance[i] + problem.epsilon);
  line.p_origin = moments.mean;
  line.offset = ValuesOf(in.offset);
  ApplyLine(exec, problem.x, line, in.x, nullptr, out.y);
  StoreValues(running.mean, out.type, out.running_mean);
  StoreValues(running.variance, out.type, out.running_variance);
  StoreValues(moments.mean, out.type, out.mean);
  StoreValues(moments.variance, out.type, out.variance);
}

void BatchNormGrad(Exec& exec, const NormProblem& problem, const NormGradInputs& in,
                   const NormGradOutputs& out) {
  const ChannelValues scale = ValuesOf(in.scale);
  const ChannelValues mean = ValuesOf(in.mean);
  const ChannelValues variance = ValuesOf(in.variance);
  ChannelSums sums = SumChannels(exec, problem.x, in.y_grad, ChannelValues(scale.size(), 0.0), in.x, mean);
  ChannelLine line(scale.size());
  line.q_origin = mean;
  for (size_t i = 0; i < scale.size(); ++i) {
    const double spread = variance[i] + problem.epsilon;
    const double slope = scale[i] / std::sqrt(spread);
    line.p_slope[i] = slope;
    if (problem.training) {  // the moments depend on every element, too
      const auto count = static_cast<double>(problem.x.elements());
      line.offset[i] = -slope * sums.sum[i] / count;
      line.q_slope[i] = -slope * sums.product[i] / count / spread;
    }
    sums.product[i] /= std::sqrt(spread);
  }
  ApplyLine(exec, problem.x, line, in.y_grad, in.x, out.x_grad);
  StoreValues(sums.product, out.type, out.scale_grad);
  StoreValues(sums.sum, out.type, out.offset_grad);
}

}  // namespace voxgrad
