const waitPattern = /^(?<reason>.+); try again in (?<number>\d+) (?<unit>second|minute|hour)s?$/;

/** Takes the time to wait from the end of a message, and formats it in the page's language. */
export function splitWait(message: string, language: string): { reason: string; wait?: string } {
  const { reason, number, unit } = waitPattern.exec(message)?.groups ?? {};
  if (reason === undefined || unit === undefined) return { reason: message };
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  return { reason, wait: format.format(Number(number)) };
}
