import type { Summary } from './figures.ts';

type Series = Summary['series'];

/** A part of the period, with the same part of the earlier period. */
export interface ChartPart {
  period: string;
  value: number;
  before: number;
}

/** A shop that was open for less time still has a chart of this many hours. */
const hours_at_least = 6;

const hasSales = (part: Series[number] | undefined) =>
  part !== undefined && (part.total_sales !== 0 || part.total_transactions !== 0);

/**
 * The parts that the chart shows. Of a single day, without the hours at its ends in which neither day had sales. `now`
 * is the present hour, if the day has not ended; it is part of the chart.
 */
export function chartParts({ series, comparison }: Pick<Summary, 'series' | 'comparison'>, now?: number): ChartPart[] {
  const parts = series.map(({ period, total_sales }, index) => ({
    period,
    value: total_sales,
    before: comparison.series[index]?.total_sales ?? 0,
  }));
  if (!isByHour(series)) return parts;
  const open = series.flatMap((part, hour) =>
    hasSales(part) || hasSales(comparison.series[hour]) || hour === now ? [hour] : [],
  );
  const [first, last] = hoursAround(open[0] ?? 9, open.at(-1) ?? 17);
  return parts.slice(first, last + 1);
}

/** Hours by turns before and after, until there are enough. */
function hoursAround(first: number, last: number): [first: number, last: number] {
  if (last - first + 1 >= hours_at_least) return [first, last];
  const isAfter = (last - first) % 2 === 0 ? last < 23 : first === 0;
  return isAfter ? hoursAround(first, last + 1) : hoursAround(first - 1, last);
}

const isByHour = (series: Series): boolean => series[0]?.period.includes('T') === true;

/** The present hour on the shop's clock, if the summary is of a single day that includes it. */
export function hourOf({ series, comparison }: Pick<Summary, 'series' | 'comparison'>, timeZone: string) {
  if (!isByHour(series) || comparison.until === null) return undefined;
  const hour = new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone });
  return Number(hour.format(new Date(comparison.until)));
}

/** The values of the small line: those of the chart, without the hours to come. */
export function lineOf(parts: readonly ChartPart[], now: number | undefined): number[] {
  const isOver = (period: string) => now === undefined || Number(period.slice(11, 13)) <= now;
  const last = parts.findLastIndex(({ period, value }) => value !== 0 || isOver(period));
  return parts.slice(0, last + 1).map(({ value }) => value);
}
