import { emptyHead, type JournalEntry, linkEntry } from '../../server/src/features/journal/chain-rules.ts';

type Fields = Record<string, string | number>;

interface Rows {
  row(table: string, fields: Fields): string;
  merchant_id: string;
  owner_id: string;
}

/** SQL statements that violate the invariant about journals. */
export function journalFaultsOf({ row, merchant_id, owner_id }: Rows) {
  const register_id = '00000000-0000-7000-8000-000000000001';
  const at = '2026-03-01T10:00:00.000Z';
  const before = '2026-03-01T09:59:59.999Z';

  const shiftId = (number: number) => `00000000-0000-7000-8000-00000000000${number}`;
  const shift = (number: number, fields: Fields = {}) =>
    row('shifts', {
      id: shiftId(number),
      register_id,
      number,
      status: 'closed',
      closed_at: at,
      closed_by: owner_id,
      opened_by: owner_id,
      opening_float: 100,
      ...fields,
    });
  const actOf = (number: number) => ({
    register_id,
    kind: 'shift_opened' as const,
    subject_id: shiftId(number),
    user_id: owner_id,
    recorded_at: at,
    content: { opening_float: '1.00' },
  });
  const first = linkEntry(merchant_id, emptyHead, actOf(1));
  const second = linkEntry(merchant_id, first, actOf(2));
  const inserted = ({ entry, hash, ...fields }: JournalEntry) =>
    row('journal_entries', { ...fields, entry, hash: `\\x${hash}` });
  const head = (fields: Fields = {}) =>
    row('journal_heads', { register_id, number: 2, hash: `\\x${second.hash}`, began_at: at, ...fields });
  const wholeJournal = [head(), shift(1), shift(2), inserted(first), inserted(second)];
  const other = `'\\x${'1'.repeat(64)}'`;
  const wrongSecond = (changes: { subject_id?: string; content?: object }, from = first) =>
    linkEntry(merchant_id, from, { ...actOf(2), ...changes });
  const withSecond = (entry: JournalEntry) => [
    head({ hash: `\\x${entry.hash}`, number: entry.number }),
    shift(1),
    shift(2),
    inserted(first),
    inserted({ ...entry, subject_id: shiftId(2) }),
  ];

  const faults = [
    ...["entry = replace(entry, '1.00', '2.00')", `hash = ${other}`, 'number = 3', "kind = 'sale'"].map((change) => [
      ...wholeJournal,
      `update journal_entries set ${change} where number = 2`,
    ]),
    [...wholeJournal, 'delete from journal_entries where number = 2'],
    [...wholeJournal, 'delete from journal_entries where number = 1'],
    [...wholeJournal, 'update journal_heads set number = 3'],
    [...wholeJournal, `update journal_heads set hash = ${other}`],
    [...wholeJournal, shift(3)],
    [...wholeJournal, 'delete from shifts where number = 2'],
    [...wholeJournal, 'update shifts set opening_float = 101 where number = 2'],
    withSecond(wrongSecond({}, { ...first, hash: emptyHead.hash })),
    withSecond(wrongSecond({}, { ...first, number: 2 })),
    withSecond(wrongSecond({ subject_id: shiftId(1) })),
    withSecond(wrongSecond({ content: { opening_float: '1.01' } })),
    withSecond(wrongSecond({ content: {} })),
  ];
  return {
    faults,
    wholeJournal,
    beforeIt: [head({ number: 0, hash: `\\x${emptyHead.hash}` }), shift(1, { opened_at: before })],
  };
}
