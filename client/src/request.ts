import type { AnyCall, Place } from './calls.ts';

export interface RequestOptions {
  baseUrl: string;
  merchantId?: string | undefined;
}

export interface Request {
  url: string;
  method: string;
  /** The same for every try, the key included: that is what makes the service know it again. */
  headers: Record<string, string>;
  body?: string | FormData;
  /** Whether what comes back is a file, and not JSON. */
  isFile?: boolean;
  /** Whether it is answered bit by bit, and may go on for ever. */
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

/** As good as a UUID, which browsers make only for pages that came over HTTPS or from their own machine: a shop's may have come otherwise. */
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
