import type { TestApp } from './test-app.ts';

/** What the delivery of push messages needs, from an application under test. */
export const pushServices = ({ database, clock, fastify }: TestApp) => ({
  database,
  push: fastify.services.push,
  signal: new AbortController().signal,
  clock,
  log: { warn: () => undefined },
});
