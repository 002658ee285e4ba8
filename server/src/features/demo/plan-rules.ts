import { type Day, dayOf, daysBefore, daysBetween, instantOn, weekdayOf } from '../../core/calendar.ts';
import { addMs, type Timestamp } from '../../core/clock.ts';
import { customers, goods, undeliveredSkus } from './goods-rules.ts';
import { type Chance, createChance, type PlannedTender } from './rules.ts';

/** The period of a demo shop. The operations of a day depend only on this and the day. */
export interface Plan {
  first_day: Day;
  last_day: Day;
  timezone: string;
  /** The end of the plan. */
  until: Timestamp;
}

export interface PlannedSale {
  /** The day and the sale's number on it; identifies the sale in all plans. */
  name: string;
  at: Timestamp;
  items: { sku: string; quantity: number; discount_percent: number }[];
  discount_percent: number;
  /** Index in the list of customers. */
  customer: number | null;
  tender: PlannedTender;
}

/** An operation of the plan, with its time. */
export type PlannedOperation = { at: Timestamp } & (
  | { type: 'opening' }
  | { type: 'customer'; customer: number }
  | { type: 'delivery'; skus: readonly string[] }
  | { type: 'sale'; sale: PlannedSale }
  | { type: 'void'; sale: PlannedSale; reason: string }
  | { type: 'refund'; sale: PlannedSale; isWhole: boolean; restock: boolean; reason: string }
  | { type: 'waste'; sku: string; quantity: number; reason: string }
  | { type: 'count'; sku: string; missing: number }
);

const seed = 2_026;
const hour_s = 3_600;
const opens_at_s = 8 * hour_s;
const closes_at_s = 18 * hour_s;
/** The relative number of customers in each hour after the opening. */
const visitsByHour = [14, 15, 11, 8, 12, 11, 8, 9, 7, 4];
/** From Monday. */
const visitsByWeekday = [0.84, 0.86, 0.92, 0.96, 1.08, 1.32, 1.06];
/** From January. */
const visitsByMonth = [0.94, 0.95, 0.98, 1, 1.02, 1, 0.95, 0.92, 1, 1.03, 1.06, 1.16];
const visits_a_day = 14.5;

/** The plan that ends at this time. By default it has as many days as the API loads. */
export function planUntil(until: Timestamp, timezone: string, days = 365): Plan {
  const last_day = dayOf(until, timezone);
  return { first_day: daysBefore(last_day, days - 1), last_day, timezone, until };
}

/** From 0 for the first day. */
const indexOf = ({ first_day }: Plan, day: Day): number => daysBetween(first_day, day) - 1;

const chanceOf = (plan: Plan, day: Day, stream: number): Chance =>
  createChance(Math.imul(daysBetween('2000-01-01', plan.last_day) * 1_000 + indexOf(plan, day), 8) + stream + seed);

const monthOf = (day: Day): number => Number(day.slice(5, 7));

/** The number of visits. It grows by a fifth over the plan. */
function visitsOn(plan: Plan, day: Day, chance: Chance): number {
  const growth = 0.9 + (0.2 * indexOf(plan, day)) / daysBetween(plan.first_day, plan.last_day);
  const usual =
    visits_a_day * (visitsByWeekday[weekdayOf(day) - 1] ?? 1) * (visitsByMonth[monthOf(day) - 1] ?? 1) * growth;
  return Math.min(26, Math.max(9, Math.round(usual * (0.88 + 0.24 * chance.next()))));
}

/**
 * The index of a customer's first day. A third of the customers are known from the first day; the last one comes a
 * month before the end.
 */
function firstVisitIndex(plan: Plan, customer: number): number {
  const atOnce = customers.length / 3;
  const days = daysBetween(plan.first_day, plan.last_day);
  return customer < atOnce ? 0 : Math.round(((customer - atOnce + 1) / (customers.length - atOnce)) * days * 0.92);
}

const customersKnownOn = (plan: Plan, day: Day): number =>
  customers.filter((_, index) => firstVisitIndex(plan, index) <= indexOf(plan, day)).length;

/** All planned sales of a day, in order. On the last day, they include sales after the end of the plan. */
export function salesOn(plan: Plan, day: Day): PlannedSale[] {
  const chance = chanceOf(plan, day, 1);
  const known = customersKnownOn(plan, day);
  const seconds = Array.from({ length: visitsOn(plan, day, chance) }, () => {
    const hour = chance.oneOf([...visitsByHour.keys()], (index) => visitsByHour[index] ?? 0);
    return opens_at_s + Math.floor((hour + chance.next()) * hour_s);
  });
  return seconds
    .sort((a, b) => a - b)
    .map((second, number): PlannedSale => {
      const isLate = second > closes_at_s - hour_s;
      return {
        name: `${day} ${number}`,
        at: instantOn(day, second, plan.timezone),
        items: itemsAt(chance, { second, month: monthOf(day), isLate }),
        discount_percent: chance.is(0.05) ? 10 : 0,
        // Earlier customers visit more often.
        customer: chance.is(0.42) ? Math.floor(chance.next() ** 1.7 * known) : null,
        tender: chance.oneOf(tenders, ([, weight]) => weight)[0],
      };
    });
}

const tenders: readonly [PlannedTender, number][] = [
  ['card', 52],
  ['cash', 30],
  ['e_wallet', 13],
  ['voucher', 3],
  ['bank_transfer', 2],
];

interface Visit {
  second: number;
  month: number;
  isLate: boolean;
}

function itemsAt(chance: Chance, { second, month, isLate }: Visit): PlannedSale['items'] {
  const isMorning = second < opens_at_s + 3 * hour_s;
  const isWinter = month >= 11 || month <= 2;
  const weigh = ({ sku, category, weight }: (typeof goods)[number]): number => {
    if (sku === 'CUP-CHO' || category === 'Tea') return weight * (isWinter ? 1.6 : 0.8);
    if (category === 'Kitchen') return weight * (month === 12 ? 2.5 : 1);
    return weight * (isMorning && (category === 'Bakery' || category === 'Drinks') ? 1.5 : 1);
  };
  const products = new Set(Array.from({ length: 1 + chance.below(4) }, () => chance.oneOf(goods, weigh)));
  return [...products].map(({ sku, category }) => ({
    sku,
    quantity: 1 + Math.floor(chance.next() ** 4 * 3),
    // Bakery products are sold at a discount before closing.
    discount_percent: isLate && category === 'Bakery' ? 30 : 0,
  }));
}

/** The operations of a day, in order, up to the end of the plan. */
export function operationsOn(plan: Plan, day: Day): PlannedOperation[] {
  const sales = salesOn(plan, day);
  const operations = [
    ...morningOperations(plan, day),
    ...sales.map((sale): PlannedOperation => ({ at: sale.at, type: 'sale', sale })),
    ...otherOperations(plan, day, sales),
  ];
  return operations.filter(({ at }) => at <= plan.until).sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
}

/** For how many days before the end of the plan some products are not delivered. */
const undelivered_days = 12;

function morningOperations(plan: Plan, day: Day): PlannedOperation[] {
  const at = (minutes: number): Timestamp => instantOn(day, opens_at_s + minutes * 60, plan.timezone);
  const index = indexOf(plan, day);
  const isDeliveryDay = weekdayOf(day) === 1 || weekdayOf(day) === 4;
  const isEndOfPlan = daysBetween(day, plan.last_day) <= undelivered_days;
  const skus = goods
    .filter(
      ({ sku, stocking }) =>
        stocking === 'daily' ||
        (stocking === 'weekly' && isDeliveryDay && !(isEndOfPlan && undeliveredSkus.includes(sku))),
    )
    .map(({ sku }) => sku);
  return [
    index === 0 ? { at: at(-90), type: 'opening' } : { at: at(-40), type: 'delivery', skus },
    ...customers.flatMap((_, customer) =>
      firstVisitIndex(plan, customer) === index ? [{ at: at(-5), type: 'customer', customer } as const] : [],
    ),
  ];
}

const reasons = ['Changed their mind', 'Wrong item', 'Arrived cold', 'Package was damaged'] as const;
/** Gives about one void in six weeks. */
const void_every_days = 45;

function otherOperations(plan: Plan, day: Day, sales: readonly PlannedSale[]): PlannedOperation[] {
  const chance = chanceOf(plan, day, 2);
  const index = indexOf(plan, day);
  const atHour = (hour: number): Timestamp => instantOn(day, Math.floor(hour * hour_s), plan.timezone);
  const operations: PlannedOperation[] = [];
  // The last sale of a day may be voided, and is never refunded.
  const yesterday = index === 0 ? [] : salesOn(plan, daysBefore(day, 1)).slice(0, -1);
  if (yesterday.length > 0 && chance.is(0.22)) {
    const sale = chance.oneOf(yesterday);
    const reason = chance.oneOf(reasons);
    const restock = reason === 'Changed their mind' || reason === 'Wrong item';
    operations.push({
      at: atHour(9 + chance.next() * 8),
      type: 'refund',
      sale,
      isWhole: chance.is(0.35),
      restock,
      reason,
    });
  }
  const last = sales.at(-1);
  if (last !== undefined && index % void_every_days === 20) {
    const at = addMs(last.at, 150_000);
    operations.push({ at, type: 'void', sale: last, reason: 'Rung up twice' });
  }
  const bakery = goods.filter(({ stocking }) => stocking === 'daily');
  if (chance.is(0.45)) {
    const { sku } = chance.oneOf(bakery);
    operations.push({
      at: atHour(18.2),
      type: 'waste',
      sku,
      quantity: 1 + chance.below(2),
      reason: 'Unsold at closing time',
    });
  }
  if (chance.is(0.02))
    operations.push({ at: atHour(14.5), type: 'waste', sku: 'MUG-WHT', quantity: 1, reason: 'Broken' });
  if (day.endsWith('-01')) operations.push(...countOperations(chance, atHour(18.6)));
  return operations;
}

/** Some products are counted once a month. */
function countOperations(chance: Chance, at: Timestamp): PlannedOperation[] {
  const counted = goods.filter(({ stocking }) => stocking === 'weekly');
  const first = chance.below(counted.length - 3);
  return counted.slice(first, first + 3).map(({ sku }) => ({ at, type: 'count', sku, missing: chance.below(3) }));
}
