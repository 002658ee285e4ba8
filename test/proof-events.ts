import { parseArgs } from 'node:util';
import { proveEvents } from './process/prove-events.ts';

/** `npm run proof:events -- --kills 20`: that nothing that happened goes unheard. */
const { values } = parseArgs({ options: { kills: { type: 'string', default: '20' } } });
await proveEvents({ kills: Number(values.kills), say: (line) => console.log(line) });
