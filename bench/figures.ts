let missed = 0;

/** Prints a figure and its bound. */
export function printFigure(what: string, figure: number, unit: string, bound: number): void {
  const isKept = figure <= bound;
  if (!isKept) missed += 1;
  console.log(
    `${what.padEnd(52)} ${figure.toFixed(1).padStart(8)} ${unit}   bound ${bound} ${unit}   ${isKept ? 'kept' : 'MISSED'}`,
  );
}

/** The number of figures so far that missed their bounds. */
export const countMissed = (): number => missed;
