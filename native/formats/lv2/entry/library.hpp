/// What the whole library keeps: the index of bundles and what was read of plugins.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <clap/plugin.h>

#include "formats/lv2/model/plugin_model.hpp"
#include "formats/lv2/world/index.hpp"

namespace omx::lv2 {

/// A CLAP descriptor and the texts that it points to. Not movable.
class Descriptor {
public:
  explicit Descriptor(const PluginModel& model);
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  const clap_plugin_descriptor_t* clap() const { return &clap_; }

private:
  const std::string id_, name_, vendor_, url_, version_, description_;
  const std::vector<std::string> features_;
  std::vector<const char*> feature_list_;
  clap_plugin_descriptor_t clap_;
};

/// Main thread only.
class Library {
public:
  /// Made by the first call, ended by release().
  static Library& get();
  static void release();

  Library();

  Index& index() { return index_; }

  /// What the Turtle says of a plugin, read again when its bundle has changed. Never null: of a plugin that
  /// is not there the verdict says so.
  std::shared_ptr<const PluginModel> model(const std::string& uri);

  /// Null when there is nothing to describe.
  const clap_plugin_descriptor_t* descriptor(const std::string& uri);

  /// Descriptors of all plugins that can be had. Reads every bundle, once.
  const std::vector<const clap_plugin_descriptor_t*>& all();
  void forget_all() { all_read_ = false; }

private:
  struct Known {
    std::string bundle;
    FileStamp manifest;
    std::weak_ptr<const PluginModel> model;
  };

  Index index_;
  std::map<std::string, Known> models_;
  std::shared_ptr<const PluginModel> latest_;             ///< who asks for one mostly asks again at once
  std::map<std::string, const Descriptor*> descriptors_;  ///< the latest of each plugin
  std::deque<Descriptor> kept_;                           ///< older ones may be in use
  std::vector<const clap_plugin_descriptor_t*> all_;
  bool all_read_ = false;
};

}  // namespace omx::lv2
