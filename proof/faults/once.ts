import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { openHouse } from '../../test/house.ts';
import { onDatabase, onServer } from '../in-process.ts';
import { tryModel } from '../model/prove-model.ts';
import type { ProofRun } from '../proof.ts';
import { runRaces, unseenFaults } from '../races/prove-races.ts';

/** Model or races, once, with the application in this process and no long search for a short script: for seeing whether a fault is caught. */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { size: { type: 'string' }, only: { type: 'string' } } });
const run: ProofRun = {
  ...{ seed: 1, size: Number(values.size), say: (line) => console.log(line) },
  ...(values.only === undefined ? {} : { only: values.only }),
};

await onServer((server) =>
  onDatabase(server, async (connection) => {
    const house = await openHouse(connection);
    try {
      await house.app.listen({ port: 0, host: '127.0.0.1' });
      const url = `http://127.0.0.1:${(house.app.server.address() as AddressInfo).port}`;
      const told = await (positionals[0] === 'model' ? tryModel({ url }, { ...run, search: 2 }) : runRaces({ url }, run)).then(
        () => [],
        (error: Error) => [error.message],
      );
      assert.deepEqual([...told, ...(await unseenFaults(house.admin))], []);
    } finally {
      await house.close();
    }
  }),
);
