import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aCustomer, aProduct, aShop, type Shop } from '../shop.ts';
import { addMember } from '../staff.ts';
import { createTestApp } from '../test-app.ts';

const app = await createTestApp();
const shop = await aShop(app);
const rounds = 4;

interface Case {
  /** @returns the path of a new record */
  create(of: Shop): Promise<string>;
  /** The values of each field in a round. */
  fields(round: number): Record<string, unknown>;
}

const idOf = async (path: string, body: object): Promise<string> => {
  const { status, body: answer, text } = await shop.owner.post(path, body);
  assert.equal(status, 201, text);
  return `${path}/${answer.data.id}`;
};

const cases: Record<string, Case> = {
  product: {
    create: async (of) => `/products/${(await aProduct(of)).id}`,
    fields: (round) => ({
      ...{ name: `Tea ${round}`, price: 10 + round, cost: 1 + round, description: `Number ${round}` },
      ...{ status: round % 2 === 0 ? 'inactive' : 'active', tax_rate: round, min_stock: round },
    }),
  },
  customer: {
    create: async (of) => `/customers/${(await aCustomer(of)).id}`,
    fields: (round) => ({
      ...{ name: `Carla ${round}`, email: `carla${round}@example.com`, phone: `+4917012345${round}` },
      address: `Street ${round}`,
    }),
  },
  branch: {
    create: () => idOf('/branches', { name: 'North' }),
    fields: (round) => ({
      ...{ name: `North ${round}`, address: `Street ${round}` },
      timezone: ['Asia/Tokyo', 'Europe/Berlin', 'America/Lima', 'Asia/Jakarta'][round % 4],
    }),
  },
  'settings of the merchant': {
    create: async () => '/merchant',
    fields: (round) => ({ name: `Shop ${round}`, tax_rate: round, loyalty_rate: round + 1, point_value: 0.5 + round }),
  },
  webhook: {
    create: () => idOf('/webhooks', { url: 'https://example.com/hooks' }),
    fields: (round) => ({
      ...{ url: `https://example.com/hooks/${round}`, description: `Number ${round}` },
      ...{ types: [['sale.*'], ['customer.*'], ['stock.*'], ['product.*']][round % 4] },
      status: round % 2 === 0 ? 'paused' : 'active',
    }),
  },
  member: {
    create: async (of) => {
      const email = 'member@example.com';
      const id = await addMember(of.owner, app.anonymous, {
        email,
        password: 'a good long one',
        name: 'M',
        role: 'viewer',
      });
      return `/staff/${id}`;
    },
    fields: (round) => ({
      ...{ name: `Maria ${round}`, role: ['cashier', 'viewer', 'stock_clerk', 'manager'][round % 4] },
      branch_ids: round % 2 === 0 ? null : [shop.branch_id],
    }),
  },
};

for (const [name, { create, fields }] of Object.entries(cases))
  test(`concurrent changes of different fields of a ${name} all stay`, async () => {
    const path = await create(shop);
    for (let round = 0; round < rounds; round += 1) {
      const wanted = fields(round);
      const answers = await Promise.all(
        Object.entries(wanted).map(([field, value]) => shop.owner.put(path, { [field]: value })),
      );
      for (const { status, text } of answers) assert.equal(status, 200, text);
      assert.partialDeepStrictEqual((await shop.owner.get(path)).body.data, wanted);
    }
  });
