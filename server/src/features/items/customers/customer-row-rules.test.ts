import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { AppError } from '../../../core/errors.ts';
import type { NumberStyle } from '../../../platform/files/number-style-rules.ts';
import { readCsv } from '../../../platform/files/read-csv.ts';
import {
  type CustomerChoice,
  customerMessage,
  readCustomer,
  readCustomerLayout,
  readPhone,
} from './customer-row-rules.ts';

const style = { signs: [], separator: ',' };

async function read(file: string, choice: CustomerChoice = {}) {
  const rows = [];
  for await (const row of readCsv(readFileSync(new URL(`../../../../../test/rival-files/${file}`, import.meta.url))))
    rows.push(row);
  const [heading, ...below] = rows;
  const layout = readCustomerLayout(heading?.cells ?? [], choice, style);
  const customers = below.map(({ cells }) => {
    try {
      return readCustomer(cells, layout);
    } catch (error) {
      return customerMessage(error as AppError, layout);
    }
  });
  return { source: layout.source, customers };
}

test('reads a Square file of customers', async () => {
  const { source, customers } = await read('square-customers.csv', { calling_code: '+1' });
  assert.equal(source, 'square');
  assert.deepEqual(customers, [
    {
      name: 'Ada Lovelace',
      email: 'Ada@Example.com',
      phone: '+14155550134',
      address: '12 Pine St, 94607, Oakland, CA',
    },
    { name: 'Grace Hopper', email: 'grace@example.com', phone: '+14155550178' },
    { email: 'office@harbour.example', address: '1 Quay, 94607, Oakland, CA' },
    'Email Address: must be an e-mail address',
    { phone: '+14155550199' },
  ]);
});

test('reads the files of customers of Shopify and Loyverse', async () => {
  const shopify = await read('shopify-customers.csv');
  assert.deepEqual(
    [shopify.source, shopify.customers[0]],
    [
      'shopify',
      {
        name: 'Marie Curie',
        email: 'marie@example.fr',
        phone: '+33144270000',
        address: '8 rue Cuvier, 75005, Paris, FR',
      },
    ],
  );
  const loyverse = await read('loyverse-customers.csv');
  assert.equal(loyverse.source, 'loyverse');
  assert.deepEqual(loyverse.customers[0], {
    name: 'Siti Nurhaliza',
    email: 'siti@example.id',
    phone: '+6281234567890',
    address: 'Jl. Merdeka 5, 40111, Bandung, Indonesia',
    points: 120n,
  });
  assert.equal(loyverse.customers[1], 'Phone: must be a phone number with its country code: + and 7 to 15 digits');
});

test('reads phone numbers in several forms', () => {
  assert.equal(readPhone('0812 9876 5432', '+62'), '+6281298765432');
  assert.equal(readPhone('0049 30/123456', undefined), '+4930123456');
  assert.equal(readPhone('030 123456', undefined), undefined);
  assert.equal(readPhone('+1 (415) 555-0134 x9', '+1'), undefined);
  for (const written of ['+49 (0)30 123456', '0049(0)30/123456', '+49(0)30123456'])
    assert.equal(readPhone(written, undefined), '+4930123456', written);
  assert.equal(readPhone('(030) 123456', '+49'), '+4930123456');
  assert.deepEqual(
    ['+39', '+378', '+49'].map((code) => readPhone('06 1234567', code)),
    ['+39061234567', '+378061234567', '+4961234567'],
  );
});

test('names what is wrong with a choice', () => {
  const faults = (cells: string[], choice: CustomerChoice) => {
    try {
      readCustomerLayout(cells, choice, style);
      return undefined;
    } catch (error) {
      return error instanceof AppError ? error.details[0]?.field : 'none';
    }
  };
  assert.equal(faults(['Name'], {}), undefined);
  assert.equal(faults(['Colour'], {}), 'mapping.name');
  assert.equal(faults(['Name'], { calling_code: '49' }), 'calling_code');
  assert.equal(faults(['Name'], { mapping: '{"sku":"Name"}' }), 'mapping.sku');
});

const layoutOf = (numbers: NumberStyle) =>
  readCustomerLayout(
    ['Name', 'First name', 'Last name', 'Email', 'Phone', 'Address', 'Points'],
    {
      mapping: JSON.stringify({
        name: 'Name',
        firstName: 'First name',
        lastName: 'Last name',
        email: 'Email',
        phone: 'Phone',
        address: 'Address',
        points: 'Points',
      }),
    },
    numbers,
  );
const layout = layoutOf(style);
const faultsOf = (...cells: string[]): string => {
  try {
    readCustomer(cells, layout);
    return '';
  } catch (error) {
    return customerMessage(error as AppError, layout);
  }
};

test('limits the length of each text', () => {
  const phone = (length: number) => `+49 30 123456${'7'.padStart(length - 13)}`;
  assert.equal(faultsOf('n'.repeat(200), '', '', '', phone(64), 'a'.repeat(1_000)), '');
  assert.equal(faultsOf('', 'f'.repeat(100), 'l'.repeat(99)), '');
  assert.equal(
    faultsOf('n'.repeat(201), '', '', '', phone(65), 'a'.repeat(1_001)),
    [
      'Name: must have at most 200 characters',
      'Phone: must have at most 64 characters',
      'Address: must have at most 1000 characters',
    ].join('; '),
  );
  assert.equal(
    faultsOf('', 'f'.repeat(101), 'l'.repeat(100)),
    'First name: must have at most 100 characters; Last name: must have at most 99 characters',
  );
  assert.match(faultsOf('Ina', '', '', `${'a'.repeat(250)}@b.de`), /^Email: must have at most 254 characters/);
});

test('reads texts without the spaces around them, and a cell of spaces as empty', () => {
  assert.deepEqual(readCustomer([' Ina ', '', '', ' ina@example.com ', '  ', ' Main Street ', ''], layout), {
    name: 'Ina',
    email: 'ina@example.com',
    address: 'Main Street',
  });
});

test('rejects texts that cannot be stored', () => {
  assert.equal(faultsOf('In\0a'), 'Name: must be well-formed text');
  assert.equal(faultsOf('Ina', '', '', '', '', 'Main Street \ud800'), 'Address: must be well-formed text');
});

test('reads points with and without a fraction, up to a billion', () => {
  const pointsOf = (written: string) => readCustomer(['Ina', '', '', '', '', '', written], layout).points;
  assert.deepEqual(['', '0', '120.99', ' 7 ', '1000000000'].map(pointsOf), [undefined, 0n, 120n, 7n, 1_000_000_000n]);
  assert.deepEqual(['120,50', '1.250,5', '1,250'].map(pointsOf), [120n, 1_250n, 1_250n]);
  const german = layoutOf({ signs: [], separator: ';' });
  assert.equal(readCustomer(['Ina', '', '', '', '', '', '1.250'], german).points, 1_250n);
  for (const written of ['-1', '1,5,0', '1e3', 'many', '1234567890123'])
    assert.equal(faultsOf('Ina', '', '', '', '', '', written), 'Points: must be a number, at least 0', written);
  assert.equal(faultsOf('Ina', '', '', '', '', '', '1000000001'), 'Points: must be at most 1000000000');
});
