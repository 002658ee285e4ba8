import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '../../core/ids.ts';
import { ok, runIdempotent, sendStoredResponse } from '../../platform/idempotency/idempotency.ts';
import { readUpload, type Upload } from '../../platform/validation/uploads.ts';
import { finishImport, importIdOfKey, type Run, readImportId } from './follow-import.ts';

/** These fields of a form, without those that it left empty. */
export const fieldsNamed = <Name extends string>(
  names: readonly Name[],
  fields: Upload['fields'],
): { [Field in Name]?: string } =>
  Object.fromEntries(names.flatMap((name) => (fields.get(name) ? [[name, fields.get(name)]] : []))) as {
    [Field in Name]?: string;
  };

interface NamedUpload extends Pick<Upload, 'content' | 'file_name'> {
  id: string;
  /** Whether the client chose the id: then the import is done only once. */
  is_named: boolean;
  /** Of the file and the choices for it. */
  digest: string;
}

interface UploadedImport<Field extends string> {
  query: { import_id?: string; id?: string };
  kind: 'products' | 'customers';
  /** The fields of the form that change how the file is read. */
  fields: readonly Field[];
  /** Imports the rows of the file, before the response is stored. */
  run(upload: NamedUpload & { choice: { [Name in Field]?: string } }): Promise<{ run: Run }>;
}

/** Imports the uploaded file, or sends the response that is stored for a repeated request. */
export async function replyToImport<Field extends string>(
  request: FastifyRequest,
  reply: FastifyReply,
  { query, kind, fields: names, run: importRows }: UploadedImport<Field>,
): Promise<never> {
  const { content, file_name, fields } = await readUpload(request);
  const choice = fieldsNamed(names, fields);
  // The same file with another choice is another request.
  request.body = { ...(request.body as object), ...choice };
  const client_id = readImportId({ ...query, field: fields.get('import_id') });
  const key = request.headers['idempotency-key'];
  const now = request.server.services.clock.now();
  const id = client_id ?? (typeof key === 'string' ? await importIdOfKey(request.db, { key, kind, now }) : newId());
  reply.header('x-import-id', id);
  if (await sendStoredResponse(request, reply, { client_id })) return reply as never;
  const digest = createHash('sha256').update(JSON.stringify(request.body)).digest('hex');
  const is_named = client_id !== undefined;
  const { run, ...outcome } = await importRows({ id, is_named, file_name, content, choice, digest });
  return runIdempotent(
    request,
    reply,
    async (tx, ctx) => {
      await finishImport(tx, ctx, run);
      return ok({ id, ...outcome });
    },
    { client_id },
  );
}
