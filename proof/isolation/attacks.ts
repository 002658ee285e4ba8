import { newId } from '../../server/src/core/ids.ts';
import { formOf } from '../../test/form.ts';
import type { Operation } from '../fuzz/operations.ts';
import type { Random } from '../random.ts';
import { eachForm, hostileAddresses, largestAddress, ordinaryAddress } from './addresses.ts';
import { fileBytesAtMost, type HostileFile, hostileFilesFor, rightCsv } from './hostile-uploads.ts';
import type { HttpRequest } from './http-client.ts';
import { hostileBodies, largestRight, ordinary } from './json-bodies.ts';
import { idsOf, type Merchant } from './merchants.ts';

/** One kind of request that the attacker's users send to a route. */
export interface Attack {
  operation: Operation;
  route: string;
  kind: string;
  /** Sizes to try, smallest first, if the size can be chosen. */
  sizes?: readonly number[];
  /** The array with too many elements. The response must not name them one by one. */
  overlong?: string;
  /** All users send the same request. */
  isShared: boolean;
  /** Creates a request; `at` numbers the requests that must differ. */
  request(at: number, size?: number): Promise<HttpRequest>;
}

interface DrawOptions {
  merchant: Merchant;
  random: Random;
  rows: number;
  isShort: boolean;
}

const json = { 'content-type': 'application/json' };
const smallFile_bytes = 256 * 1024;
/** Groups of attacks per route in the short form; each run draws different ones. */
const groupsInShortForm = 2;

const routeOf = ({ method, path }: Operation) => `${method} ${path.replace('/api/v1', '')}`;

const takesBody = ({ method }: Operation) => method !== 'GET' && method !== 'HEAD';

/**
 * Bodies that cannot be drawn from the schema. Those of passwords and sessions are wrong on purpose:
 * after a correct one the attacker could not sign in any more.
 */
const bodies: Record<string, (merchant: Merchant, at: number, isLargest: boolean) => object> = {
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

/** The body of a correct request. */
function rightBody(
  operation: Operation,
  { merchant, random }: DrawOptions,
  at: number,
  isLargest: boolean,
): string | undefined {
  const { body } = operation;
  if (body?.media !== 'json') return undefined;
  const createBody = bodies[operation.id];
  if (createBody !== undefined) return JSON.stringify(createBody(merchant, at, isLargest));
  return (isLargest ? largestRight : ordinary)(body.schema, idsOf(merchant), random);
}

async function uploadOf(file: HostileFile, size: number): Promise<Pick<HttpRequest, 'headers' | 'payload'>> {
  const { headers, payload } = await formOf(file.make(size), {
    name: /XLSX|zip|bomb/.test(file.kind) ? 'a.xlsx' : 'a.csv',
  });
  return { headers, payload };
}

/** All hostile requests of an operation, and the largest correct one. */
export function attacksOn(operation: Operation, options: DrawOptions): Attack[] {
  const { merchant, random, isShort, rows } = options;
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
  const jsonBodies = takesBody(operation)
    ? hostileBodies(body?.media === 'json' ? body.schema : undefined, random)
    : [];
  const hostile = jsonBodies.map(({ kind, overlong, text }) => ({
    ...common,
    kind,
    ...(overlong === undefined ? {} : { overlong }),
    request: async () => ({ method, path: right.path, headers: json, payload: Buffer.from(text()) }),
  }));
  const forms = eachForm(operation, right);
  const largest = (forms.length === 0 ? [right] : forms).map(({ kind, path }) => ({
    ...common,
    kind,
    isShared: false,
    request: async (at: number) => {
      const text = rightBody(operation, options, at, true);
      return {
        method,
        path,
        ...(text === undefined ? { headers: {} } : { headers: json, payload: Buffer.from(text) }),
      };
    },
  }));
  const all = [...addresses, ...hostile, ...uploads, ...(body?.media === 'form' ? [] : largest)];
  return isShort ? someOf(all, random) : all;
}

/** For the short form: one attack of each of two groups, and each file in its smaller size. */
function someOf(attacks: readonly Attack[], random: Random): Attack[] {
  const groups = [/query|repeated/, /^largest wrong/, /^overlong/, /^deep|^wide( field)?$/, /^largest right/];
  const isFile = ({ kind }: Attack) => !groups.some((group) => group.test(kind));
  const files = attacks.filter(isFile).map(({ sizes, request, ...rest }): Attack => {
    const size = sizes?.[0];
    return { ...rest, request: (at) => request(at, size) };
  });
  const drawn = groups.map((group) => attacks.filter(({ kind }) => group.test(kind))).filter((some) => some.length > 0);
  while (drawn.length > groupsInShortForm) drawn.splice(random.below(drawn.length), 1);
  return [...drawn.map((some) => random.oneOf(some)), ...files];
}

/** Ordinary requests for a flood. */
export function floodOf(operation: Operation, options: DrawOptions): Attack {
  const { merchant, random } = options;
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
      const text = rightBody(operation, options, at, false);
      return {
        method,
        path: path(),
        ...(text === undefined ? { headers: {} } : { headers: json, payload: Buffer.from(text) }),
      };
    },
  };
}
