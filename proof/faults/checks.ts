/** A check that is run on a copy of the tree. */
export interface Check {
  /** As the table names it. */
  title: string;
  /** A file of ours, run by Node, with its arguments; from the root of the tree. */
  command: readonly string[];
}

const once = (title: string, ...command: string[]): Check => ({ title, command: ['proof/faults/once.ts', ...command] });

/** Sequences of requests against the model of the shop, and every invariant. */
export const model = (size = 80): Check => once('proof/model', 'model', '--size', String(size));

/** One of the races, and every invariant. */
export const race = (name: string, size = 4): Check =>
  once(`proof/races: ${name}`, 'races', '--size', String(size), '--only', name);

/** Requests made of the description. */
export const fuzz = (size = 700): Check => proof('fuzz', size);

/** Everybody of one merchant reaches for what is another's. */
export const tenants = (size = 1_500): Check => proof('tenants', size);

/** A proof as it is run by `npm run proof:<name>`. */
export const proof = (name: string, size: number): Check => ({
  title: `proof/${name}`,
  command: ['proof/run.ts', name, '--seed', '1', '--size', String(size)],
});

/** A file of tests, with the invariants at its end. */
export const tests = (file: string): Check => ({
  title: file.replace(/^server\/src\//, ''),
  command: ['--test', '--test-reporter=spec', file],
});

/** Of the rooms' own tests; everything else looks wider. */
export const isOfARoom = ({ command }: Check): boolean => command.some((word) => word.startsWith('server/src/'));
