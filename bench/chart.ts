export interface Bar {
  name: string;
  /** The figure as a part of its bound: 1 is the bound itself. */
  part: number;
  least: number;
  most: number;
  isKept: boolean;
  /** The text beside the bar. */
  says: string;
}

const row_px = 30;
const names_px = 170;
const bars_px = 430;
const width_px = 800;
/** Longer bars end at the edge of the picture. */
const partAtMost = 2;

/** Draws a bar for each figure, and a line for the bounds. The thin line on each bar is the range over the rounds. */
export function drawBars(bars: readonly Bar[]): string {
  const height = bars.length * row_px + 40;
  const x = (part: number) => Math.round(names_px + (Math.min(Math.max(part, 0), partAtMost) / partAtMost) * bars_px);
  const rows = bars.map((bar, index) => {
    const y = 30 + index * row_px;
    const fill = bar.isKept ? '#2f7d4f' : '#b5502f';
    return [
      `<text x="${names_px - 8}" y="${y + 14}" text-anchor="end">${bar.name}</text>`,
      `<rect x="${names_px}" y="${y}" width="${Math.max(1, x(bar.part) - names_px)}" height="18" fill="${fill}"/>`,
      `<line x1="${x(bar.least)}" x2="${x(bar.most)}" y1="${y + 9}" y2="${y + 9}" stroke="#222" stroke-width="1.5"/>`,
      `<text x="${names_px + bars_px + 10}" y="${y + 14}">${bar.says}</text>`,
    ].join('\n');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width_px} ${height}" width="${width_px}" height="${height}" font-family="sans-serif" font-size="13" role="img">
<title>Each figure as a part of what is promised</title>
<rect width="${width_px}" height="${height}" fill="#fff"/>
<text x="${x(1)}" y="16" text-anchor="middle" fill="#555">promised</text>
${rows.join('\n')}
<line x1="${x(1)}" x2="${x(1)}" y1="22" y2="${height - 8}" stroke="#555" stroke-dasharray="4 3"/>
</svg>
`;
}
