import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { isCommonIn, passwordsIn } from './password-rules.ts';

test('recognizes a common password in any case, with any space around it', () => {
  const list = passwordsIn('# Common passwords\npassword1\n\nqwertyui\n');
  const typed = ['password1', ' PassWord1 ', 'qwertyui', '', '# Common passwords', 'password', 'qwertyui1'];
  assert.deepEqual(
    typed.map((password) => isCommonIn(list, password)),
    [true, true, true, false, false, false, false],
  );
});

test('the list of the service has no comment and no empty line as a password', async () => {
  const list = passwordsIn(
    await readFile(new URL('../../../../core/src/common-passwords.txt', import.meta.url), 'utf8'),
  );
  assert.ok(list.has('password1') && !list.has('') && ![...list].some((password) => password.startsWith('#')));
});
