import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';

export interface SampleLine {
  sku: string;
  name: string;
  quantity: number;
  price_pence: number;
}

export interface Invoice {
  number: string;
  /** `HH:MM`, London. */
  time: string;
  customer: string | undefined;
  country: string;
  lines: SampleLine[];
}

/** A returned line, with its sale if the file contains it. */
export interface Return {
  number: string;
  line: SampleLine;
  original: Invoice | undefined;
}

export interface Sample {
  products: { sku: string; name: string; price_pence: number; sold: number }[];
  customers: { number: string; country: string }[];
  sales: Invoice[];
  returns: Return[];
}

interface Row {
  InvoiceNo: string;
  StockCode: string;
  Description: string;
  Quantity: string;
  InvoiceDate: string;
  UnitPrice: string;
  CustomerID: string;
  Country: string;
}

/** Reads the file as the day of a shop: products, customers, sales and returns. */
export async function readSample(): Promise<Sample> {
  const text = await readFile(new URL('data/online-retail-sample.csv', import.meta.url));
  const rows: Row[] = parse(text, { bom: true, columns: true });
  const invoices = [...Map.groupBy(rows, (row) => row.InvoiceNo)].map(([number, lines]) => invoiceOf(number, lines));
  const sales = invoices.filter(({ number }) => !number.startsWith('C'));
  const returned = invoices.filter(({ number }) => number.startsWith('C'));
  return {
    products: productsOf(sales, returned),
    customers: customersOf(invoices),
    sales,
    returns: matchReturns(sales, returned),
  };
}

function invoiceOf(number: string, rows: Row[]): Invoice {
  const [first] = rows;
  return {
    number,
    time: first?.InvoiceDate.slice(11) ?? '',
    customer: first?.CustomerID || undefined,
    country: first?.Country ?? '',
    lines: rows.map((row) => ({
      sku: row.StockCode,
      name: row.Description.trim().replace(/\s+/g, ' '),
      quantity: Number(row.Quantity),
      price_pence: pence(row.UnitPrice),
    })),
  };
}

/** Converts pounds to pence, digit by digit: the comparison must not use the service's arithmetic. */
function pence(pounds: string): number {
  const [whole = '0', fraction = ''] = pounds.split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

function productsOf(sales: Invoice[], returned: Invoice[]): Sample['products'] {
  const lines = [...sales, ...returned].flatMap((invoice) => invoice.lines);
  return [...Map.groupBy(lines, ({ sku }) => sku)].map(([sku, same]) => ({
    sku,
    name: same.find(({ name }) => name !== '')?.name ?? sku,
    price_pence: same.find(({ price_pence }) => price_pence > 0)?.price_pence ?? 0,
    sold: same.reduce((sum, { quantity }) => sum + Math.max(0, quantity), 0),
  }));
}

const customersOf = (invoices: Invoice[]): Sample['customers'] =>
  [
    ...new Map(
      invoices.flatMap(({ customer, country }) => (customer === undefined ? [] : [[customer, country] as const])),
    ),
  ].map(([number, country]) => ({ number, country }));

/** Assigns each return to an earlier sale of the same product, customer and price that has enough units left. */
function matchReturns(sales: Invoice[], returned: Invoice[]): Return[] {
  const left = new Map(sales.flatMap((sale) => sale.lines.map((line) => [line, line.quantity] as const)));
  return returned.flatMap((invoice) =>
    invoice.lines.map((line) => {
      const fits = (candidate: SampleLine) =>
        candidate.sku === line.sku &&
        candidate.price_pence === line.price_pence &&
        (left.get(candidate) ?? 0) >= -line.quantity;
      const original = sales.find(
        (sale) =>
          invoice.customer !== undefined &&
          sale.customer === invoice.customer &&
          sale.number < invoice.number.slice(1) &&
          sale.lines.some(fits),
      );
      const from = original?.lines.find(fits);
      if (from !== undefined) left.set(from, (left.get(from) ?? 0) + line.quantity);
      return { number: invoice.number, line, original };
    }),
  );
}

export interface Sums {
  total_pence: number;
  refunds_pence: number;
  transactions: number;
  items: number;
}

/** Computes the sums of the day from the file alone. */
export function sumsOf({ sales, returns }: Sample): Sums {
  const worth = (lines: SampleLine[]) =>
    lines.reduce((sum, { quantity, price_pence }) => sum + quantity * price_pence, 0);
  const refunded = returns.filter(({ original }) => original !== undefined).map(({ line }) => line);
  const sold = sales.flatMap(({ lines }) => lines);
  return {
    total_pence: worth(sold) + worth(refunded),
    refunds_pence: -worth(refunded),
    transactions: sales.length,
    items: [...sold, ...refunded].reduce((sum, { quantity }) => sum + quantity, 0),
  };
}
