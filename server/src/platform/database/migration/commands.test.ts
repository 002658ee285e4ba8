import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { commandsOf, readMigrations } from './migrate.ts';

test('splits a migration at the semicolons that end its commands', () => {
  const text = `
-- A comment; on its own line.
create table a (b text default 'it''s; text');

create function f() returns int language plpgsql as $$
begin
  return 1;
end;
$$;
select ';', "a;b" -- c; d
  , $x$ ; $$ ; $x$;
select 1`;
  assert.deepEqual(commandsOf(text), [
    "create table a (b text default 'it''s; text')",
    'create function f() returns int language plpgsql as $$\nbegin\n  return 1;\nend;\n$$',
    `select ';', "a;b" -- c; d\n  , $x$ ; $$ ; $x$`,
    'select 1',
  ]);
});

test('reads the files of a folder that end in .sql, by their names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tillhouse-migrations-'));
  for (const name of ['0002_b.sql', 'README.md', '0001_a.sql'])
    await writeFile(join(folder, name), `select '${name}';`);
  const migrations = await readMigrations(pathToFileURL(`${folder}/`));
  await rm(folder, { recursive: true });
  assert.deepEqual(
    migrations.map(({ name, commands }) => [name, commands]),
    ['0001_a.sql', '0002_b.sql'].map((name) => [name, [`select '${name}'`]]),
  );
});

test('reads every migration as commands, each without a semicolon at its end', async () => {
  const migrations = await readMigrations();
  assert.ok(migrations.length > 40);
  for (const { name, commands } of migrations) {
    assert.ok(commands.length > 0, name);
    for (const command of commands)
      assert.match(
        command,
        /^(create|alter|drop|insert|update|delete|grant|revoke|comment|do|select|with|truncate|set)\b/i,
        name,
      );
  }
});
