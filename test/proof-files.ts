import { parseArgs } from 'node:util';
import { proveFiles } from './process/prove-files.ts';

/** `npm run proof:files -- --rows 50000`: what `npm test` proves with 5,000 rows, with as many as there may be. */
const { values } = parseArgs({ options: { rows: { type: 'string', default: '50000' } } });
await proveFiles(Number(values.rows), (line) => console.log(line));
