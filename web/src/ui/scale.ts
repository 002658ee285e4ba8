/** What is that small beside the greatest needs no room of its own below nought, or above it. */
const negligible = 0.04;

/** Round figures from a least to a greatest value, which they enclose as far as one would see it, nought among them. */
export function ticksOf(least: number, greatest: number, about = 4): number[] {
  const seen = Math.max(-least, greatest) * negligible;
  const [from, to] = [least < -seen ? least : 0, greatest > seen ? greatest : 0];
  const step = roundStep((to - from) / about || 1);
  // By whole numbers of steps: added up, a tenth of something is no round figure any more.
  const first = Math.floor(from / step);
  const last = Math.max(Math.ceil(to / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
}

/** The next of 1, 2, 2.5, 5 and 10 times a power of ten. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return (([1, 2, 2.5, 5].find((times) => times * power >= least) ?? 10) as number) * power;
}

/** Which of so many labels are shown where there is room for some only: each so-manieth, from the first. */
export const everyOf = (count: number, room: number): number => Math.max(1, Math.ceil(count / Math.max(1, room)));
