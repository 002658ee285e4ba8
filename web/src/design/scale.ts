/** Values on the other side of zero that are smaller than this share of the largest get no tick of their own. */
const negligible = 0.04;

/**
 * Round tick values that include zero and enclose the range from `minimum` to `maximum`, apart from negligible values.
 */
export function ticksOf(minimum: number, maximum: number, tickCount = 4): number[] {
  const threshold = Math.max(-minimum, maximum) * negligible;
  const [from, to] = [minimum < -threshold ? minimum : 0, maximum > threshold ? maximum : 0];
  const step = roundStep((to - from) / tickCount || 1);
  // Multiply instead of adding steps: repeated addition accumulates rounding errors.
  const first = Math.floor(from / step);
  const last = Math.max(Math.ceil(to / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** The next of 1, 2, 2.5, 5 and 10 times a power of ten. */
function roundStep(minimum: number): number {
  const power = 10 ** Math.floor(Math.log10(minimum));
  return (([1, 2, 2.5, 5].find((times) => times * power >= minimum) ?? 10) as number) * power;
}

/** The interval of labels to show, counted from the first, so that at most `room` of them fit. */
export const labelInterval = (count: number, room: number): number => Math.max(1, Math.ceil(count / Math.max(1, room)));

/** Where a value between `low` and `high` is on a vertical scale, in pixels from above. */
export const positionsIn =
  ({ low, high }: { low: number; high: number }, { top, bottom }: { top: number; bottom: number }) =>
  (value: number): number =>
    top + ((high - value) / (high - low)) * (bottom - top);

/** The upper end and the height of a bar between two positions. */
export const spanOf = (one: number, other: number): { y: number; height: number } => ({
  y: Math.min(one, other),
  height: Math.abs(one - other),
});

/** A part of a whole in percent, from 0 to 100; 0 of nothing. */
export const percentOf = (part: number, whole: number): number =>
  whole > 0 ? Math.min(100, Math.max(0, (part / whole) * 100)) : 0;

interface ChartSize {
  /** Size of the whole chart in pixels, and the space at its edges. */
  width: number;
  edge: { left: number; right: number };
  bars: number;
}

const label_px = 64;
const bar_px_at_most = 56;
/** A bar takes at most 0.72 of its space, so that the wider one fits. */
const wider = 1.25;

/** The horizontal positions of the bars in a chart, in pixels from the left. */
export function columnsIn({ width, edge, bars }: ChartSize) {
  const inner = Math.max(0, width - edge.left - edge.right);
  const slot = inner / bars;
  const bar = Math.min(slot * 0.72, bar_px_at_most);
  const middleOf = (at: number) => edge.left + (at + 0.5) * slot;
  return {
    /** Width of the space of a bar. */
    slot,
    /** Width of a bar. */
    bar,
    labelEvery: labelInterval(bars, Math.floor(inner / label_px)),
    middleOf,
    slotOf: (at: number): number => edge.left + at * slot,
    startOf: (at: number): number => middleOf(at) - bar / 2,
    /** A bar behind this one, a little wider. */
    behind: (at: number) => ({ x: middleOf(at) - (bar * wider) / 2, width: bar * wider }),
    /** Where the note about a bar is: beside it, on the side with more room. */
    noteOf: (at: number): { left: number } | { right: number } =>
      middleOf(at) > width / 2 ? { right: width - middleOf(at) + 12 } : { left: middleOf(at) + 12 },
  };
}
