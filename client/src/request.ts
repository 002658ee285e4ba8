import type { AnyCall, Endpoint } from './calls.ts';

export interface RequestOptions {
  baseUrl: string;
  merchantId?: string | undefined;
}

export interface Request {
  url: string;
  method: string;
  /** The same for every try, including the key by which the service recognises it. */
  headers: Record<string, string>;
  body?: string | FormData;
  /** Whether the response is a file instead of JSON. */
  isFile?: boolean;
  /** Whether the response is an endless stream. */
  isStream?: boolean;
}

/** Sent again under their key, these happen once; a repeated DELETE finds nothing. */
const keyedMethods = ['POST', 'PUT', 'PATCH'];

export function buildRequest({ baseUrl, merchantId }: RequestOptions, endpoint: Endpoint, call: AnyCall): Request {
  const isFile = endpoint.file === true;
  const headers: Record<string, string> = { accept: isFile ? '*/*' : 'application/json', ...call.headers };
  const merchant = call.merchantId ?? merchantId;
  if (merchant !== undefined && endpoint.open !== true) headers['x-merchant-id'] = merchant;
  if (keyedMethods.includes(endpoint.method)) headers['idempotency-key'] = call.idempotencyKey ?? newKey();
  const request: Request = {
    url: urlOf(baseUrl, endpoint, call),
    method: endpoint.method,
    headers,
    isFile,
  };
  if (call.body === undefined) return request;
  if (endpoint.form === true) return { ...request, body: formOf(call.body) };
  headers['content-type'] = 'application/json';
  return { ...request, body: JSON.stringify(call.body) };
}

/** A random key. Browsers have `randomUUID` only on HTTPS and localhost, and a shop's page may use neither. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function urlOf(baseUrl: string, endpoint: Endpoint, { path = {}, query = {} }: AnyCall): string {
  const filledPath = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const search = new URLSearchParams(givenIn(query).map(([name, value]) => [name, String(value)])).toString();
  return `${baseUrl.replace(/\/+$/, '')}${filledPath}${search === '' ? '' : `?${search}`}`;
}

/** The fields with a value. A query and a form have only texts, and `undefined` would become one. */
const givenIn = (fields: object): [name: string, value: unknown][] =>
  Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);

function formOf(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of givenIn(body)) form.append(name, value instanceof Blob ? value : String(value));
  return form;
}
