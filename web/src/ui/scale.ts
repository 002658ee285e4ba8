/** Values on the other side of zero that are smaller than this share of the largest get no tick of their own. */
const negligible = 0.04;

/** Round tick values that include zero and enclose the range from `least` to `greatest`, apart from negligible values. */
export function ticksOf(least: number, greatest: number, about = 4): number[] {
  const seen = Math.max(-least, greatest) * negligible;
  const [from, to] = [least < -seen ? least : 0, greatest > seen ? greatest : 0];
  const step = roundStep((to - from) / about || 1);
  // Multiply instead of adding steps: repeated addition accumulates rounding errors.
  const first = Math.floor(from / step);
  const last = Math.max(Math.ceil(to / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** The next of 1, 2, 2.5, 5 and 10 times a power of ten. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return (([1, 2, 2.5, 5].find((times) => times * power >= least) ?? 10) as number) * power;
}

/** The interval of labels to show, counted from the first, so that at most `room` of them fit. */
export const everyOf = (count: number, room: number): number => Math.max(1, Math.ceil(count / Math.max(1, room)));
