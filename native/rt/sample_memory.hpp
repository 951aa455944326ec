/// Memory for samples, aligned for vector code.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>

namespace omx {

/// A block of zeroed floats on a cache-line boundary. Allocated and freed on control.
class RtSampleMemory {
public:
  static constexpr std::size_t alignment_bytes = 64;

  RtSampleMemory() = default;
  explicit RtSampleMemory(std::size_t count) : samples_(allocate(count)) {
    std::memset(samples_.get(), 0, count * sizeof(float));
  }

  float* get() const noexcept { return samples_.get(); }

private:
  struct Free {
    void operator()(float* samples) const noexcept {
      ::operator delete(samples, std::align_val_t{alignment_bytes});
    }
  };

  static float* allocate(std::size_t count) {
    return static_cast<float*>(::operator new(count * sizeof(float), std::align_val_t{alignment_bytes}));
  }

  std::unique_ptr<float[], Free> samples_;
};

}  // namespace omx
