import { currencyDigits, type Minor, toMinor } from '@tillhouse/core/money';

/**
 * Notes and coins that shops may take, in major units, largest first. As their central banks publish them: Federal
 * Reserve, ECB, Bank of England, Swiss National Bank, Riksbank, Norges Bank, Danmarks Nationalbank, NBP, ČNB, Bank of
 * Japan, Bank Indonesia, RBI, RBA and Royal Australian Mint, Bank of Canada, MAS, Bank Negara Malaysia, Bank of
 * Thailand, BSP, State Bank of Vietnam, Banco Central do Brasil, Banco de México, SARB, TCMB, CBUAE, SAMA, Banque
 * Centrale de Tunisie, Central Bank of Kuwait. Notes that are withdrawn but still legal tender are included.
 */
const circulating: Readonly<Record<string, string>> = {
  USD: '100 50 20 10 5 2 1 0.5 0.25 0.1 0.05 0.01',
  EUR: '500 200 100 50 20 10 5 2 1 0.5 0.2 0.1 0.05 0.02 0.01',
  GBP: '50 20 10 5 2 1 0.5 0.2 0.1 0.05 0.02 0.01',
  CHF: '1000 200 100 50 20 10 5 2 1 0.5 0.2 0.1 0.05',
  SEK: '1000 500 200 100 50 20 10 5 2 1',
  NOK: '1000 500 200 100 50 20 10 5 1',
  // The note of 1000 is invalid since June 2025.
  DKK: '500 200 100 50 20 10 5 2 1 0.5',
  PLN: '500 200 100 50 20 10 5 2 1 0.5 0.2 0.1 0.05 0.02 0.01',
  CZK: '5000 2000 1000 500 200 100 50 20 10 5 2 1',
  JPY: '10000 5000 2000 1000 500 100 50 10 5 1',
  IDR: '100000 50000 20000 10000 5000 2000 1000 500 200 100',
  INR: '2000 500 200 100 50 20 10 5 2 1 0.5',
  AUD: '100 50 20 10 5 2 1 0.5 0.2 0.1 0.05',
  CAD: '100 50 20 10 5 2 1 0.25 0.1 0.05',
  SGD: '1000 100 50 10 5 2 1 0.5 0.2 0.1 0.05',
  MYR: '100 50 20 10 5 1 0.5 0.2 0.1 0.05',
  THB: '1000 500 100 50 20 10 5 2 1 0.5 0.25',
  PHP: '1000 500 200 100 50 20 10 5 1 0.25 0.05 0.01',
  VND: '500000 200000 100000 50000 20000 10000 5000 2000 1000 500 200',
  BRL: '200 100 50 20 10 5 2 1 0.5 0.25 0.1 0.05 0.01',
  MXN: '1000 500 200 100 50 20 10 5 2 1 0.5 0.2 0.1 0.05',
  ZAR: '200 100 50 20 10 5 2 1 0.5 0.2 0.1',
  TRY: '200 100 50 20 10 5 1 0.5 0.25 0.1 0.05 0.01',
  AED: '1000 500 200 100 50 20 10 5 1 0.5 0.25',
  SAR: '500 200 100 50 20 10 5 2 1 0.5 0.25 0.1 0.05 0.01',
  TND: '50 20 10 5 2 1 0.5 0.2 0.1 0.05 0.02 0.01 0.005',
  KWD: '20 10 5 1 0.5 0.25 0.1 0.05 0.02 0.01 0.005',
};

/** For other currencies: five decades of 1, 2 and 5, from the smallest unit up. */
const decades = 5n;

function usualSeries(): Minor[] {
  const values: Minor[] = [10n ** decades];
  for (let exponent = decades - 1n; exponent >= 0n; exponent -= 1n)
    for (const step of [5n, 2n, 1n]) values.push(step * 10n ** exponent);
  return values;
}

/** The values of the notes and coins of a currency, in minor units, largest first. */
export function denominationsOf(currency: string): Minor[] {
  const known = circulating[currency];
  if (known === undefined) return usualSeries();
  return known.split(' ').map((value) => {
    const minor = toMinor(Number(value), currency);
    if (minor === undefined) throw new Error(`${value} ${currency} has more than ${currencyDigits(currency)} decimals`);
    return minor;
  });
}

/** Numbers of pieces by their value in minor units. A missing value was not typed. */
export type Pieces = Readonly<Record<string, number>>;

/** What the pieces add up to, in minor units. `undefined` if no number was typed. */
export function sumOfPieces(pieces: Pieces): Minor | undefined {
  const rows = Object.entries(pieces);
  if (rows.length === 0) return undefined;
  return rows.reduce((sum, [value, count]) => sum + BigInt(value) * BigInt(count), 0n);
}
