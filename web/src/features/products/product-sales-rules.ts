/** The change in percent; undefined if there was nothing to compare with. */
export const changeInPercent = (now: number, before: number): number | undefined =>
  before > 0 ? ((now - before) / before) * 100 : undefined;
