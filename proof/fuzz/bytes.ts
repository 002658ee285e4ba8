import type { Random } from '../random.ts';
import type { Request } from './requests.ts';

const types = [
  'application/json',
  'application/json; charset=utf-8; charset=x',
  'application/json\u00a0',
  'APPLICATION/JSON',
  'text/json',
  'text/plain',
  'application/octet-stream',
  'multipart/form-data; boundary=x',
  'multipart/form-data; boundary="',
  `multipart/form-data; boundary=${'x'.repeat(300)}`,
  'multipart/mixed; boundary=x',
  'application/x-www-form-urlencoded',
  ';',
  '/',
];

const forms = [
  '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nsku,name',
  '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
  '--x\r\n\r\n--x--',
  '--x--',
  '--x\r\nContent-Disposition: form-data; name="file"; filename="../../a.csv"\r\nContent-Type: text/csv\r\n\r\nsku,name,price\nA,B,1\r\n--x--\r\n',
  `--x\r\n${'X-A: b\r\n'.repeat(2_000)}\r\n--x--\r\n`,
  `${Array.from({ length: 300 }, (_, at) => `--x\r\nContent-Disposition: form-data; name="f${at}"\r\n\r\n1\r\n`).join('')}--x--\r\n`,
  `${Array.from({ length: 5 }, () => '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nsku\r\n').join('')}--x--\r\n`,
];

const texts = [
  '',
  '{',
  '}',
  '[',
  '"',
  '{"a"',
  '{"a":',
  '{"a":1,}',
  '{a:1}',
  "{'a':1}",
  '{"a":1}{"b":2}',
  '\ufeff{}',
  '{}\0',
  'nul',
  '//x',
  '<a/>',
  'a=1&b=2',
  '\ud800',
  '{"a":"\n"}',
  '{"\\ud800":1}',
];

/** The payload with some bytes changed, cut, inserted or repeated. */
function mangled(payload: Buffer, random: Random): Buffer {
  const at = random.below(payload.length + 1);
  switch (random.below(4)) {
    case 0:
      return payload.subarray(0, at);
    case 1:
      return Buffer.concat([payload.subarray(0, at), Buffer.from([random.below(256)]), payload.subarray(at)]);
    case 2:
      return Buffer.concat([payload, payload.subarray(at)]);
    default: {
      const copy = Buffer.from(payload);
      for (let change = 0; change < 3 && copy.length > 0; change += 1)
        copy[random.below(copy.length)] = random.below(256);
      return copy;
    }
  }
}

const otherMethods = [
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PATCH',
  'DELETE',
  'PUT',
  'POST',
  'GET',
  'PROPFIND',
  'SEARCH',
  'QUERY',
  'PURGE',
];

const addresses: readonly ((url: string, random: Random) => string)[] = [
  (url) => url.replaceAll('/', '//'),
  (url) => url.replace('/api/v1/', '/api/v1//'),
  (url) => `${url.split('?')[0]}/`,
  (url) => `${url.split('?')[0]}//`,
  (url) => url.replace('/api/v1', '/api/v1/.'),
  (url) => url.replace('/api/v1', '/api/v1/x/..'),
  (url) => url.replace('/api/v1', '/API/V1'),
  (url) => url.replaceAll('/', '%2F'),
  (url) => url.replace('/v1/', '/v1/%2e%2e/'),
  (url) => `${url}%`,
  (url) => `${url}%00`,
  (url) => `${url};a=b`,
  (url) => `${url}#a`,
  (url) => `${url}\\`,
  (url) => url.replace(/\/(\w)/g, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
  (url) =>
    `${url}${url.includes('?') ? '&' : '?'}${Array.from({ length: 2_000 }, (_, at) => `p${at}=${at}`).join('&')}`,
  (url) => `${url}?${'?'.repeat(50)}`,
  (url) => `${url}/${'a/'.repeat(300)}`,
];

/** The request with one malformed part: method, address, type or payload. */
export function rawRequest(request: Request, random: Random): Request {
  const { payload, method, url, headers } = request;
  switch (random.below(payload === undefined ? 3 : 6)) {
    case 0:
      return { ...request, method: random.oneOf(otherMethods) };
    case 1:
      return { ...request, url: random.oneOf(addresses)(url, random) };
    case 2:
      return {
        ...request,
        method: method === 'GET' ? 'POST' : method,
        headers: { ...headers, 'content-type': random.oneOf(types) },
        payload: random.oneOf(texts),
      };
    case 3:
      return { ...request, payload: random.oneOf(texts) };
    case 4:
      return {
        ...request,
        headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
        payload: random.oneOf(forms),
      };
    default:
      return { ...request, payload: mangled(Buffer.from(payload ?? ''), random) };
  }
}
