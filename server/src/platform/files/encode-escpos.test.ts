import assert from 'node:assert/strict';
import { test } from 'node:test';
import CodepageEncoder from '@point-of-sale/codepage-encoder';
import { countTurns } from '../../../../test/loop-turns.ts';
import { encodeEscPos, inCodePages } from './encode-escpos.ts';
import { writeEscPos } from './write-escpos.ts';

test('changes the code page only for a character that the current one does not have', () => {
  const pages = new Map(
    (['cp437', 'cp852', 'cp866'] as const).map((page) => [page, new Set(CodepageEncoder.getEncoding(page).codepoints)]),
  );
  assert.deepEqual(inCodePages('Café Чай, Žlutý é 1', pages), [
    { page: 'cp437', run: 'Café ' },
    { page: 'cp866', run: 'Чай, ' },
    { page: 'cp852', run: 'Žlutý é 1' },
  ]);
  assert.deepEqual(inCodePages('茶 tea', pages), [{ page: 'cp437', run: '? tea' }]);
  assert.deepEqual(inCodePages('Чай 茶🍵', pages), [{ page: 'cp866', run: 'Чай ??' }]);
  assert.deepEqual(inCodePages('', pages), []);
});

test('lets other work run, and makes the same in a thread', async () => {
  const text = 'aЖ中€ñ'.repeat(8);
  const paper = {
    lines: Array.from({ length: 500 }, () => ({ text, is_strong: false })),
    columns: 42,
    opens_drawer: true,
  } as const;
  const turns = countTurns();
  const bytes = await encodeEscPos(paper);
  turns.stop();
  assert.ok(turns.current() >= 5, `${turns.current()} turns`);
  assert.equal(Buffer.compare(await writeEscPos(paper), bytes), 0);
});
