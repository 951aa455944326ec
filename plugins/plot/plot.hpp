/// What the manual's plots show, as numbers.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace omx::plot {

struct Axis {
  std::string label;  ///< with its unit
  double min;
  double max;
  bool is_log = false;
};

struct Curve {
  std::string label;
  std::vector<std::pair<double, double>> points;  ///< x and y
};

struct Plot {
  std::string effect;
  std::string name;   ///< of the file, behind the effect's name
  std::string title;  ///< what was done to see this
  Axis x;
  Axis y;
  std::vector<Curve> curves;
};

/// Plots over frequency: equalisers, tone filters, combs.
std::vector<Plot> frequency_plots();

/// Plots of output over input: dynamics, saturation.
std::vector<Plot> level_plots();

/// Plots over time: decays, modulation.
std::vector<Plot> time_plots();

/// All plots as JSON, a curve a line. Rounded so far that machines agree nearly always.
std::string json(const std::vector<Plot>& plots);

/// Whether two texts are equal but for small differences of their numbers. If not, `where` gets the first
/// line that differs.
bool almost_equal(const std::string& a, const std::string& b, std::string& where);

}  // namespace omx::plot
