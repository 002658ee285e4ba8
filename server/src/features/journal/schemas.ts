import { type Static, Type } from 'typebox';
import { day, id, nullable, timestamp } from '../../platform/validation/fields.ts';
import type { JournalState } from './export-journal.ts';

export const journal = Type.Object({
  register_id: id(),
  number: Type.Integer({ description: 'The number of the last entry; 0 without entries' }),
  hash: Type.String({ description: 'The SHA-256 of the last entry, in hexadecimal' }),
  recorded_at: nullable(timestamp()),
  signed_to: nullable({ ...day(), description: 'The last day that is signed, for all registers' }),
  keys: Type.Array(
    Type.Object({
      number: Type.Integer(),
      public_key: Type.String({ description: 'Ed25519, in hexadecimal' }),
      fingerprint: Type.String({ description: 'The first 16 bytes of the SHA-256 of the key, in hexadecimal' }),
    }),
  ),
});

export const toJournal = (state: JournalState): Static<typeof journal> => ({
  register_id: state.register_id,
  number: state.number,
  hash: state.hash,
  recorded_at: state.recorded_at,
  signed_to: state.signed_to,
  keys: state.keys,
});

export const exportQuery = Type.Object({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      default: 0,
      description: 'The number of the last entry of an earlier export; 0 for the whole journal',
    }),
  ),
});

export const exportResponse = Type.Unsafe<Uint8Array>({
  description: 'JSON Lines: a heading, the entries, the signed days, and a signed end',
  content: { 'application/x-ndjson': { schema: { type: 'string', format: 'binary' } } },
});
