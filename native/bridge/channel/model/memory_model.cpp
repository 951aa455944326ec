#include "bridge/channel/model/memory_model.hpp"

namespace omx::model {

void Machine::checkpoint(std::string local) {
  Thread& thread = state_->threads[index_];
  if (stopped_ || replayed_ < thread.results.size()) return;
  thread.local = std::move(local);
  thread.local_at = thread.results.size();
}

std::uint64_t Machine::perform(const Operation& operation) {
  if (stopped_) return 0;
  Thread& thread = state_->threads[index_];
  if (replayed_ < thread.results.size()) return thread.results[replayed_++];
  stopped_ = true;
  action_ = operation.action;
  options_ = options(operation, thread);
  if (choice_ < options_) thread.results.push_back(apply(operation, thread));
  return 0;
}

std::size_t
Machine::step(State& state, std::size_t index, std::size_t choice, const std::function<void()>& program) {
  state_ = &state;
  index_ = index;
  choice_ = choice;
  replayed_ = options_ = 0;
  stopped_ = false;
  program();
  if (!stopped_) state.threads[index].done = true;
  return options_;
}

// Loads may read any write of their view or later; writes go anywhere after it, but not between an exchange
// and what it read.
std::vector<std::size_t> Machine::places(const Operation& operation, const Thread& thread) const {
  std::vector<std::size_t> found;
  const auto& history = state_->words[operation.word];
  const bool writes = operation.action == Action::store || operation.action == Action::exchange;
  for (std::size_t at = thread.view[operation.word]; at < history.size(); ++at) {
    if (!writes || at + 1 == history.size() || !history[at + 1].by_exchange) found.push_back(at);
  }
  return found;
}

std::size_t Machine::options(const Operation& operation, Thread thread) const {
  switch (operation.action) {
  case Action::fence:
  case Action::wake:
  case Action::fail:
    return 1;
  case Action::wait:
    take_fences(thread);
    break;
  default:
    break;
  }
  return places(operation, thread).size();
}

void Machine::take_fences(Thread& thread) const {
  join(thread.view, thread.relaxed_view);
  join(thread.view, state_->fences);
}

void Machine::full_fence(Thread& thread) {
  take_fences(thread);
  state_->fences = thread.view;
  thread.released = thread.view;
}

std::uint64_t Machine::apply(const Operation& operation, Thread& thread) {
  switch (operation.action) {
  case Action::fail:
    state_->failed = true;
    return 0;
  case Action::fence:
    full_fence(thread);
    return 0;
  case Action::wake:
    full_fence(thread);
    return wake(operation.word);
  case Action::wait:
    full_fence(thread);
    return wait(operation, thread);
  case Action::load:
    return load(operation, thread);
  case Action::store:
    write(operation, thread, places(operation, thread)[choice_], false);
    return 0;
  case Action::exchange:
    break;
  }
  const std::uint64_t old = load(operation, thread);
  write(operation, thread, thread.view[operation.word], true);
  return old;
}

std::uint64_t Machine::load(const Operation& operation, Thread& thread) {
  const std::size_t at = places(operation, thread)[choice_];
  const Written& read = state_->words[operation.word][at];
  thread.view[operation.word] = static_cast<std::uint8_t>(at);
  join(operation.acquire ? thread.view : thread.relaxed_view, read.view);
  return read.value;
}

void Machine::write(const Operation& operation, Thread& thread, std::size_t after, bool by_exchange) {
  const std::size_t word = operation.word;
  auto& history = state_->words[word];
  const View inherited = by_exchange ? history[after].view : View{};  // a release sequence goes on
  make_room(word, after);
  thread.view[word] = static_cast<std::uint8_t>(after + 1);
  Written written{operation.value, by_exchange, operation.release ? thread.view : thread.released};
  written.view[word] = static_cast<std::uint8_t>(after + 1);
  join(written.view, inherited);
  history.insert(history.begin() + static_cast<std::ptrdiff_t>(after) + 1, written);
}

// All views of later writes move on by one.
void Machine::make_room(std::size_t word, std::size_t after) {
  const auto shift = [&](View& view) {
    view[word] = static_cast<std::uint8_t>(view[word] + (view[word] > after));
  };
  for (auto& history : state_->words) {
    for (Written& written : history) shift(written.view);
  }
  for (Thread& thread : state_->threads) {
    shift(thread.view);
    shift(thread.relaxed_view);
    shift(thread.released);
  }
  shift(state_->fences);
}

// A futex: the kernel looks at the word under the lock that the waker takes.
std::uint64_t Machine::wait(const Operation& operation, Thread& thread) {
  const bool sleeps = load({Action::load, operation.word, 0, true, false}, thread) == operation.value;
  if (sleeps) thread.waits_on = operation.word;
  return sleeps;
}

std::uint64_t Machine::wake(std::size_t word) {
  for (Thread& thread : state_->threads) {
    if (thread.waits_on == word) thread.waits_on = most_words;
  }
  return 0;
}

}  // namespace omx::model
