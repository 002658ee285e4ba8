import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../../core/errors.ts';
import { commonPasswords, refuseGuessable } from './refuse-guessable.ts';

const person = { email: 'olivia.owner@example.com', name: 'Olivia Owner', merchant_name: 'Harbour Tea' };

const errorOf = (password: string, extra: object = {}): string | undefined => {
  try {
    refuseGuessable({ common_passwords: false }, 'new_password', { ...person, ...extra, password });
    return undefined;
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.equal(error.details[0]?.field, 'new_password');
    return error.details[0]?.message;
  }
};

test('the list has more than ten thousand case-folded passwords of an allowed length', () => {
  const all = [...commonPasswords()];
  assert.ok(all.length > 10_000, `${all.length}`);
  assert.deepEqual(
    all.filter((one) => one.length < 8 || one.length > 128 || one !== one.toLowerCase().trim()),
    [],
  );
});

for (const password of ['password', 'Password1', '12345678', 'QWERTYUIOP', ' iloveyou ', 'trustno1'])
  test(`“${password}” is rejected as a common password`, () =>
    assert.match(String(errorOf(password)), /many people have/));

for (const password of [
  'olivia.owner@example.com',
  'Olivia.Owner1!',
  'OLIVIA OWNER',
  '2026harbour tea!',
  'tillhouse',
  'Tillhouse2026',
])
  test(`“${password}” is rejected as easy to guess from the account`, () =>
    assert.match(String(errorOf(password)), /easy to guess/));

test('knows a name that was typed with blanks around it', () => {
  assert.match(String(errorOf('Olivia Owner', { name: ' Olivia Owner ' })), /easy to guess/);
  assert.match(String(errorOf('harbour tea', { merchant_name: 'Harbour Tea\t' })), /easy to guess/);
  assert.match(String(errorOf(' '.repeat(10), { name: '' })), /easy to guess/, 'a password of blanks alone');
});

test('accepts long passwords of any kind, also a phrase that contains the name', () => {
  for (const password of [
    'correct horse battery',
    'all lower case words',
    '7391 5527 8841',
    'tea at the harbour in the rain',
    'Ünïcödé π',
  ])
    assert.equal(errorOf(password), undefined, password);
});

test('ignores a short name, because too many words contain it', () => {
  assert.equal(errorOf('ann-1974-08', { email: 'ann@example.com', name: 'Ann' }), undefined);
});

test('a word of four letters counts with what surrounds it, one of three does not', () => {
  const errorFor = (name: string, password: string) => errorOf(password, { email: 'x@example.com', name });
  assert.match(String(errorFor('Anna', '1974-anna-08')), /easy to guess/);
  assert.equal(errorFor('Ann', '1974-ann-08'), undefined);
});

test('the case of the e-mail address does not matter', () =>
  assert.match(String(errorOf('olivia.owner1!', { email: 'Olivia.OWNER@example.com' })), /easy to guess/));
