import { setTimeout as sleep } from 'node:timers/promises';
import { isAllowed } from '../../server/src/core/permissions.ts';
import { leaksIn } from './canaries.ts';
import type { ProbeContext } from './send.ts';

/** Long maxProbes to receive past events and those emitted meanwhile. */
const reading_ms = 300;

/** Reads the endless event stream for a moment, while both merchants emit events. */
export async function probeStream({ app, actors, fixture, other, canaries, totals }: ProbeContext): Promise<void> {
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
    for (const at of [other, fixture]) await at.owner.caller.post('/customers', { name: at.text(`for ${name}`) });
    await sleep(reading_ms);
    stream.destroy();
    totals.probes += 1;
    totals.requests += 1;
    totals.scanned_bytes += text.length;
    // A stream without the merchant's own events would prove nothing.
    if (!text.includes(fixture.mark))
      totals.faults.push(
        `${name} (${role}) receives no own event at ${url}: ${answer.statusCode} ${text.slice(0, 200)}`,
      );
    for (const leak of leaksIn(text, canaries, url)) totals.faults.push(`leak: ${name} at ${url} receives ${leak}`);
  }
}
