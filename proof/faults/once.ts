import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { type OpenTestApp, openTestApp } from '../../test/test-app.ts';
import { onDatabase, onServer } from '../in-process.ts';
import { runModel } from '../model/prove-model.ts';
import type { ProofRun } from '../proof.ts';
import { hiddenFaults, runRaces } from '../races/prove-races.ts';

/** Runs model or races once, with the application in this process and without a long search for a short sequence. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { size: { type: 'string' }, only: { type: 'string' } },
});
const run: ProofRun = {
  ...{ seed: 1, size: Number(values.size), say: (line) => console.log(line) },
  ...(values.only === undefined ? {} : { only: values.only }),
};

const isModel = positionals[0] === 'model';

await onServer((server) =>
  onDatabase(server, async (connection) => {
    // Races need two applications that share a port, like two processes of a service: one alone would serialize the requests.
    // The model needs a single one, because with two a change of settings takes a second.
    const env = { WORKERS: isModel ? '1' : '2' };
    const apps: [OpenTestApp, ...OpenTestApp[]] = [await openTestApp(connection, { env })];
    if (!isModel) apps.push(await openTestApp(connection, { env }));
    const [app] = apps;
    try {
      let port = 0;
      for (const { fastify } of apps) {
        await fastify.ready();
        await once(fastify.server.listen({ port, host: '127.0.0.1', reusePort: true }), 'listening');
        port = (fastify.server.address() as AddressInfo).port;
      }
      const url = `http://127.0.0.1:${port}`;
      const messages = await (isModel ? runModel({ url }, { ...run, search: 2 }) : runRaces({ url }, run)).then(
        () => [],
        (error: Error) => [error.message],
      );
      assert.deepEqual([...messages, ...(await hiddenFaults(app.admin))], []);
    } finally {
      for (const each of apps) await each.close();
    }
  }),
);
