import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { tokenOf } from '../staff.ts';
import { until } from '../until.ts';
import type { Connected } from './connection.ts';

interface Stage {
  /** Connections to two processes of one service. */
  one: Connected;
  other: Connected;
  /** Whether what the one changes holds in the other as soon as it is answered; else within a second. */
  isAtOnce: boolean;
}

const password = 'a good long password';
let people = 0;

/** What must be right wherever it is asked. */
export function testShared(stage: () => Stage): void {
  /** Holds at once, or comes to hold soon: the service promises a second, `bench/` measures it. */
  async function holds(isSo: () => Promise<boolean>, what: string): Promise<void> {
    if (stage().isAtOnce) return assert.ok(await isSo(), what);
    await until(isSo);
  }

  async function anOwner(): Promise<{ token: string; email: string }> {
    const { one } = stage();
    const email = `shared${++people}@example.com`;
    await one.call('POST', '/api/v1/auth/register', { body: { email, password, name: 'Olivia' } });
    return { token: await signIn(email), email };
  }

  async function signIn(email: string): Promise<string> {
    const { body } = await stage().one.call('POST', '/api/v1/auth/login', { body: { email, password } });
    return body.data.access_token;
  }

  /** A user whose session the other process has in its cache. */
  async function aStaffMember(owner: string, role: string) {
    const { one, other } = stage();
    const email = `shared${++people}@example.com`;
    const invited = await one.call('POST', '/api/v1/staff', {
      token: owner,
      body: { email, name: 'Carl', role, send: 'link' },
    });
    assert.equal(invited.status, 201);
    const accepted = { token: tokenOf(invited.body.data.invitation_link), password };
    assert.equal((await other.call('POST', '/api/v1/auth/invitations/accept', { body: accepted })).status, 200);
    const token = await signIn(email);
    assert.equal((await other.call('GET', '/api/v1/products', { token })).status, 200);
    return { id: invited.body.data.id as string, token };
  }

  test('who signs out in one is signed out in the other', async () => {
    const { one, other } = stage();
    const { token } = await anOwner();
    assert.equal((await other.call('GET', '/api/v1/auth/me', { token })).status, 200);
    assert.equal((await one.call('POST', '/api/v1/auth/logout', { token })).status, 200);
    await holds(
      async () => (await other.call('GET', '/api/v1/auth/me', { token })).status === 401,
      'the session has ended',
    );
  });

  test('a changed password ends the sessions in the other', async () => {
    const { one, other } = stage();
    const { token, email } = await anOwner();
    const elsewhere = await signIn(email);
    assert.equal((await other.call('GET', '/api/v1/auth/me', { token: elsewhere })).status, 200);
    const body = { current_password: password, new_password: 'another long password' };
    assert.equal((await one.call('POST', '/api/v1/auth/change-password', { token, body })).status, 200);
    await holds(
      async () => (await other.call('GET', '/api/v1/auth/me', { token: elsewhere })).status === 401,
      'the session has ended',
    );
    assert.equal((await other.call('GET', '/api/v1/auth/me', { token })).status, 200);
  });

  test('who is dismissed in one may do nothing in the other', async () => {
    const { one, other } = stage();
    const { token: owner } = await anOwner();
    const { id, token } = await aStaffMember(owner, 'cashier');
    assert.equal((await one.call('DELETE', `/api/v1/staff/${id}`, { token: owner })).status, 200);
    await holds(
      async () => (await other.call('GET', '/api/v1/products', { token })).status === 403,
      'the place is gone',
    );
  });

  test('a changed role holds in the other', async () => {
    const { one, other } = stage();
    const { token: owner } = await anOwner();
    const { id, token } = await aStaffMember(owner, 'manager');
    const adds = () =>
      other.call('POST', '/api/v1/products', { token, body: { sku: randomUUID(), name: 'New', price: 1 } });
    assert.equal((await adds()).status, 201);
    assert.equal(
      (await one.call('PUT', `/api/v1/staff/${id}`, { token: owner, body: { role: 'viewer' } })).status,
      200,
    );
    await holds(async () => (await adds()).status === 403, 'the right is gone');
  });

  test('changed settings hold in the other', async () => {
    const { one, other } = stage();
    const { token } = await anOwner();
    const product = await one.call('POST', '/api/v1/products', {
      token,
      body: { sku: 'T', name: 'Taxed', price: 10, stock: 100 },
    });
    const sell = async () => {
      const body = { items: [{ product_id: product.body.data.id, quantity: 1 }], payment_method: 'cash' };
      return (await other.call('POST', '/api/v1/transactions', { token, body })).body.data.total_amount;
    };
    assert.equal(await sell(), 10);
    const body = { tax_mode: 'exclusive', tax_rate: 10 };
    assert.equal((await one.call('PUT', '/api/v1/merchant', { token, body })).status, 200);
    await holds(async () => (await sell()) === 11, 'the tax is paid');
  });

  test('a key that both get at once is answered once', async () => {
    const { one, other } = stage();
    const { token } = await anOwner();
    for (let turn = 0; turn < 20; turn += 1) {
      const asked = { token, body: { name: `Once ${turn}` }, headers: { 'idempotency-key': randomUUID() } };
      const answers = await Promise.all([
        one.call('POST', '/api/v1/customers', asked),
        other.call('POST', '/api/v1/customers', asked),
      ]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [201, 201],
      );
      assert.deepEqual(answers[0]?.body, answers[1]?.body);
      assert.deepEqual(answers.map(({ headers }) => headers['idempotent-replayed']).toSorted(), ['true', undefined]);
    }
    const { body } = await other.call('GET', '/api/v1/customers', { token });
    assert.equal(body.meta.total, 20);
  });

  test('requests are counted together', async () => {
    const { one, other } = stage();
    const { token } = await anOwner();
    const left: number[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      const { headers } = await (turn % 2 === 0 ? one : other).call('GET', '/api/v1/auth/me', { token });
      left.push(Number(headers['x-ratelimit-remaining']));
    }
    assert.deepEqual(
      left,
      Array.from({ length: 10 }, (_, turn) => (left[0] ?? 0) - turn),
    );
  });

  test('wrong passwords are counted together', async () => {
    const { one, other } = stage();
    const { email } = await anOwner();
    const statuses: number[] = [];
    for (let turn = 0; turn < 11; turn += 1) {
      const asked = { body: { email, password: 'not the password' } };
      statuses.push((await (turn % 2 === 0 ? one : other).call('POST', '/api/v1/auth/login', asked)).status);
    }
    assert.deepEqual(statuses, [...Array(10).fill(401), 429]);
  });
}
