import { Type } from 'typebox';
import type { App } from '../../../platform/context/app.ts';
import { replies } from '../../../platform/http/envelope.ts';
import { nullable, oneOf } from '../../../platform/validation/fields.ts';
import { abortedByClient, readUpload, registerUploads, withoutBody } from '../../../platform/validation/uploads.ts';
import { dryRunCounts, fileColumns, fileForm, imported, importQuery } from '../file-schemas.ts';
import { sources } from '../mapping/source-rules.ts';
import { fieldsNamed, replyToImport } from '../upload-routes.ts';
import { describeCustomerColumns, dryRunCustomers, importCustomers } from './import-customers.ts';

const tags = ['Customers'];
const fileSize = 10 * 1024 * 1024;
const { file, import_id } = fileForm.properties;
const form = {
  consumes: ['multipart/form-data'],
  body: Type.Object({
    file,
    import_id,
    mapping: Type.Optional(
      Type.Unsafe<unknown>({
        type: 'string',
        maxLength: 10_000,
        format: 'text',
        description: 'JSON of field and heading, as in `/customers/import/columns`',
      }),
    ),
    calling_code: Type.Optional(
      Type.Unsafe<unknown>({
        type: 'string',
        maxLength: 5,
        format: 'text',
        description: 'For phone numbers without one: `+49`',
      }),
    ),
  }),
};
const choiceFields = ['mapping', 'calling_code'] as const;
const { stock_columns: _, ...columnProperties } = fileColumns.properties;

const dryRunResult = Type.Object({
  success: Type.Literal(true),
  valid: Type.Boolean(),
  source: oneOf(sources),
  counts: dryRunCounts,
  errors: Type.Array(Type.String()),
  preview: Type.Array(
    Type.Object({
      name: Type.String(),
      email: nullable(Type.String()),
      phone: nullable(Type.String()),
      points: Type.Integer(),
    }),
    { description: 'The first 20 customers after the import' },
  ),
});

/** Imports customers from files. */
export async function customerFileRoutes(app: App): Promise<void> {
  const { services } = app;
  const validatorCompiler = withoutBody(app);
  await registerUploads(app, { fileSize });
  const config = { permission: 'customers:write', isHeavy: true } as const;

  app.post(
    '/customers/import',
    {
      config,
      validatorCompiler,
      schema: {
        operationId: 'importCustomers',
        summary: 'Import customers from a file, row by row',
        description:
          'A row changes the customer with its e-mail, or with its phone if name and e-mail do not differ, or makes a new one. Points are set for new customers only, and need the permission `customers:correct`. A rejected row does not affect the others.',
        tags,
        ...form,
        querystring: importQuery,
        response: replies({ 200: imported }),
      },
    },
    (request, reply) =>
      replyToImport(request, reply, {
        query: request.query,
        kind: 'customers',
        fields: choiceFields,
        run: (upload) => importCustomers(services, request.actor, upload),
      }),
  );

  app.post(
    '/customers/import/validate',
    {
      config,
      validatorCompiler,
      schema: {
        operationId: 'validateCustomerImport',
        summary: 'Check an import of customers without changing anything',
        tags,
        ...form,
        response: replies({ 200: dryRunResult }),
      },
    },
    async (request, reply) => {
      const { content, fields } = await readUpload(request);
      const checked = { content, choice: fieldsNamed(choiceFields, fields), signal: abortedByClient(reply) };
      const { errors, ...result } = await dryRunCustomers(services, request.actor, checked);
      const sentences = errors.map(({ row, message }) => `row ${row}: ${message}`);
      return { success: true, valid: errors.length === 0, ...result, errors: sentences } as const;
    },
  );

  app.post(
    '/customers/import/columns',
    {
      config,
      validatorCompiler,
      schema: {
        operationId: 'readCustomerColumns',
        summary: 'Read the columns of a file of customers, and suggest what they hold',
        description: 'Recognises files of Square, Shopify and Loyverse. Changes nothing.',
        tags,
        ...form,
        response: replies({ 200: Type.Object(columnProperties) }),
      },
    },
    async (request, reply) => {
      const { content } = await readUpload(request);
      return { success: true, ...(await describeCustomerColumns(content, abortedByClient(reply))) } as const;
    },
  );
}
