import assert from 'node:assert/strict';
import { test } from 'node:test';
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
