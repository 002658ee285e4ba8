import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currencyDigits, toMinor } from '@tillhouse/core/money';
import { dayOf, hourOf, nextDay, weekdayOf } from '../../core/calendar.ts';
import { customers, goods, priceIn } from './goods-rules.ts';
import { operationsOn, type Plan, type PlannedOperation, planUntil } from './plan-rules.ts';
import { cashTendered, idOf, tenderOf } from './rules.ts';

function daysOf({ first_day, last_day }: Plan): string[] {
  const days: string[] = [];
  for (let day = first_day; day <= last_day; day = nextDay(day)) days.push(day);
  return days;
}

const berlin = planUntil('2026-03-30T13:00:00.000Z', 'Europe/Berlin');
const year = daysOf(berlin).map((day) => ({ day, acts: operationsOn(berlin, day) }));
const count = (acts: readonly PlannedOperation[], type: PlannedOperation['type']) =>
  acts.filter((act) => act.type === type).length;
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

test('plans a year up to now, with the same result on each run', () => {
  assert.deepEqual([berlin.first_day, berlin.last_day, year.length], ['2025-03-31', '2026-03-30', 365]);
  const months = new Set(year.map(({ day }) => day.slice(0, 7)));
  assert.equal(months.size, 13);
  for (const { day, acts } of [year[0], year[200], year[364]].flatMap((one) => one ?? []))
    assert.deepEqual(operationsOn({ ...berlin }, day), acts);
});

test('plans about 10 to 25 sales a day, more at weekends, in December and at the end', () => {
  const sales = year.slice(0, -1).map(({ day, acts }) => ({ day, sales: count(acts, 'sale') }));
  for (const one of sales) assert.ok(one.sales >= 9 && one.sales <= 26, JSON.stringify(one));
  const mean = (includes: (day: string) => boolean) => {
    const found = sales.filter(({ day }) => includes(day)).map((one) => one.sales);
    return sum(found) / found.length;
  };
  assert.ok(mean((day) => weekdayOf(day) === 6) > 1.3 * mean((day) => weekdayOf(day) === 1));
  assert.ok(mean((day) => day.slice(5, 7) === '12') > 1.1 * mean((day) => day.slice(5, 7) === '08'));
  assert.ok(mean((day) => day.startsWith('2026-03')) > 1.05 * mean((day) => day.startsWith('2025-04')));
});

test('plans operations in order, on their day, during opening hours and not in the future', () => {
  for (const { day, acts } of year) {
    assert.deepEqual(
      acts.map(({ at }) => at),
      acts.map(({ at }) => at).sort(),
    );
    for (const { at, type } of acts) {
      assert.equal(dayOf(at, 'Europe/Berlin'), day);
      const hour = hourOf(at, 'Europe/Berlin');
      assert.ok(hour >= 6 && hour <= 18, at);
      if (type === 'sale') assert.ok(hour >= 8 && hour < 18, at);
      assert.ok(at <= berlin.until);
    }
  }
  const today = year.at(-1)?.acts ?? [];
  const wholeDay = operationsOn({ ...berlin, until: '2026-03-30T22:00:00.000Z' }, '2026-03-30');
  assert.ok(count(today, 'sale') > 0 && count(today, 'sale') < count(wholeDay, 'sale'));
  assert.equal(operationsOn({ ...berlin, until: '2026-03-30T03:00:00.000Z' }, '2026-03-30').length, 0);
  const [first] = today;
  assert.equal(operationsOn({ ...berlin, until: first?.at ?? '' }, '2026-03-30').length, 1, 'what happens now');
});

test('covers every kind of operation in a year', () => {
  const acts = year.flatMap((one) => one.acts);
  const counted = Object.fromEntries(
    (['opening', 'customer', 'refund', 'void', 'waste', 'count'] as const).map((type) => [type, count(acts, type)]),
  );
  assert.deepEqual([counted.opening, counted.customer, counted.void, counted.count], [1, customers.length, 8, 36]);
  assert.ok((counted.refund ?? 0) > 40 && (counted.waste ?? 0) > 100, JSON.stringify(counted));
  const sales = acts.flatMap((act) => (act.type === 'sale' ? [act.sale] : []));
  assert.deepEqual([...new Set(sales.map(({ tender }) => tender))].sort(), [
    'bank_transfer',
    'card',
    'cash',
    'e_wallet',
    'voucher',
  ]);
  assert.equal(new Set(sales.flatMap(({ items }) => items.map(({ sku }) => sku))).size, goods.length);
  assert.ok(
    sales.some(({ discount_percent }) => discount_percent > 0) &&
      sales.some(({ items }) => items.some((item) => item.discount_percent > 0)),
  );
  assert.equal(new Set(sales.map(({ name, at }) => idOf('a shop', name, at))).size, sales.length);
});

test('refunds sales of the previous day, never voided ones', () => {
  const voided = new Set(
    year.flatMap(({ acts }) => acts.flatMap((act) => (act.type === 'void' ? [act.sale.name] : []))),
  );
  for (const [index, { acts }] of year.entries())
    for (const act of acts) {
      if (act.type !== 'refund') continue;
      assert.equal(act.sale.name.slice(0, 10), year[index - 1]?.day);
      assert.ok(!voided.has(act.sale.name));
    }
});

test('derives a UUIDv7 from time, shop and name', () => {
  const at = '2026-03-30T13:00:00.000Z';
  const id = idOf('a', 'x', at);
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16), Date.parse(at));
  assert.equal(idOf('a', 'x', at), id);
  assert.equal(new Set([id, idOf('b', 'x', at), idOf('a', 'y', at)]).size, 3);
});

test('limits prices to the decimals of each currency', () => {
  for (const currency of [...Intl.supportedValuesOf('currency')])
    for (const { sku, price, cost } of goods)
      for (const dollars of [price, cost]) {
        const minor = toMinor(priceIn(currency, dollars), currency);
        assert.ok(
          minor !== undefined && minor > 0n,
          `${sku} in ${currency}, which has ${currencyDigits(currency)} decimals`,
        );
      }
  assert.deepEqual([priceIn('EUR', 9.5), priceIn('IDR', 2.2), priceIn('JPY', 3.5)], [9.5, 33_000, 530]);
});

test('plans cash payments of at least the total, in whole notes', () => {
  const amounts = [1n, 9n, 250n, 730n, 1_050n, 2_001n, 4_500_000n].map(cashTendered);
  assert.deepEqual(amounts, [1n, 10n, 250n, 1_000n, 1_500n, 2_500n, 4_500_000n]);
});

test('plans a voucher only if the rest of the total is larger', () => {
  const shop = { currency: 'EUR', tax_mode: 'inclusive' } as const;
  assert.equal(tenderOf('voucher', 999n, shop).payment_method, 'card');
  assert.deepEqual(
    tenderOf('voucher', 1_200n, shop).payments?.map(({ method, amount }) => [method, amount]),
    [
      ['voucher', 500n],
      ['cash', 1_500n],
    ],
  );
  assert.equal(tenderOf('voucher', 1_200n, { ...shop, tax_mode: 'exclusive' }).payment_method, 'card');
  assert.deepEqual(tenderOf('cash', 730n, shop), { payment_method: 'cash', amount_tendered: 1_000n });
  assert.equal(tenderOf('e_wallet', 1n, { ...shop, currency: 'IDR' }).payment_method, 'qris');
});
