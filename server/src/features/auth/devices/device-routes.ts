import type { FastifyRequest } from 'fastify';
import { notFound } from '../../../core/errors.ts';
import type { App } from '../../../platform/context/app.ts';
import { data, message, page, replies, success } from '../../../platform/http/envelope.ts';
import { listPage, paged, readSort } from '../../../platform/http/paging.ts';
import { created, ok, runIdempotent } from '../../../platform/idempotency/idempotency.ts';
import { idParam } from '../../../platform/validation/fields.ts';
import { deviceList } from '../queries.ts';
import { device, deviceBody, deviceQuery, toDevice } from '../schemas.ts';
import { type DeviceOwner, forgetDevice, registerDevice } from './devices.ts';

const tags = ['Authentication'];

const ownerOf = ({ claims, ip }: FastifyRequest): DeviceOwner => ({
  user_id: claims.sub,
  session_id: claims.sid,
  address: ip,
});

/** A user's devices. The routes need a session but no merchant. */
export async function deviceRoutes(app: App): Promise<void> {
  const { database, config, clock } = app.services;

  app.post(
    '/auth/register-device',
    {
      schema: {
        operationId: 'registerDevice',
        summary: 'Register a device for push messages, and for signing in by PIN',
        description: `A till that receives no push messages registers for "web" with a random token of its own that begins with "till:". A user has at most ${config.storage.devices_per_person} devices; a further one replaces the one that registered longest ago.`,
        tags,
        body: deviceBody,
        response: replies({ 200: success(device), 201: success(device) }),
      },
    },
    async (request, reply) =>
      runIdempotent(request, reply, async (tx, { now }) => {
        const owner = { ...ownerOf(request), devices_at_most: config.storage.devices_per_person };
        const { device: row, is_new } = await registerDevice(tx, { ...request.body, ...owner }, now);
        return is_new ? created(data(toDevice(row))) : ok(data(toDevice(row)));
      }),
  );

  app.get(
    '/devices',
    {
      schema: {
        operationId: 'listDevices',
        summary: 'List your devices',
        tags,
        querystring: deviceQuery,
        response: replies({ 200: page(device) }),
      },
    },
    async ({ claims, query }) => {
      const { rows, count, keys } = deviceList(claims.sub);
      const order = readSort(undefined, keys, '-created_at');
      return paged(await listPage(database.global, rows, { count, order, paging: query }), query, toDevice);
    },
  );

  app.delete(
    '/devices/:id',
    {
      schema: {
        operationId: 'deleteDevice',
        summary: 'Delete a device; ends the sessions by PIN on it',
        tags,
        params: idParam,
        response: replies({ 200: message }),
      },
    },
    async (request) => {
      const ended = await forgetDevice(database, { ...ownerOf(request), id: request.params.id }, clock.now());
      if (ended === undefined) throw notFound('Device');
      await app.authentication.forget(ended);
      return { success: true as const, message: 'The device is forgotten' };
    },
  );
}
