import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, invalidField } from '../../core/errors.ts';
import type { App } from '../context/app.ts';

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
 * @throws AppError VALIDATION_ERROR on `file` when there is none, MALFORMED_REQUEST
 */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart()) throw invalidField('file', 'is required, in a multipart form');
  let file: (CollectedFile & { file_name: string }) | undefined;
  const fields = new Map<string, string>();
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields.set(part.fieldname, String(part.value));
      else if (part.fieldname === 'file') file = { ...(await collect(part.file)), file_name: part.filename ?? '' };
      else part.file.resume();
    }
  } catch (error) {
    // What the form's reader says of a broken form has no status.
    if (error instanceof Error && 'statusCode' in error) throw error;
    throw new AppError('MALFORMED_REQUEST', 'The form could not be read', [], { cause: error });
  }
  if (file === undefined) throw invalidField('file', 'is required');
  const { content, sha256, file_name } = file;
  request.body = { file: sha256 };
  return { content, file_name, fields };
}

interface CollectedFile {
  /** In memory of its own, which may be handed to a thread. */
  content: Buffer;
  /** In hexadecimal digits. */
  sha256: string;
}

/** Longer than any file may be (`fileSize` of the routes): addresses are reserved for it, and memory is taken as the bytes come. */
const file_bytes_at_most = 16 * 1024 * 1024;
const growth_bytes = 256 * 1024;

/** Reads a file into one piece of memory, which grows in place: nothing of the file is in memory twice. */
async function collect(file: Readable): Promise<CollectedFile> {
  const hash = createHash('sha256');
  const memory = new ArrayBuffer(0, { maxByteLength: file_bytes_at_most });
  let length = 0;
  for await (const chunk of file as AsyncIterable<Uint8Array>) {
    if (length + chunk.length > memory.byteLength) memory.resize(Math.min(length + chunk.length + growth_bytes, file_bytes_at_most));
    new Uint8Array(memory).set(chunk, length);
    length += chunk.length;
    hash.update(chunk);
  }
  memory.resize(length);
  return { content: Buffer.from(memory), sha256: hash.digest('hex') };
}

/** Aborts when the client goes away before it is answered: work that only it waits for can end. */
export function abortedByClient({ raw }: FastifyReply): AbortSignal {
  const aborted = new AbortController();
  raw.once('close', () => {
    if (!raw.writableEnded) aborted.abort(new AppError('UNAVAILABLE', 'The client went away', [], { retry_after_s: 1 }));
  });
  return aborted.signal;
}
