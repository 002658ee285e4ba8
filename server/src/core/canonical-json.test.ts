import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalJson, payloadHash } from './canonical-json.ts';

test('writes the example of RFC 8785, section 3.2.2', () => {
  const value = JSON.parse(`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
    "literals": [null, true, false]
  }`);
  assert.equal(
    canonicalJson(value),
    `{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA'B\\"\\\\\\\\\\"/"}`,
  );
});

test('sorts names by UTF-16 code units, as in RFC 8785, section 3.2.3', () => {
  const value = JSON.parse(`{
    "\\u20ac": "Euro Sign", "\\r": "Carriage Return", "\\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
    "\\ud83d\\ude00": "Emoji: Grinning Face", "\\u0080": "Control", "\\u00f6": "Latin Small Letter O With Diaeresis"
  }`);
  const values = [...canonicalJson(value).matchAll(/:"(.*?)"/g)].map(([, text]) => text);
  assert.deepEqual(values, [
    ...['Carriage Return', 'One', 'Control', 'Latin Small Letter O With Diaeresis', 'Euro Sign'],
    ...['Emoji: Grinning Face', 'Hebrew Letter Dalet With Dagesh'],
  ]);
});

test('sorts nested objects, and keeps the order of arrays', () => {
  assert.equal(
    canonicalJson({ b: [{ d: 1, c: -0 }, []], a: {}, left_out: undefined }),
    '{"a":{},"b":[{"c":0,"d":1},[]]}',
  );
});

test('the hash is of method, path and body in one order, whatever the order in which they were sent', () => {
  const path = '/api/v1/transactions';
  const hash = payloadHash({ body: { b: 2, a: 1 }, path, method: 'POST' });
  // printf '{"body":{"a":1,"b":2},"method":"POST","path":"/api/v1/transactions"}' | sha256sum
  assert.equal(hash.toString('hex'), '7909cf79b92eac2082d73feb9fd44bfb7f938117f1d47a8a663b261ae8b9127a');
  assert.deepEqual(payloadHash({ method: 'POST', path, body: { a: 1, b: 2 } }), hash);
  assert.notDeepEqual(payloadHash({ method: 'PUT', path, body: { a: 1, b: 2 } }), hash);
  assert.notDeepEqual(payloadHash({ method: 'POST', path: `${path}/x`, body: { a: 1, b: 2 } }), hash);
  assert.notDeepEqual(payloadHash({ method: 'POST', path, body: { a: 1, b: 3 } }), hash);
});

test('no body, null and an empty object are the same payload', () => {
  const payload = { method: 'POST', path: '/api/v1/transactions/1/refund' };
  const hash = payloadHash({ ...payload, body: {} });
  for (const body of [undefined, null]) assert.deepEqual(payloadHash({ ...payload, body }), hash);
});
