import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepFile, takeFile } from './files.ts';

const bytes = new Uint8Array([34, 196, 34]);
const attachment = { 'content-type': 'text/csv; charset=windows-1252', 'content-disposition': 'attachment' };
const aFile = (init: ResponseInit = {}) => new Response(bytes, { headers: attachment, ...init });
const json = { headers: { accept: 'application/json' } };

test('a file in place of JSON is returned once, byte by byte', async () => {
  const [one, other] = [
    await keepFile(aFile(), json),
    await keepFile(new Response('b', { headers: attachment }), json),
  ];
  const [first, second] = [await one.json(), await other.json()];
  assert.equal(await takeFile(second).text(), 'b');
  const file = takeFile(first);
  assert.deepEqual([new Uint8Array(await file.arrayBuffer()), file.type], [bytes, 'text/csv;charset=windows-1252']);
  assert.throws(() => takeFile(first), /did not respond with a file/);
  assert.throws(() => takeFile({ data: { lines: [] } }), /did not respond with a file/);
});

test('other responses stay as they are', async () => {
  const download = { ...attachment, 'content-type': 'application/json; charset=utf-8' };
  const responses: [Response, RequestInit | undefined][] = [
    [aFile(), { headers: { accept: '*/*' } }],
    [aFile(), undefined],
    [aFile({ status: 422 }), json],
    [new Response('{}', { headers: download }), json],
    [new Response('a', { headers: { 'content-type': 'text/csv' } }), json],
    [new Response(null, { status: 204 }), json],
  ];
  for (const [response, init] of responses) assert.equal(await keepFile(response, init), response);
});
