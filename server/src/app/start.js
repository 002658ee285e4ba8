import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// The entry point is JavaScript: Node reads it before the compile cache is enabled, and would load its TypeScript compiler
// for a .ts file (15 MiB, a tenth of a second). If there is no cache yet, `main.ts` creates it.
const cache = join(process.env.DATA_DIR || './data', 'cache');
if (existsSync(cache)) enableCompileCache(cache);
await import('./main.ts');
