import { randomUUIDv7 } from 'node:crypto';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A new identifier: UUID version 7, so that ids sort by the time they were made (RFC 9562). */
export const newId = (): string => randomUUIDv7();

export const isId = (text: string): boolean => uuid.test(text);

/** The identifier of no merchant: what belongs to nobody in particular is kept under it. */
export const nobody = '00000000-0000-0000-0000-000000000000';
