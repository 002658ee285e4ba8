/** A check that runs in a copy of the tree. */
export interface Check {
  /** Its name in the table of results. */
  title: string;
  /** Arguments for Node: a file of the tree and its arguments. */
  command: readonly string[];
}

const once = (title: string, ...command: string[]): Check => ({ title, command: ['proof/faults/once.ts', ...command] });

/** Compares sequences of requests with the model of the shop, and checks all invariants. */
export const model = (size = 80): Check => once('proof/model', 'model', '--size', String(size));

/** Runs one race, and checks all invariants. */
export const race = (name: string, size = 4): Check =>
  once(`proof/races: ${name}`, 'races', '--size', String(size), '--only', name);

/** Sends requests drawn from the API description. */
export const fuzz = (size = 700): Check => proof('fuzz', size);

/** Lets all users of one merchant try to reach another one. */
export const tenants = (size = 1_500): Check => proof('tenants', size);

/** Runs a proof like `npm run proof:<name>`. */
export const proof = (name: string, size: number): Check => ({
  title: `proof/${name}`,
  command: ['proof/run.ts', name, '--seed', '1', '--size', String(size)],
});

/** Runs a file of tests, which checks the invariants at its end. */
export const tests = (file: string): Check => ({
  title: file.replace(/^server\/src\//, ''),
  command: ['--test', '--test-reporter=spec', file],
});
