import assert from 'node:assert/strict';
import { test } from 'node:test';
import { command } from '../../proof/backup/commands.ts';

const unused = 'postgres://nobody@127.0.0.1:1/nothing';

const cases: [...Parameters<typeof command>, code: number, said: RegExp][] = [
  ['backup', [], {}, 2, /^Name the folder for the backup: npm run backup -- <folder>\n$/],
  ['backup', ['x'], { DATABASE_URL: unused }, 2, /^This command is for the embedded database\. .* use pg_dump/],
  ['restore', [], {}, 2, /^Name the folder of the backup: npm run restore -- <folder>\n$/],
  ['restore', ['missing-backup'], {}, 2, /missing-backup is not a backup/],
  ['distribute', ['--shards', '0'], {}, 2, /^--shards must be a whole number from 1 to 1024\n$/],
  ['distribute', ['--shards', '1.5'], {}, 2, /^--shards must be a whole number from 1 to 1024\n$/],
  ['distribute', ['--shards', '1025'], {}, 2, /^--shards must be a whole number from 1 to 1024\n$/],
  ['distribute', ['--shards', '1024'], {}, 2, /^The embedded database cannot be distributed: set DATABASE_URL/],
  ['distribute', ['--shards', '1'], {}, 2, /^The embedded database cannot be distributed: set DATABASE_URL/],
  ['distribute', [], {}, 2, /^The embedded database cannot be distributed: set DATABASE_URL/],
  ['doctor', [], { DATABASE_URL: unused }, 2, /^DATABASE_URL: .*ECONNREFUSED 127\.0\.0\.1:1\n$/],
  ['doctor', ['--fast'], {}, 2, /--fast/],
  ['doctor', [], { LOG_LEVEL: 'loud' }, 2, /^LOG_LEVEL must be one of/],
  ['end-sessions', ['--help'], { LOG_LEVEL: 'loud' }, 0, /^Usage: npm run end-sessions/],
  ['doctor', ['-h'], {}, 0, /^Usage: npm run doctor/],
];
for (const [name, args, env, code, said] of cases)
  test(`${[name, ...args].join(' ')} with ${JSON.stringify(env)} ends with ${code} and a sentence`, async () => {
    const answer = await command(name, args, { DATA_DIR: '/nonexistent/tillhouse', ...env });
    assert.match(answer.said, said);
    assert.equal(answer.code, code);
  });
