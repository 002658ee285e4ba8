import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import type { FastifyReply, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import { AppError, invalidField } from '../../core/errors.ts';
import type { App } from '../context/app.ts';

const formLimits = { files: 1, fields: 10, parts: 12, fieldSize: 10_000, fieldNameSize: 100, headerPairs: 20 };

/** Allows the routes of a plugin to accept forms with a file; no other route does. */
export async function registerUploads(app: App, { fileSize }: { fileSize: number }): Promise<void> {
  await app.register(multipart, {
    limits: { ...formLimits, fileSize },
  });
}

/** Validates everything but the body, which the handler reads. */
export function withoutBody(app: App): FastifySchemaCompiler<unknown> {
  const compile = app.validatorCompiler;
  return (part) => (part.httpPart === 'body' || compile === undefined ? () => true : compile(part as never));
}

export interface Upload {
  content: Buffer;
  /** The client's name of the file, for display only; never used as a path. */
  file_name: string;
  /** The form's other fields. */
  fields: ReadonlyMap<string, string>;
}

/**
 * The form's field `file` and its other fields. The digest of the file replaces the request's body, so that an
 * idempotency key cannot be used for two files. Anything too large, or not a form, is malformed.
 * @throws AppError VALIDATION_ERROR on `file` if there is none, MALFORMED_REQUEST
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
    // The form parser's errors about a broken form have no status.
    if (error instanceof Error && 'statusCode' in error) throw error;
    throw new AppError('MALFORMED_REQUEST', 'The form could not be read', [], { cause: error });
  }
  if (file === undefined) throw invalidField('file', 'is required');
  const { content, sha256, file_name } = file;
  request.body = { file: sha256 };
  return { content, file_name, fields };
}

interface CollectedFile {
  /** In separate memory, which can be transferred to a thread. */
  content: Buffer;
  /** In hexadecimal digits. */
  sha256: string;
}

/**
 * Larger than any allowed file (`fileSize` of the routes). This reserves addresses only; memory is allocated as the
 * bytes arrive.
 */
const file_bytes_at_most = 16 * 1024 * 1024;

/** Reads a file into one buffer, which grows in place, so that no part of the file is in memory twice. */
async function collect(file: Readable): Promise<CollectedFile> {
  const hash = createHash('sha256');
  const memory = new ArrayBuffer(0, { maxByteLength: file_bytes_at_most });
  for await (const chunk of file as AsyncIterable<Uint8Array>) {
    const length = memory.byteLength;
    memory.resize(length + chunk.length);
    new Uint8Array(memory).set(chunk, length);
    hash.update(chunk);
  }
  return { content: Buffer.from(memory), sha256: hash.digest('hex') };
}

/** Aborts when the client disconnects before the response, so that work for this client alone can end. */
export function abortedByClient({ raw }: FastifyReply): AbortSignal {
  const aborted = new AbortController();
  raw.once('close', () => {
    if (!raw.writableEnded)
      aborted.abort(new AppError('UNAVAILABLE', 'The client has disconnected', [], { retry_after_s: 1 }));
  });
  return aborted.signal;
}
