import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onDatabase } from '../../../../../test/admin.ts';
import { anEmptyDatabase } from '../../../../../test/empty-database.ts';
import { newId } from '../../../core/ids.ts';
import { migrate } from '../../../platform/database/migration/migrate.ts';
import { prepareServiceRole } from '../../../platform/database/migration/service-role.ts';

const quiet = { info: () => undefined };

test('addresses of an earlier version become keys; external addresses and those of other merchants stay', async () => {
  const connection = await anEmptyDatabase();
  const service = await prepareServiceRole(connection);
  await migrate(service, quiet, '0024~');
  const [ownId, otherId] = [newId(), newId()];
  const products: [string, string, string[], boolean][] = [
    [newId(), ownId, [`http://till.local:3000/cdn/images/${ownId}/0a-1.png`, 'https://example.com/x.png'], false],
    [
      newId(),
      ownId,
      [`https://files.example/shop/images/${ownId}/0b.webp`, `https://till.example/cdn/images/${otherId}/0c.png`],
      false,
    ],
    [newId(), ownId, [`http://till.local:3000/cdn/images/${ownId}/0d.jpg`], true],
    [
      newId(),
      otherId,
      [`http://till.local:3000/cdn/images/${otherId}/0c.png`, `https://example.com/?x=/images/${otherId}/0e.png`],
      false,
    ],
  ];
  await onDatabase(connection, async (client) => {
    await client.query('set session_replication_role = replica');
    for (const id of [ownId, otherId])
      await client.query(
        `insert into merchants (id, name, currency, timezone, silver_from, gold_from, platinum_from, price_override_roles, created_at, updated_at) values ($1, 'Shop', 'USD', 'UTC', 1, 2, 3, '{}', now(), now())`,
        [id],
      );
    for (const [id, merchant_id, images, is_deleted] of products)
      await client.query(
        `insert into products (merchant_id, id, sku, name, price, images, created_at, updated_at, deleted_at)
         values ($1, $2, $2::uuid::text, 'Tea', 1, $3, now(), now(), case when $4 then now() end)`,
        [merchant_id, id, images, is_deleted],
      );
  });
  await migrate(service, quiet);
  await onDatabase(connection, async (client) => {
    const { rows } = await client.query<{ id: string; images: string[] }>('select id, images from products');
    const found = new Map(rows.map(({ id, images }) => [id, images]));
    assert.deepEqual(
      products.map(([id]) => found.get(id)),
      [
        [`images/${ownId}/0a-1.png`, 'https://example.com/x.png'],
        [`images/${ownId}/0b.webp`, `https://till.example/cdn/images/${otherId}/0c.png`],
        [`images/${ownId}/0d.jpg`],
        [`images/${otherId}/0c.png`, `https://example.com/?x=/images/${otherId}/0e.png`],
      ],
    );
    const pictures = await client.query('select merchant_id, key, state from pictures order by key');
    const expected = [
      { merchant_id: ownId, key: `images/${ownId}/0a-1.png`, state: 'used' },
      { merchant_id: ownId, key: `images/${ownId}/0b.webp`, state: 'used' },
      { merchant_id: ownId, key: `images/${ownId}/0d.jpg`, state: 'unused' },
      { merchant_id: otherId, key: `images/${otherId}/0c.png`, state: 'used' },
    ];
    assert.deepEqual(
      pictures.rows,
      expected.sort((a, b) => (a.key < b.key ? -1 : 1)),
    );
    const forced = await client.query(
      `select relname from pg_class where relname in ('products', 'pictures') and relforcerowsecurity order by 1`,
    );
    assert.deepEqual(forced.rows, [{ relname: 'pictures' }, { relname: 'products' }]);
  });
});
