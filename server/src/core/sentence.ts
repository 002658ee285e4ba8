/** An error as one sentence for a terminal, without its stack. */
export function sentenceOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(sentenceOf).join('; ');
  // Some libraries copy an error into an object.
  const { message } = Object(error) as { message?: unknown };
  return typeof message === 'string' ? message : String(error);
}
