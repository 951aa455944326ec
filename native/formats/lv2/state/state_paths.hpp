/// Files that belong to a plugin's state.
#pragma once

#include <string>
#include <vector>

#include <lv2/state/state.h>

namespace omx::lv2 {

/// A file of a state, by its path in the plugin's folder.
struct StateFile {
  std::string path;
  std::string content;
};

/// A folder of the instance's own, made when it is first wanted and removed with it. Paths in it are told to
/// the plugin in their short form ("take.wav") when it saves, and all others whole; so a state that carries
/// its files means the same in another instance.
class StatePaths {
public:
  /// With a folder of its own, or one of somebody else's, which stays.
  explicit StatePaths(std::string others_folder = "");
  ~StatePaths();
  StatePaths(const StatePaths&) = delete;
  StatePaths& operator=(const StatePaths&) = delete;

  LV2_State_Map_Path* map_feature() { return &map_; }
  LV2_State_Make_Path* make_feature() { return &make_; }
  LV2_State_Free_Path* free_feature() { return &free_; }

  /// The folder; empty when it could not be made.
  const std::string& folder();
  /// The folder if it has been made; else empty.
  const std::string& known_folder() const { return folder_; }

  std::string abstract(const std::string& path) const;
  std::string absolute(const std::string& path);
  /// A path in the folder with all folders on the way; empty when it leads out of it.
  std::string make(const std::string& path);

  /// All files in the folder, in order of their paths; none when together they are larger than `most_bytes`.
  std::vector<StateFile> files(std::size_t most_bytes) const;
  void restore(const std::vector<StateFile>& files);

private:
  std::string folder_;
  const bool owned_;
  LV2_State_Map_Path map_;
  LV2_State_Make_Path make_;
  LV2_State_Free_Path free_;
};

}  // namespace omx::lv2
