/** The strongest of the classes `heat-0` to `heat-5`. */
const strongest = 5;

export interface HourValue {
  /** 1 is Monday. */
  weekday: number;
  hour: number;
  value: number;
}

export interface HeatMap {
  /** From the first to the last hour with a value. */
  hours: readonly number[];
  weekdays: readonly { weekday: number; cells: readonly (HourValue & { strength: number })[] }[];
}

/** Seven days of the hours in which something was sold. The strength is the share of the largest value, in fifths. */
export function heatMapOf(values: readonly HourValue[]): HeatMap {
  const found = values.filter(({ value }) => value !== 0);
  if (found.length === 0) return { hours: [], weekdays: [] };
  const [first, last] = [Math.min(...found.map(({ hour }) => hour)), Math.max(...found.map(({ hour }) => hour))];
  const most = Math.max(...found.map(({ value }) => value));
  const hours = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const byKey = new Map(found.map(({ weekday, hour, value }) => [`${weekday} ${hour}`, value]));
  const strengthOf = (value: number) => Math.max(0, Math.ceil((value / Math.abs(most)) * strongest));
  return {
    hours,
    weekdays: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
      weekday,
      cells: hours.map((hour) => {
        const value = byKey.get(`${weekday} ${hour}`) ?? 0;
        return { weekday, hour, value, strength: strengthOf(value) };
      }),
    })),
  };
}
