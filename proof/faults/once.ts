import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { type OpenTestApp, openTestApp } from '../../test/test-app.ts';
import { onDatabase, onServer } from '../in-process.ts';
import { tryModel } from '../model/prove-model.ts';
import type { ProofRun } from '../proof.ts';
import { runRaces, unseenFaults } from '../races/prove-races.ts';

/** Model or races, once, with the application in this process, twice, and no long search for a short script: for seeing whether a fault is caught. */
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
    // A race is run between two that share a port, as processes of one service do: what one would do after the other is done at once in both.
    // The model knows nothing of the second for which one may not know what was changed at the other.
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
      const told = await (isModel ? tryModel({ url }, { ...run, search: 2 }) : runRaces({ url }, run)).then(
        () => [],
        (error: Error) => [error.message],
      );
      assert.deepEqual([...told, ...(await unseenFaults(app.admin))], []);
    } finally {
      for (const one of apps) await one.close();
    }
  }),
);
