import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import type { App } from './app.ts';

/** Lets the routes of a plugin take forms with a file; no other route does. */
export async function registerUploads(app: App, { fileSize }: { fileSize: number }): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize, files: 1, fields: 10, parts: 12, fieldSize: 10_000, fieldNameSize: 100, headerPairs: 20 },
  });
}

export interface Upload {
  content: Buffer;
  /** As the client called it: to be shown, and never a path. */
  file_name: string;
  /** The form's other fields. */
  fields: ReadonlyMap<string, string>;
}

/**
 * The form's field `file`, and what else came with it. The digest of its bytes takes the place of the body, so that a key is not used for two files.
 * What is too large, or no form, is malformed.
 * @throws Refusal VALIDATION_ERROR on `file` when there is none, MALFORMED_REQUEST
 */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw invalidField('file', 'is required, in a multipart form');
  let file: { content: Buffer; file_name: string } | undefined;
  const fields = new Map<string, string>();
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields.set(part.fieldname, String(part.value));
      else if (part.fieldname === 'file') file = { content: await part.toBuffer(), file_name: part.filename ?? '' };
      else part.file.resume();
    }
  } catch (error) {
    // What the form's reader says of a broken form has no status.
    if (error instanceof Error && 'statusCode' in error) throw error;
    throw new Refusal('MALFORMED_REQUEST', 'The form could not be read', [], { cause: error });
  }
  if (file === undefined) throw invalidField('file', 'is required');
  // Computed on another thread: a file may have ten mebibytes.
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(file.content));
  request.body = { file: Buffer.from(digest).toString('hex') };
  return { ...file, fields };
}

/** Aborts when the client goes away before it is answered: work that only it waits for can end. */
export function abortedByClient({ raw }: FastifyReply): AbortSignal {
  const aborted = new AbortController();
  raw.once('close', () => {
    if (!raw.writableEnded) aborted.abort(new Refusal('UNAVAILABLE', 'The client went away', [], { retry_after_s: 1 }));
  });
  return aborted.signal;
}
