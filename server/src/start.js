import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// The doorstep, in JavaScript. What Node itself reads first is never found compiled, and for TypeScript it would load a compiler: 15 MiB, and a tenth of
// a second. All that follows is found as the last start left it; where there is nothing yet, `main.ts` sees to it.
const kept = join(process.env.DATA_DIR || './data', 'cache');
if (existsSync(kept)) enableCompileCache(kept);
await import('./main.ts');
