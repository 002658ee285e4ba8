import { setTimeout as sleep } from 'node:timers/promises';
import { isAllowed } from '../../server/src/core/permissions.ts';
import { leaksIn } from './canaries.ts';
import type { Scene } from './scenarios.ts';

/** Long enough for what happened so far, and for what happens meanwhile. */
const heard_ms = 300;

/** The event stream is endless: it is read for a moment, while both merchants emit events. */
export async function probeStream({ app, actors, world, other, canaries, sums }: Scene): Promise<void> {
  for (const { name, role, headers } of actors.filter(
    (actor) => isAllowed(actor.role, 'events:read') && !actor.isLimited,
  )) {
    const url = '/api/v1/events/stream?last_event_id=0';
    const answer = await app.fastify.inject({ method: 'GET', url, headers, payloadAsStream: true });
    const stream = answer.stream();
    let text = '';
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    for (const at of [other, world]) await at.owner.caller.post('/customers', { name: at.text(`heard by ${name}`) });
    await sleep(heard_ms);
    stream.destroy();
    sums.probes += 1;
    sums.requests += 1;
    sums.scanned_bytes += text.length;
    // Who hears nothing proves nothing.
    if (!text.includes(world.mark))
      sums.faults.push(
        `${name} (${role}) hears nothing of their own at ${url}: ${answer.statusCode} ${text.slice(0, 200)}`,
      );
    for (const leak of leaksIn(text, canaries, url)) sums.faults.push(`leak: ${name} at ${url} hears ${leak}`);
  }
}
