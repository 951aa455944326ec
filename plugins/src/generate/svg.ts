// Draws a plot. The numbers come from the code: plot/main.cpp measures the effects.

export interface Axis {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly log: boolean;
}

export interface Plot {
  readonly effect: string;
  readonly name: string;
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly curves: readonly {
    readonly label: string;
    readonly points: readonly (readonly [x: number, y: number])[];
  }[];
}

const width = 640;
const frame = { left: 52, top: 34, right: 620, bottom: 300 };
/** Told apart by most eyes, and in grey (Okabe and Ito, 2008). */
const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00', '#000000'];

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const rounded = (value: number) => String(Math.round(value * 10) / 10);

/** Where a value lies between two edges of the frame. */
function placeOf(axis: Axis, value: number, from: number, to: number): number {
  const scale = (v: number) => (axis.log ? Math.log(v) : v);
  const part = (scale(value) - scale(axis.min)) / (scale(axis.max) - scale(axis.min));
  return from + part * (to - from);
}

/** The values that get a line: 1, 2, 5 of each decade, or about six round steps. */
function ticks({ min, max, log }: Axis): number[] {
  if (log) {
    const decades = [1, 2, 5].flatMap((m) => [1, 2, 3, 4].map((e) => m * 10 ** e));
    return decades.filter((value) => value >= min && value <= max).sort((a, b) => a - b);
  }
  const rough = (max - min) / 6;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = unit * ([1, 2, 5, 10].find((m) => m * unit >= rough) ?? 10);
  const first = Math.ceil(min / step - 1e-9);
  const count = Math.floor(max / step + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, i) => Number(((first + i) * step).toPrecision(6)));
}

const tickText = (value: number) => (Math.abs(value) >= 1000 ? `${value / 1000}k` : String(value));

function grid({ x, y }: Plot): string[] {
  const { left, right, top, bottom } = frame;
  const vertical = ticks(x).flatMap((value) => {
    const at = rounded(placeOf(x, value, left, right));
    return [
      `<path class="grid" d="M${at} ${top}V${bottom}"/>`,
      `<text x="${at}" y="${bottom + 16}" text-anchor="middle">${tickText(value)}</text>`,
    ];
  });
  const horizontal = ticks(y).flatMap((value) => {
    const at = rounded(placeOf(y, value, bottom, top));
    return [
      `<path class="grid" d="M${left} ${at}H${right}"/>`,
      `<text x="${left - 6}" y="${at}" dy="4" text-anchor="end">${tickText(value)}</text>`,
    ];
  });
  const labels = [
    `<text x="${right}" y="${bottom + 32}" text-anchor="end">${escaped(x.label)}</text>`,
    `<text x="${left}" y="${top - 16}" text-anchor="middle">${escaped(y.label)}</text>`,
  ];
  return [...vertical, ...horizontal, ...labels];
}

function curve(plot: Plot, index: number): string {
  const { left, right, top, bottom } = frame;
  const points = plot.curves[index]?.points ?? [];
  const path = points.map(([x, y], i) => {
    const across = rounded(placeOf(plot.x, x, left, right));
    const up = rounded(placeOf(plot.y, y, bottom, top));
    return `${i === 0 ? 'M' : 'L'}${across} ${up}`;
  });
  return `<path class="curve" stroke="${colours[index % colours.length]}" d="${path.join('')}"/>`;
}

function legend({ curves }: Plot): string[] {
  return curves.flatMap(({ label }, index) => {
    const x = frame.left + 190 * (index % 3);
    const y = frame.bottom + 54 + 18 * Math.floor(index / 3);
    return [
      `<path class="curve" stroke="${colours[index % colours.length]}" d="M${x} ${y - 4}h18"/>`,
      `<text x="${x + 24}" y="${y}">${escaped(label)}</text>`,
    ];
  });
}

/** The picture of a plot. */
export function svgOf(plot: Plot): string {
  const { left, right, top, bottom } = frame;
  const height = bottom + 50 + 18 * Math.ceil(plot.curves.length / 3);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${escaped(`${plot.effect}: ${plot.title}`)}</title>
<style>text{font:12px sans-serif;fill:#333}.grid{stroke:#ddd;fill:none}.curve{fill:none;stroke-width:2;stroke-linejoin:round}</style>
<rect width="100%" height="100%" fill="#fff"/>
<text x="${(left + right) / 2}" y="18" text-anchor="middle" font-weight="bold">${escaped(plot.title)}</text>
${grid(plot).join('\n')}
<clipPath id="frame"><rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}"/></clipPath>
<g clip-path="url(#frame)">
${plot.curves.map((_, index) => curve(plot, index)).join('\n')}
</g>
${legend(plot).join('\n')}
</svg>
`;
}
