import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePasskey } from '../../../../../test/authenticator.ts';
import { aShop } from '../../../../../test/shop.ts';
import { createTestApp } from '../../../../../test/test-app.ts';
import { sendBeside } from '../../../../../test/waiting.ts';
import { newId } from '../../../core/ids.ts';
import { addPasskey } from './register-passkey.ts';
import { passkeysAtMost } from './totp-rules.ts';

const origin = 'https://till.example';
const app = await createTestApp({ env: { PUBLIC_URL: origin } });

test('of two passkeys that are added at once, the one beyond the limit is refused', async () => {
  const shop = await aShop(app);
  const { id: user_id } = (await shop.owner.get('/auth/me')).body.data;
  const aPasskey = () => {
    const id = newId();
    return { id, user_id, credential_id: id, public_key: Buffer.from(id), counter: 0n, transports: [] };
  };
  const now = app.clock.now();
  await app.database.transaction(shop.merchant_id, async (tx) => {
    for (let count = 1; count < passkeysAtMost; count += 1) await addPasskey(tx, aPasskey(), 'Key', now);
  });
  const options = (await shop.owner.post('/auth/passkeys/options', {})).body.data;
  const { response } = makePasskey(options, origin);
  const reply = await sendBeside(
    shop,
    (tx) => addPasskey(tx, aPasskey(), 'Last', now),
    () => shop.owner.post('/auth/passkeys', { name: 'Beyond', response }),
  );
  assert.deepEqual([reply.status, reply.body.error.code], [422, 'INVALID_STATE']);
  const { data } = (await shop.owner.get('/auth/passkeys?limit=100')).body;
  assert.equal(data.length, passkeysAtMost);
  assert.ok(data.some(({ name }: { name: string }) => name === 'Last'));
});
