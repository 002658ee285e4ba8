import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createClient } from '../../client/src/client.ts';
import { command } from '../../proof/backup/commands.ts';
import { openTestBed } from '../../proof/test-bed.ts';

const testBed = await openTestBed();
after(() => testBed.close());

const runDoctor = (env: Record<string, string> = {}, ...args: string[]) =>
  command('doctor', args, { ...testBed.env, ...env });

test('the doctor checks a running and a stopped service, and reports violations', async () => {
  const person = { email: 'owner@example.com', password: 'a good long password' };
  const client = createClient({ baseUrl: testBed.url });
  await client.register({ body: { ...person, name: 'Olivia' } });
  await client.signIn(person);
  const product = (await client.createProduct({ body: { sku: 'P', name: 'Product', price: 3, stock: 7 } })).data;
  const correct = await runDoctor();
  assert.deepEqual(
    [correct.code, /The books are in order/.test(correct.said), /BROKEN/.test(correct.said)],
    [0, true, false],
    correct.said,
  );

  const items = [{ product_id: product.id, quantity: 2 }];
  await client.createTransaction({ body: { items, payment_method: 'cash' } });
  await testBed.admin.query('update sales_rollups set gross = gross + 100');
  const violated = await runDoctor();
  assert.equal(violated.code, 1, violated.said);
  assert.match(
    violated.said,
    /BROKEN I10 .*\n.*\n *to correct it: rebuild them with npm run doctor -- --rebuild-rollups; -100 are missing/,
  );
  const rebuilt = await runDoctor({}, '--rebuild-rollups');
  assert.deepEqual([rebuilt.code, /1 row of the sales roll-ups rebuilt/.test(rebuilt.said)], [0, true], rebuilt.said);

  await testBed.admin.query('update stock_levels set on_hand = 7');
  for (const isServing of [true, false]) {
    if (!isServing) await testBed.service().stop();
    const damaged = await runDoctor();
    assert.equal(damaged.code, 1, damaged.said);
    assert.match(damaged.said, /BROKEN I1 a stock level is the sum of its movements/);
    assert.match(damaged.said, new RegExp(`to correct it: add a movement of 2, .* product ${product.id}`));
    assert.match(damaged.said, /\n1 row violates an invariant/);
  }
  const missing = await runDoctor({ DATA_DIR: `${testBed.env.DATA_DIR}-missing` });
  assert.deepEqual([missing.code, /There is no database in DATA_DIR/.test(missing.said)], [2, true], missing.said);
  await testBed.restart();
});
