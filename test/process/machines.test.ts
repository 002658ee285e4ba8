import { after } from 'node:test';
import { startService } from '../../demo/service.ts';
import { connect } from './connection.ts';
import { aPlace } from './place.ts';
import { aSharedDatabase } from './shared-database.ts';
import { testShared } from './shared-scenes.ts';

/** Two services that know nothing of each other, as on two machines, over one PostgreSQL; one of them has two workers. */

const database = await aSharedDatabase();
const places = [await aPlace(), await aPlace()];
const [one, other] = await Promise.all(
  places.map(({ env }, at) =>
    startService({ ...env, DATABASE_URL: database.address, RATE_LIMIT_PER_MINUTE: '100000', WORKERS: String(at + 1) }),
  ),
);
if (one === undefined || other === undefined) throw new Error('two were started');
const connections = { one: connect(one.url), other: connect(other.url) };
after(async () => {
  connections.one.close();
  connections.other.close();
  await Promise.all([one.stop(), other.stop()]);
  await database.remove();
  for (const place of places) await place.remove();
});

testShared(() => ({ ...connections, isAtOnce: false }));
