import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createI18n } from './create-i18n.ts';
import type { Texts } from './en-audit.ts';
import { chooseLanguage, type LanguageName, languages } from './texts.ts';

const i18nIn = async (language: LanguageName) =>
  createI18n(language, await languages[language].texts(), () => undefined);
/** Some formats contain spaces that do not break. */
const plain = (text: string) => text.replace(/\s/g, ' ');

test('formats numbers, percentages and amounts as the language does', async () => {
  const [english, indonesian] = await Promise.all([i18nIn('en'), i18nIn('id')]);
  assert.deepEqual([english.number(1_234.5), indonesian.number(1_234.5)], ['1,234.5', '1.234,5']);
  assert.deepEqual([4.25, 0, -100, 0.04].map(english.percent), ['+4.3%', '0%', '-100%', '0%']);
  assert.deepEqual([english.money(12.5, 'USD'), plain(indonesian.money(12_500, 'IDR'))], ['$12.50', 'Rp 12.500']);
  const german = await i18nIn('de');
  assert.equal(german.number(1_234.5), '1.234,5');
  assert.deepEqual([4.25, 0, -100].map(german.percent).map(plain), ['+4,3 %', '0 %', '-100 %']);
  assert.deepEqual([german.money(12.5, 'EUR'), german.money(1_250, 'EUR')].map(plain), ['12,50 €', '1.250,00 €']);
});

test('chooses the first preferred language that has texts, or English', () => {
  assert.deepEqual([['fr-FR', 'ID-id', 'en'], ['de-AT', 'en'], ['en-GB', 'id'], ['fr'], []].map(chooseLanguage), [
    'id',
    'de',
    'en',
    'en',
    'en',
  ]);
});

test('chooses the plural form of the language', async () => {
  const [english, indonesian] = await Promise.all([i18nIn('en'), i18nIn('id')]);
  assert.equal(english.counted('till.waiting', 1), '1 more sale waiting');
  assert.equal(english.counted('till.waiting', 1_234), '1,234 more sales waiting');
  assert.equal(indonesian.counted('till.waiting', 1_234), '1.234 penjualan menunggu');
  const german = await i18nIn('de');
  assert.equal(german.counted('till.waiting', 1), '1 weiterer Verkauf wartet');
  assert.equal(german.counted('till.waiting', 1_234), '1.234 weitere Verkäufe warten');
  // A text without the form of the count.
  const { counted } = createI18n('en', { 'till.waiting_other': '{count} waiting' } as Texts, () => undefined);
  assert.equal(counted('till.waiting', 1), '1 waiting');
});

test('formats days and times, in the time zone', async () => {
  const { day, date, month, weekday, dateTime, language } = await i18nIn('en');
  assert.equal(language, 'en');
  assert.equal(plain(day('2026-03-02')), 'Mar 2');
  assert.equal(day('2026-03-02T09:00'), '09:00');
  assert.deepEqual([date('2026-03-02'), month('2026-03-02')].map(plain), ['Mar 2, 2026', 'Mar 2026']);
  assert.deepEqual([weekday('2026-03-02'), (await i18nIn('id')).weekday('2026-03-02')], ['Monday', 'Senin']);
  const at = '2026-03-01T20:30:00Z';
  assert.equal(plain(dateTime(at, 'Asia/Jakarta')), 'Mar 2, 2026, 3:30 AM');
  assert.equal(plain(dateTime(at, 'UTC')), 'Mar 1, 2026, 8:30 PM');
  assert.equal(plain(dateTime(at, 'Asia/Jakarta')), 'Mar 2, 2026, 3:30 AM');
});

test('formats days and times in German', async () => {
  const { day, date, month, dateTime } = await i18nIn('de');
  assert.deepEqual([day('2026-03-02'), day('2026-11-27'), day('2026-03-02T09:00')].map(plain), [
    '2. März',
    '27. Nov.',
    '09:00',
  ]);
  assert.deepEqual([date('2026-03-02'), month('2026-11-01')].map(plain), ['02.03.2026', 'Nov. 2026']);
  assert.equal(plain(dateTime('2026-03-01T20:30:00Z', 'Europe/Berlin')), '01.03.2026, 21:30');
});

test('shows the date of a time more than half a day ago', async ({ mock }) => {
  const { time } = await i18nIn('en');
  const now = Date.parse('2026-03-02T15:00:00Z');
  mock.timers.enable({ apis: ['Date'], now });
  const half_day_ms = 12 * 3_600_000;
  assert.equal(plain(time(now, 'UTC')), '3:00 PM');
  assert.equal(plain(time(now - half_day_ms, 'UTC')), '3:00 AM');
  assert.equal(plain(time(now - half_day_ms - 1, 'UTC')), '3/2/26, 2:59 AM');
  assert.equal(plain(time(now - half_day_ms, 'Asia/Jakarta')), '10:00 AM');
});

test('a day is the same on a device of any time zone', async () => {
  const before = process.env.TZ;
  try {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Honolulu']) {
      process.env.TZ = zone;
      assert.equal((await i18nIn('en')).day('2026-03-02'), 'Mar 2', zone);
    }
  } finally {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  }
});

test('leaves out the year of a time in a list, if it is this year in the time zone', async () => {
  const [english, indonesian] = await Promise.all([i18nIn('en'), i18nIn('id')]);
  const year = new Date().getUTCFullYear();
  assert.equal(plain(english.moment(`${year}-06-05T15:58:00Z`, 'UTC')), 'Jun 5, 3:58 PM');
  assert.equal(plain(indonesian.moment(`${year}-06-05T15:58:00Z`, 'UTC')), '5 Jun, 15.58');
  assert.equal(plain(english.moment('2019-06-05T15:58:00Z', 'UTC')), 'Jun 5, 2019, 3:58 PM');
  const { moment } = english;
  assert.equal(plain(moment(`${year + 1}-01-01T02:00:00Z`, 'America/New_York')), 'Dec 31, 9:00 PM');
});
