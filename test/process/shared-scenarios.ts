import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { tokenOf } from '../staff.ts';
import type { Connection } from './connection.ts';

interface Connections {
  /** To two processes of one service. */
  one: Connection;
  other: Connection;
}

const password = 'a good long password';
let users = 0;

/** Defines the tests of state that all processes of a service share: a request after a response finds its change. */
export function testShared(connections: () => Connections): void {
  async function anOwner(): Promise<{ token: string; email: string }> {
    const { one } = connections();
    const email = `shared${++users}@example.com`;
    await one.call('POST', '/api/v1/auth/register', { body: { email, password, name: 'Olivia' } });
    return { token: await signIn(email), email };
  }

  async function signIn(email: string): Promise<string> {
    const { body } = await connections().one.call('POST', '/api/v1/auth/login', { body: { email, password } });
    return body.data.access_token;
  }

  /** A staff member whose session is in the cache of the other process. */
  async function aStaffMember(owner: string, role: string) {
    const { one, other } = connections();
    const email = `shared${++users}@example.com`;
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

  test('a sign-out in one process ends the session in the other', async () => {
    const { one, other } = connections();
    const { token } = await anOwner();
    assert.equal((await other.call('GET', '/api/v1/auth/me', { token })).status, 200);
    assert.equal((await one.call('POST', '/api/v1/auth/logout', { token })).status, 200);
    assert.equal((await other.call('GET', '/api/v1/auth/me', { token })).status, 401, 'the session has ended');
  });

  test('a changed password ends the sessions in the other process', async () => {
    const { one, other } = connections();
    const { token, email } = await anOwner();
    const other_token = await signIn(email);
    assert.equal((await other.call('GET', '/api/v1/auth/me', { token: other_token })).status, 200);
    const body = { current_password: password, new_password: 'another long password' };
    assert.equal((await one.call('POST', '/api/v1/auth/change-password', { token, body })).status, 200);
    assert.equal(
      (await other.call('GET', '/api/v1/auth/me', { token: other_token })).status,
      401,
      'the session has ended',
    );
    assert.equal((await other.call('GET', '/api/v1/auth/me', { token })).status, 200);
  });

  test('a removed member has no access in the other process', async () => {
    const { one, other } = connections();
    const { token: owner } = await anOwner();
    const { id, token } = await aStaffMember(owner, 'cashier');
    assert.equal((await one.call('DELETE', `/api/v1/staff/${id}`, { token: owner })).status, 200);
    assert.equal((await other.call('GET', '/api/v1/products', { token })).status, 403, 'the membership has ended');
  });

  test('a changed role applies in the other process', async () => {
    const { one, other } = connections();
    const { token: owner } = await anOwner();
    const { id, token } = await aStaffMember(owner, 'manager');
    const addProduct = () =>
      other.call('POST', '/api/v1/products', { token, body: { sku: randomUUID(), name: 'New', price: 1 } });
    assert.equal((await addProduct()).status, 201);
    assert.equal(
      (await one.call('PUT', `/api/v1/staff/${id}`, { token: owner, body: { role: 'viewer' } })).status,
      200,
    );
    assert.equal((await addProduct()).status, 403, 'the permission is removed');
  });

  test('changed settings apply in the other process', async () => {
    const { one, other } = connections();
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
    assert.equal(await sell(), 11, 'the sale has the tax');
  });

  test('a key in concurrent requests to both processes runs once', async () => {
    const { one, other } = connections();
    const { token } = await anOwner();
    for (let turn = 0; turn < 20; turn += 1) {
      const options = { token, body: { name: `Once ${turn}` }, headers: { 'idempotency-key': randomUUID() } };
      const answers = await Promise.all([
        one.call('POST', '/api/v1/customers', options),
        other.call('POST', '/api/v1/customers', options),
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

  test('requests to both processes are counted together', async () => {
    const { one, other } = connections();
    const { token } = await anOwner();
    const remaining: number[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      const { headers } = await (turn % 2 === 0 ? one : other).call('GET', '/api/v1/auth/me', { token });
      remaining.push(Number(headers['x-ratelimit-remaining']));
    }
    assert.deepEqual(
      remaining,
      Array.from({ length: 10 }, (_, turn) => (remaining[0] ?? 0) - turn),
    );
  });

  test('wrong passwords in both processes are counted together', async () => {
    const { one, other } = connections();
    const { email } = await anOwner();
    const statuses: number[] = [];
    for (let turn = 0; turn < 11; turn += 1) {
      const options = { body: { email, password: 'not the password' } };
      statuses.push((await (turn % 2 === 0 ? one : other).call('POST', '/api/v1/auth/login', options)).status);
    }
    assert.deepEqual(statuses, [...Array(10).fill(401), 429]);
  });
}
