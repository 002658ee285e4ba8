import { type AppError, invalidState } from '../../core/errors.ts';

export const demoStates = ['queued', 'running', 'ready', 'failed'] as const;
export type DemoState = (typeof demoStates)[number];

export const demoJobName = 'demo';

/** What a shop has, by what it is called in a refusal. */
type Contents = Readonly<Record<string, boolean>>;

const has: Record<string, string> = { demo: 'was loaded, or is being loaded', webhooks: 'would be told of each past sale' };

/** Why a demo may not be loaded into a shop, if it may not. */
export function contentsError(contents: Contents): AppError | undefined {
  const found = Object.keys(contents).filter((name) => contents[name]);
  if (found.length === 0) return undefined;
  const details = found.map((field) => ({ field, message: has[field] ?? 'are there already' }));
  return invalidState('A demo is loaded into an empty shop only', details);
}
