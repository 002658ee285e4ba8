import { createHash } from 'node:crypto';
import { invalidField } from '../../core/errors.ts';
import { isId } from '../../core/ids.ts';

interface GivenIds {
  import_id?: string;
  id?: string;
  /** From the form. */
  field: string | undefined;
}

/** The import's id chosen by the client, from query or form. @throws AppError VALIDATION_ERROR */
export function readImportId({ import_id, id, field }: GivenIds): string | undefined {
  const [given, ...others] = [...new Set([import_id, id, field].filter((text) => text !== undefined).map((text) => text.toLowerCase()))];
  if (given === undefined) return undefined;
  if (!isId(given)) throw invalidField('import_id', 'must be a UUID');
  if (others.length > 0) throw invalidField('import_id', 'differs from the other id of this import');
  return given;
}

/**
 * A key's id (UUID version 8, RFC 9562). Equal keys give equal ids, so only one of two concurrent imports can start.
 */
export function idOfKey(key: string | string[] | undefined): string | undefined {
  if (typeof key !== 'string') return undefined;
  const digest = createHash('sha256').update(`import ${key}`).digest('hex');
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}
