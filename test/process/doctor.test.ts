import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createClient } from '../../client/src/client.ts';
import { command } from '../../proof/backup/commands.ts';
import { openStand } from '../../proof/stand.ts';

const stand = await openStand();
after(() => stand.close());

const examine = (env: Record<string, string> = {}, ...given: string[]) =>
  command('doctor', given, { ...stand.env, ...env });

test('the doctor checks a running and a stopped service, and reports violations', async () => {
  const person = { email: 'owner@example.com', password: 'a good long password' };
  const client = createClient({ baseUrl: stand.url });
  await client.register({ body: { ...person, name: 'Olivia' } });
  await client.signIn(person);
  const product = (await client.createProduct({ body: { sku: 'P', name: 'Product', price: 3, stock: 7 } })).data;
  const well = await examine();
  assert.deepEqual(
    [well.code, /The books are in order/.test(well.said), /BROKEN/.test(well.said)],
    [0, true, false],
    well.said,
  );

  const items = [{ product_id: product.id, quantity: 2 }];
  await client.createTransaction({ body: { items, payment_method: 'cash' } });
  await stand.admin.query('update sales_rollups set gross = gross + 100');
  const wrong = await examine();
  assert.equal(wrong.code, 1, wrong.said);
  assert.match(
    wrong.said,
    /BROKEN I10 .*\n.*\n *to mend it: rebuild them with npm run doctor -- --rebuild-rollups; -100 are missing/,
  );
  const mended = await examine({}, '--rebuild-rollups');
  assert.deepEqual([mended.code, /1 row of the sales roll-ups rebuilt/.test(mended.said)], [0, true], mended.said);

  await stand.admin.query('update stock_levels set on_hand = 7');
  for (const isServing of [true, false]) {
    if (!isServing) await stand.service().stop();
    const ill = await examine();
    assert.equal(ill.code, 1, ill.said);
    assert.match(ill.said, /BROKEN I1 a level is the sum of its movements/);
    assert.match(ill.said, new RegExp(`to mend it: add a movement of 2, .* product ${product.id}`));
    assert.match(ill.said, /\n1 row is not/);
  }
  const lost = await examine({ DATA_DIR: `${stand.env.DATA_DIR}-of-nobody` });
  assert.deepEqual([lost.code, /There is no database in DATA_DIR/.test(lost.said)], [2, true], lost.said);
  await stand.restart();
});
