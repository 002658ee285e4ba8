import { createHash } from 'node:crypto';
import type { Timestamp } from '../../core/clock.ts';

/** The id of a record of a demo shop, the same for the same name: UUID version 7 of its time, so that ids sort as if they had been made then. */
export function idOf(merchant_id: string, name: string, at: Timestamp): string {
  const bytes = createHash('sha256').update(`${merchant_id} ${name}`).digest().subarray(0, 16);
  bytes.writeUIntBE(Date.parse(at), 0, 6);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
