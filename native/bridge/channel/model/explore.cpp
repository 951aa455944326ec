#include <unordered_set>

#include "bridge/channel/model/memory_model.hpp"

namespace omx::model {

namespace {

void add(std::string& key, std::uint64_t value) {
  key.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void add(std::string& key, const View& view, const View& past) {
  for (std::size_t i = 0; i < most_words; ++i) {
    key += static_cast<char>(std::max(view[i], past[i]) - past[i]);
  }
}

/// How far all threads have come: what lies before can never be read again, and states may differ in it.
View past_of(const State& state) {
  View past = state.threads.front().view;
  for (const Thread& thread : state.threads) {
    for (std::size_t i = 0; i < most_words; ++i) past[i] = std::min(past[i], thread.view[i]);
  }
  return past;
}

std::string key_of(const State& state) {
  const View past = past_of(state);
  std::string key;
  for (std::size_t word = 0; word < most_words; ++word) {
    const auto& history = state.words[word];
    add(key, history.size() - past[word]);
    for (std::size_t at = past[word]; at < history.size(); ++at) {
      add(key, 2 * history[at].value + (history[at].by_exchange && at > past[word]));
      add(key, history[at].view, past);
    }
  }
  for (const Thread& thread : state.threads) {
    key += thread.local;
    add(key, thread.results.size() - thread.local_at);
    for (std::size_t i = thread.local_at; i < thread.results.size(); ++i) add(key, thread.results[i]);
    View relaxed_view = thread.view;
    join(relaxed_view, thread.relaxed_view);
    add(key, thread.view, past);
    add(key, relaxed_view, past);
    add(key, thread.released, past);
    add(key, 2 * thread.waits_on + thread.done);
  }
  add(key, state.fences, past);
  add(key, state.failed);
  return key;
}

}  // namespace

Verdict explore(const std::vector<std::function<void()>>& programs) {
  State first;
  for (auto& history : first.words) history.resize(1);
  first.threads.resize(programs.size());
  std::vector<State> left{first};
  std::unordered_set<std::size_t> seen;  // hashes: of 10^5 states two share one by a chance of 3 in 10^10
  Verdict verdict;
  Machine& machine = Machine::current();
  while (!left.empty() && !verdict.failed && !verdict.deadlocked) {
    State state = std::move(left.back());
    left.pop_back();
    std::vector<std::size_t> options(programs.size());
    std::size_t alone = programs.size();
    for (std::size_t t = 0; t < programs.size(); ++t) {
      if (state.threads[t].waits_on != most_words) continue;
      options[t] = machine.step(state, t, SIZE_MAX, programs[t]);
      if (options[t] > 0 && machine.action() == Action::store) alone = t;
    }
    if (!seen.insert(std::hash<std::string>{}(key_of(state))).second) continue;
    verdict.failed = state.failed;
    const bool all_done = std::ranges::all_of(state.threads, &Thread::done);
    verdict.deadlocked = !all_done && std::ranges::all_of(options, [](auto count) { return count == 0; });
    for (std::size_t t = 0; t < programs.size(); ++t) {
      if (alone != t && alone != programs.size()) continue;
      for (std::size_t choice = 0; choice < options[t]; ++choice) {
        left.push_back(state);
        machine.step(left.back(), t, choice, programs[t]);
      }
    }
  }
  verdict.states = seen.size();
  return verdict;
}

}  // namespace omx::model
