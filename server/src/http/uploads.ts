import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import type { App } from './app.ts';

/** Lets the routes of a plugin take forms with a file; no other route does. */
export async function registerUploads(app: App, { fileSize }: { fileSize: number }): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize, files: 1, fields: 10, parts: 12, fieldSize: 10_000, fieldNameSize: 100, headerPairs: 20 },
  });
}

/**
 * The bytes of the form's field `file`. Their digest takes the place of the body, so that a key is not used for two files.
 * What is too large, or no form, is malformed.
 * @throws Refusal VALIDATION_ERROR on `file` when there is none, MALFORMED_REQUEST
 */
export async function readUpload(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw invalidField('file', 'is required, in a multipart form');
  let file: Buffer | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue;
      if (part.fieldname === 'file') file = await part.toBuffer();
      else part.file.resume();
    }
  } catch (error) {
    // What the form's reader says of a broken form has no status.
    if (error instanceof Error && 'statusCode' in error) throw error;
    throw new Refusal('MALFORMED_REQUEST', 'The form could not be read', [], { cause: error });
  }
  if (file === undefined) throw invalidField('file', 'is required');
  request.body = { file: createHash('sha256').update(file).digest('hex') };
  return file;
}
