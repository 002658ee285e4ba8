import { createHash } from 'node:crypto';
import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { invalidField } from '../kernel/refusal.ts';
import type { App } from './app.ts';

export interface UploadLimits {
  file_bytes: number;
}

/** For the routes of one plugin: forms with one file in the field `file`. All other routes go on taking nothing but JSON. */
export async function acceptUploads(app: App, { file_bytes }: UploadLimits): Promise<void> {
  await app.register(multipart, {
    limits: { fileSize: file_bytes, files: 1, fields: 10, parts: 11, headerPairs: 50 },
    throwFileSizeLimit: true,
  });
}

/**
 * The one file of a form, whole. What it is gets part of the request's fingerprint, so that a key is not used for two files.
 * @throws Refusal VALIDATION_ERROR when there is none; the framework's own error when it is too large
 */
export async function readUpload(request: FastifyRequest): Promise<Buffer> {
  const part = request.isMultipart() ? await request.file() : undefined;
  if (part === undefined) throw invalidField('file', 'is required, as a file in a multipart form');
  const content = await part.toBuffer();
  if (part.fieldname !== 'file') throw invalidField('file', `is required; the form has “${part.fieldname}”`);
  request.body = { file: createHash('sha256').update(content).digest('hex') };
  return content;
}
