import assert from 'node:assert/strict';
import { type Caller, createCaller, type Reply } from './caller.ts';
import type { Shop } from './shop.ts';

export const ownerPassword = 'correct horse battery';
export const memberPassword = 'another long password';

let tills = 0;

/** A device that a user registers. @returns its id */
export async function aTill(registrar: Caller): Promise<string> {
  tills += 1;
  const device = { token: `till:${tills} of its own`, platform: 'web', name: `Till ${tills}` };
  const response = await registrar.post('/auth/register-device', device);
  assert.equal(response.status, 201, response.text);
  return response.body.data.id;
}

export async function choosePin(member: Caller, pin: string, password = memberPassword): Promise<void> {
  const response = await member.put('/auth/pin', { pin, password });
  assert.equal(response.status, 200, response.text);
}

/** A PIN entered on a device with the session of its registrar. */
export const enterPin = (
  registrar: Caller,
  { merchant_id }: Pick<Shop, 'merchant_id'>,
  device_id: string,
  pin: string,
): Promise<Reply> => registrar.post('/auth/pin', { pin, merchant_id, device_id });

/** A session by PIN. */
export async function aPinSession(shop: Shop, device_id: string, pin: string, registrar = shop.owner): Promise<Caller> {
  const response = await enterPin(registrar, shop, device_id, pin);
  assert.equal(response.status, 200, response.text);
  return createCaller(shop.app.fastify, { authorization: `Bearer ${response.body.data.access_token}` });
}
