import { newId } from '../../server/src/core/ids.ts';
import { formOf } from '../../test/form.ts';
import type { Operation } from '../fuzz/operations.ts';
import type { Random } from '../random.ts';
import { hostileAddresses, largestAddress, ordinaryAddress } from './addresses.ts';
import { fileBytesAtMost, type HostileFile, hostileFilesFor, rightCsv } from './hostile-uploads.ts';
import type { HttpRequest } from './http-client.ts';
import { hostileBodies, largestRight, ordinary } from './json-bodies.ts';
import { idsOf, type Merchant } from './merchants.ts';

/** What one route is sent by one merchant's users. */
export interface Attack {
  operation: Operation;
  route: string;
  kind: string;
  /** Where it can be made in several sizes: these, smallest first. */
  sizes?: readonly number[];
  /** The array that has too many elements: nothing may be said of them. */
  overlong?: string;
  /** Every user sends the same. */
  isShared: boolean;
  /** Makes a request; `at` numbers those that differ. */
  request(at: number, size?: number): Promise<HttpRequest>;
}

interface Drawing {
  merchant: Merchant;
  random: Random;
  rows: number;
  isShort: boolean;
}

const json = { 'content-type': 'application/json' };
const smallFile_bytes = 256 * 1024;
/** Of a route, in a run of the tests; other runs draw others. */
const sortsOfShortForm = 2;

const routeOf = ({ method, path }: Operation) => `${method} ${path.replace('/api/v1', '')}`;

const takesBody = ({ method }: Operation) => method !== 'GET' && method !== 'HEAD';

/** Of a colleague's session, password, and rights nothing is taken away in earnest: the next request would not get in. */
const recipes: Record<string, (merchant: Merchant, at: number, isLargest: boolean) => object> = {
  changePassword: () => ({ current_password: 'not my password', new_password: 'another long password' }),
  login: ({ users }) => ({ email: users[0]?.email, password: 'not my password' }),
  loginInBrowser: ({ users }) => ({ email: users[0]?.email, password: 'not my password' }),
  deleteRecords: (_, __, isLargest) => ({ ids: Array.from({ length: isLargest ? 1_000 : 1 }, newId) }),
  updateMerchant: () => ({ name: 'Renamed' }),
  patchMerchant: () => ({ name: 'Renamed' }),
  createTransaction: ({ products }, at, isLargest) => ({
    items: Array.from({ length: isLargest ? 1_000 : 1 }, (_, line) => ({
      product_id: products[(line + at) % products.length],
      quantity: 1,
    })),
    payment_method: 'cash',
  }),
  refundTransaction: ({ products }) => ({ items: [{ product_id: products[0], quantity: 1 }] }),
  exportReport: (_, at) => ({
    report_type: 'inventory',
    format: at % 2 === 0 ? 'xlsx' : 'csv',
    start_date: '2026-01-01',
    end_date: '2026-12-31',
  }),
};

/** The body of a request that is meant to be accepted. */
function rightBody(
  operation: Operation,
  { merchant, random }: Drawing,
  at: number,
  isLargest: boolean,
): string | undefined {
  const { body } = operation;
  if (body?.media !== 'json') return undefined;
  const recipe = recipes[operation.id];
  if (recipe !== undefined) return JSON.stringify(recipe(merchant, at, isLargest));
  return (isLargest ? largestRight : ordinary)(body.schema, idsOf(merchant), random);
}

async function uploadOf(file: HostileFile, size: number): Promise<Pick<HttpRequest, 'headers' | 'payload'>> {
  const { headers, payload } = await formOf(file.make(size), {
    name: /XLSX|zip|bomb/.test(file.kind) ? 'a.xlsx' : 'a.csv',
  });
  return { headers, payload };
}

/** Every hostile request of an operation, and the largest right one. */
export function attacksOn(operation: Operation, drawing: Drawing): Attack[] {
  const { merchant, random, isShort, rows } = drawing;
  const { method, body } = operation;
  const ids = idsOf(merchant);
  const route = routeOf(operation);
  const right = largestAddress(operation, ids, random);
  const common = { operation, route, isShared: true };
  const addresses = hostileAddresses(operation, ids, random).map(({ kind, path }) => ({
    ...common,
    kind,
    request: async () => ({ method, path, headers: {} }),
  }));
  const files = body?.media !== 'form' ? [] : hostileFilesFor(operation.id, random, { rows, isShort });
  const uploads = files.map((file) => ({
    ...common,
    kind: file.kind,
    ...(file.largest === undefined ? {} : { sizes: [smallFile_bytes, file.largest] }),
    request: async (_: number, size = fileBytesAtMost) => ({
      method,
      path: right.path,
      ...(await uploadOf(file, size)),
    }),
  }));
  const bodies = takesBody(operation) ? hostileBodies(body?.media === 'json' ? body.schema : undefined, random) : [];
  const hostile = bodies.map(({ kind, overlong, text }) => ({
    ...common,
    kind,
    ...(overlong === undefined ? {} : { overlong }),
    request: async () => ({ method, path: right.path, headers: json, payload: Buffer.from(text()) }),
  }));
  const largest = {
    ...common,
    kind: right.kind,
    isShared: false,
    request: async (at: number) => {
      const text = rightBody(operation, drawing, at, true);
      return {
        method,
        path: right.path,
        ...(text === undefined ? { headers: {} } : { headers: json, payload: Buffer.from(text) }),
      };
    },
  };
  const all = [...addresses, ...hostile, ...uploads, ...(body?.media === 'form' ? [] : [largest])];
  return isShort ? someOf(all, random) : all;
}

/** One attack of each of two sorts, for a short form; and of files the smaller size. */
function someOf(attacks: readonly Attack[], random: Random): Attack[] {
  const sorts = [/query|repeated/, /^largest wrong/, /^overlong/, /^deep|^wide( field)?$/, /^largest right/];
  const isFile = ({ kind }: Attack) => !sorts.some((sort) => sort.test(kind));
  const files = attacks.filter(isFile).map(({ sizes, request, ...rest }): Attack => {
    const size = sizes?.[0];
    return { ...rest, request: (at) => request(at, size) };
  });
  const drawn = sorts.map((sort) => attacks.filter(({ kind }) => sort.test(kind))).filter((some) => some.length > 0);
  while (drawn.length > sortsOfShortForm) drawn.splice(random.below(drawn.length), 1);
  return [...drawn.map((some) => random.oneOf(some)), ...files];
}

/** One ordinary request after another, as a flood is made of. */
export function floodOf(operation: Operation, drawing: Drawing): Attack {
  const { merchant, random } = drawing;
  const { method, body } = operation;
  const path = () => ordinaryAddress(operation, idsOf(merchant), random);
  return {
    operation,
    route: routeOf(operation),
    kind: 'flood',
    isShared: false,
    async request(at) {
      if (body?.media === 'form') {
        const image: HostileFile = {
          kind: 'PNG',
          make: () => Buffer.from('\x89PNG\r\n\x1a\n and what follows', 'latin1'),
        };
        const file = operation.id === 'addProductImage' ? image : rightCsv(20, `flood-${at}-`);
        return { method, path: path(), ...(await uploadOf(file, 0)) };
      }
      const text = rightBody(operation, drawing, at, false);
      return {
        method,
        path: path(),
        ...(text === undefined ? { headers: {} } : { headers: json, payload: Buffer.from(text) }),
      };
    },
  };
}
