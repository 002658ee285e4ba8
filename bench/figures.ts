let missed = 0;

/** Prints a figure beside its bound. */
export function sayFigure(what: string, figure: number, unit: string, bound: number): void {
  const isKept = figure <= bound;
  if (!isKept) missed += 1;
  console.log(
    `${what.padEnd(52)} ${figure.toFixed(1).padStart(8)} ${unit}   bound ${bound} ${unit}   ${isKept ? 'kept' : 'MISSED'}`,
  );
}

/** How many of the figures so far are beyond their bounds. */
export const countMissed = (): number => missed;
