import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Language } from '../../core/language.ts';
import type { Message } from './message-rules.ts';
import { attempts_at_most, compose, retryAfter } from './text-rules.ts';

const moment = { at: '2026-03-01T23:30:00.000Z', timezone: 'Asia/Jakarta' };
const link = 'https://shop.example/x#token=a&b';
/** The others are written in their language already. */
type Kind = Exclude<Message['kind'], 'weekly-report'>;
const messages: Record<Kind, Message> = {
  invitation: { kind: 'invitation', merchant_name: 'Tea & Co', inviter: 'Ann', link },
  receipt: { kind: 'receipt', merchant_name: 'Tea & Co', code: 'R-1', printed: ['1 Tea   3.00', 'TOTAL   3.00'] },
  'password-reset': { kind: 'password-reset', link },
  'email-changed': { kind: 'email-changed', email: 'new@shop.example' },
  'password-changed': { kind: 'password-changed', how: 'reset', passkeys: 0, api_keys: [], keys_page: link },
  'api-key': { kind: 'api-key', name: 'Web shop', merchant_name: 'Tea & Co', keys_page: link, ...moment },
  'new-device': { kind: 'new-device', device: 'Firefox', network: '203.0.113.0', ...moment },
  'reset-link': { kind: 'reset-link', merchant_name: 'Tea & Co', owner: 'Ann', ...moment },
};
/** The subject, the number of paragraphs, and what the text must contain. */
const expected: Record<Kind, [en: string, id: string, de: string, paragraphs: number, ...contains: string[]]> = {
  invitation: ['Invitation to Tea & Co', 'Undangan ke Tea & Co', 'Einladung zu Tea & Co', 4, 'Ann', 'Tea & Co', link],
  receipt: [
    'Your receipt R-1 from Tea & Co',
    'Struk R-1 dari Tea & Co',
    'Ihr Beleg R-1 von Tea & Co',
    2,
    '1 Tea   3.00\nTOTAL   3.00',
  ],
  'password-reset': ['Choose a new password', 'Pilih kata sandi baru', 'Neues Passwort wählen', 4, '30 ', link],
  'email-changed': [
    'The e-mail address of your account was changed',
    'Alamat email akun Anda diubah',
    'Die E-Mail-Adresse Ihres Kontos wurde geändert',
    3,
    'new@shop.example',
  ],
  'password-changed': ['Your password was changed', 'Kata sandi Anda diubah', 'Ihr Passwort wurde geändert', 3],
  'api-key': [
    'An API key was made with your account',
    'Kunci API dibuat dengan akun Anda',
    'Mit Ihrem Konto wurde ein API-Schlüssel erstellt',
    4,
    'Web shop',
    'Tea & Co',
    '2026',
    link,
  ],
  'new-device': [
    'Sign-in from a new device',
    'Masuk dari perangkat baru',
    'Anmeldung auf einem neuen Gerät',
    3,
    'Firefox',
    '203.0.113.0',
    '2026',
  ],
  'reset-link': [
    'A link to a new password was made for your account',
    'Tautan kata sandi baru dibuat untuk akun Anda',
    'Für Ihr Konto wurde ein Link für ein neues Passwort erstellt',
    3,
    'Ann',
    'Tea & Co',
    '30 ',
    '2026',
  ],
};

for (const [kind, message] of Object.entries(messages))
  test(`a mail about ${kind} says the same in each language`, () => {
    const [en, id, de, paragraphs, ...contains] = expected[kind as Kind];
    for (const [language, subject] of [
      ['en', en],
      ['id', id],
      ['de', de],
    ] as const) {
      const mail = compose(message, language);
      assert.equal(mail.subject, subject);
      assert.equal(mail.text.trimEnd().split('\n\n').length, paragraphs, mail.text);
      assert.equal([...mail.html.matchAll(/<(p|pre)>/g)].length, paragraphs, mail.html);
      for (const part of contains) assert.ok(mail.text.includes(part), `${part} in ${mail.text}`);
      assert.ok(mail.text.endsWith('\n\nTillhouse\n'));
      assert.ok(mail.html.startsWith(`<!doctype html><html lang="${language}">`));
      assert.equal(mail.html.includes('<a href="https://shop.example/x#token=a&amp;b">'), contains.includes(link));
      assert.doesNotMatch(mail.html, /Tea & Co/);
    }
  });

test('a mail about a reset password names passkeys that were removed with it', () => {
  for (const language of ['en', 'id', 'de'] as const)
    assert.match(compose({ ...messages['password-changed'], passkeys: 1 } as Message, language).text, /passkey/i);
});

test('a mail about a new password names the API keys that still work, at most twenty, and their page', () => {
  const key = { merchant_name: 'Tea & Co', created_at: moment.at, timezone: moment.timezone };
  const api_keys = Array.from({ length: 21 }, (_, at) => ({ ...key, name: `Key ${at + 1}` }));
  for (const language of ['en', 'id', 'de'] as const)
    for (const how of ['reset', 'changed'] as const) {
      const changed = { kind: 'password-changed', how, passkeys: 0, api_keys, keys_page: link } as const;
      const { text } = compose(changed, language);
      assert.match(text, /\n\nKey 1 \(Tea & Co\), [^\n]*2026/);
      assert.ok(text.includes('Key 20 ') && !text.includes('Key 21 '), text);
      assert.ok(text.endsWith(`\n\n…\n\n${link}\n\nTillhouse\n`), text);
      assert.ok(!compose({ ...changed, api_keys: [] }, language).text.includes('API'));
    }
});

test('shows the time on the clock of the merchant, and names an unknown device', () => {
  const mail = (language: Language) =>
    compose({ kind: 'new-device', device: null, network: '::', ...moment }, language).text;
  assert.match(mail('en'), /from a new device: an unknown program, network ::, March 2, 2026 at 06:30 AM GMT\+7\./);
  assert.match(mail('id'), /program tidak dikenal, jaringan ::, 2 Maret 2026 pukul 06\.30 WIB/);
  assert.match(mail('de'), /ein unbekanntes Programm, Netzwerk ::, 2\. März 2026 um 06:30 GMT\+7\./);
});

test('writes text of others on one line, and escapes it', () => {
  const evil = { kind: 'invitation', merchant_name: ' A\r\nBcc: x\u2028<b>\n', inviter: `"'&`, link: '"' } as const;
  const { subject, text, html } = compose(evil, 'en');
  assert.equal(subject, 'Invitation to  A Bcc: x <b>');
  assert.equal(text.split('\n').length, 8);
  assert.ok(html.includes('&quot;&#39;&amp; invites') && html.includes('&lt;b&gt;') && html.includes('href="&quot;"'));
});

test('the delay doubles from 15 seconds to an hour', () => {
  const delays_s = [1, 2, 3, 8, 9, 10, 30, 3_000].map((attempts) => retryAfter(attempts) / 1_000);
  assert.deepEqual(delays_s, [15, 30, 60, 1_920, 3_600, 3_600, 3_600, 3_600]);
  assert.equal(attempts_at_most, 30);
});

test('a mail with named links has them as text and as HTML', () => {
  const links = [{ label: 'Tea & Co', address: 'https://shop.example/reports?from=1&to=2' }];
  const mail = compose(
    { kind: 'weekly-report', subject: 'Week\r\nBcc: x', lines: ['One'], printed: ['a', 'b'], links },
    'de',
  );
  assert.equal(mail.subject, 'Week Bcc: x');
  assert.equal(mail.text, 'One\n\na\nb\n\nTea & Co: https://shop.example/reports?from=1&to=2\n\nTillhouse\n');
  assert.ok(mail.html.includes('<a href="https://shop.example/reports?from=1&amp;to=2">Tea &amp; Co</a>'));
});
