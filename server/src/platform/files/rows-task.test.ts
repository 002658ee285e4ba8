import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { book, cell, headed } from '../../../../test/files.ts';
import type { Request } from '../workers/stream.ts';
import { run } from './rows-task.ts';

const rows = Array.from({ length: 30_000 }, (_, at) => `<row r="${at + 2}">${cell(`A${at + 2}`, `S${at}`)}</row>`).join(
  '',
);
const files: Record<string, Buffer> = {
  'a CSV file': Buffer.from(`sku\n${'A\n'.repeat(30_000)}`),
  'a workbook': book(headed(rows)),
  'a rejected file': Buffer.from('sku\nA,"open'),
};
const endings: Record<string, Request[]> = {
  'after it was read': ['head', ...Array<Request>(4).fill('batch')],
  'if the reader stops after the head': ['head'],
  'if the reader stops between two batches': ['head', 'batch', 'batch'],
};

for (const [what, file] of Object.entries(files)) {
  for (const [when, requests] of Object.entries(endings)) {
    test(`frees the memory of ${what} ${when}`, async () => {
      const bytes = Uint8Array.from(file);
      const { port1: reader, port2: port } = new MessageChannel();
      const task = run({ port, data: { bytes, rowsAtMost: 50_000, rowsPerBatch: 10_000 } });
      for (const request of requests) {
        assert.ok(bytes.byteLength > 0, 'the memory is kept while the file is read');
        const turn = once(reader, 'message');
        reader.postMessage(request);
        const [{ fault, isLast }] = await turn;
        if (fault !== undefined || isLast === true) break;
      }
      reader.close();
      await task;
      assert.equal(bytes.buffer.detached, true);
    });
  }
}

test('ends a batch with the row that makes it a million characters', async () => {
  const long = 'x'.repeat(25_000);
  const bytes = Uint8Array.from(Buffer.from(`sku\n${`${long}\n`.repeat(81)}`));
  const { port1: reader, port2: port } = new MessageChannel();
  const task = run({ port, data: { bytes, rowsAtMost: 50_000, rowsPerBatch: 10_000 } });
  const sizes: number[] = [];
  for (let isLast = false; !isLast; ) {
    const turn = once(reader, 'message');
    reader.postMessage('batch' satisfies Request);
    const [reply] = await turn;
    isLast = reply.isLast === true;
    if (!isLast) sizes.push((reply.result ?? []).length);
  }
  reader.close();
  await task;
  assert.deepEqual(sizes, [40, 40, 1]);
});
