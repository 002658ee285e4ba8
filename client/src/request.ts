import type { AnyCall, Place } from './calls.ts';

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

export function buildRequest({ baseUrl, merchantId }: RequestOptions, place: Place, call: AnyCall): Request {
  const isFile = place.file === true;
  const headers: Record<string, string> = { accept: isFile ? '*/*' : 'application/json', ...call.headers };
  const merchant = call.merchantId ?? merchantId;
  if (merchant !== undefined && place.open !== true) headers['x-merchant-id'] = merchant;
  if (place.method === 'POST') headers['idempotency-key'] = call.idempotencyKey ?? newKey();
  const request: Request = { url: urlOf(baseUrl, place, call), method: place.method, headers, isFile };
  if (call.body === undefined) return request;
  if (place.form === true) return { ...request, body: formOf(call.body) };
  headers['content-type'] = 'application/json';
  return { ...request, body: JSON.stringify(call.body) };
}

/** A random UUID. Browsers have `randomUUID` only on HTTPS and localhost, and a shop's page may have neither. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function urlOf(baseUrl: string, place: Place, { path = {}, query = {} }: AnyCall): string {
  const filled = place.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''));
  const wanted = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(wanted.map(([name, value]) => [name, String(value)])).toString();
  return `${baseUrl.replace(/\/+$/, '')}${filled}${search === '' ? '' : `?${search}`}`;
}

function formOf(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, value instanceof Blob ? value : String(value));
  return form;
}
