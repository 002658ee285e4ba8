import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { type Permission, rolesByPermission } from '../../core/permissions.ts';
import type { App } from '../context/app.ts';
import { failure, failures } from '../http/envelope.ts';
import type { EventTypes } from '../http/event-type.ts';
import { type FieldCase, toCamelCase } from '../validation/field-case.ts';
import { describeEvents } from './describe-events.ts';
import { describeExamples, failureExamples } from './describe-examples.ts';
import { describeHeaders, failureHeaders } from './describe-headers.ts';
import { type Document, operationsOf } from './document.ts';
import { introduction } from './introduction.ts';
import { referencePage } from './reference-page.ts';

const tags = [
  { name: 'Authentication', description: 'Signing in, tokens, sessions and devices' },
  { name: 'Merchant', description: 'The merchant and its settings, branches and warehouses' },
  { name: 'Staff', description: 'Staff members and their roles' },
  { name: 'API keys', description: 'Keys for programs, without a user who signs in' },
  { name: 'Products', description: 'Products, variants and categories' },
  { name: 'Inventory', description: 'Levels, adjustments, transfers and the ledger of movements' },
  { name: 'Customers', description: 'Customers and their loyalty points' },
  { name: 'Transactions', description: 'Sales, refunds, parked and voided sales' },
  { name: 'Registers', description: 'Cash registers of branches' },
  { name: 'Shifts', description: 'Shifts of registers: counts, cash movements and closures' },
  { name: 'Accounting', description: 'Postings of closures, and the accounts of the bookkeeping' },
  { name: 'Journal', description: 'Journals of registers, which can be verified without the service' },
  { name: 'Approvals', description: 'Approvals of other persons for single requests' },
  { name: 'Reports', description: 'Sales, payments and stock' },
  { name: 'Events', description: 'Events of the merchant, as a list and as a stream' },
  { name: 'Webhooks', description: 'Events delivered to the merchant’s own addresses' },
  { name: 'Operating', description: 'For the operator of the service' },
];

/**
 * The OpenAPI document, made from the schemas that validate requests, and the event types. Served at /openapi.json, and
 * for browsers at /docs.
 */
export function registerOpenApi(app: App, eventTypes: EventTypes): void {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Tillhouse',
        version: '1.0.0',
        description: introduction,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/', description: 'The address of this description' }],
      tags,
      components: {
        securitySchemes: {
          bearerAuth: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description:
              'An API key (`tk_live_…`) instead of an access token: for its own merchant, with the permissions that it was given',
          },
          merchantId: {
            type: 'apiKey',
            in: 'header',
            name: 'X-Merchant-ID',
            description: 'Selects the merchant; by default the user’s own',
          },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      // Routes outside of the API still answer invalid HTTP with 400.
      if (!url.startsWith('/api/v1'))
        return {
          schema: { ...schema, security: [], response: { 400: failure, ...(schema?.response as object | undefined) } },
          url,
        };
      const { isPublic, isPersonal, takesSession, permission, holdsCosts, bodyFieldCase, share } = route.config ?? {};
      const fieldCase = bodyFieldCase === undefined ? undefined : otherFieldCase[bodyFieldCase];
      const costs = holdsCosts === true ? 'An API key needs `costs:read` as well.' : undefined;
      const window =
        share === undefined
          ? undefined
          : 'Counts in the rate-limit window for selling, which is separate from that of all other operations.';
      const description = [schema?.description, fieldCase, costs, window];
      return {
        schema: {
          ...schema,
          ...(takesSession === true
            ? { security: [{}, { bearerAuth: [] }] }
            : describeAccess(description, {
                isPublic: isPublic === true,
                isPersonal: isPersonal === true,
                permission,
              })),
          ...describeQuery(schema?.querystring),
          ...(schema?.body === undefined && schema?.consumes?.includes('multipart/form-data') === true
            ? { body: formWithFile }
            : {}),
          response: { ...failures, ...(schema?.response as object | undefined) },
        },
        url,
      };
    },
    transformObject: (document) => {
      if ('swaggerObject' in document) throw new Error('the description is OpenAPI 3');
      const { openapiObject } = document;
      shareFailureResponse(openapiObject);
      markOptionalBodies(openapiObject);
      describeHeaders(openapiObject);
      describeExamples(openapiObject);
      describeEvents(openapiObject, eventTypes);
      return openapiObject;
    },
  });
  app.register(swaggerUi, referencePage);
  // About a megabyte, so it is serialized only once.
  let text: Buffer | undefined;
  app.get('/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    text ??= Buffer.from(JSON.stringify(app.swagger()));
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

const otherFieldCase: Record<FieldCase, string> = {
  snake_case: 'Fields may also be written in camelCase.',
  camelCase: 'Fields may also be written in snake_case.',
};

/** The form that `readUpload` reads, which is not validated by the route's schema. */
const formWithFile = { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } };

function describeAccess(
  description: (string | undefined)[],
  { isPublic, isPersonal, permission }: { isPublic: boolean; isPersonal: boolean; permission: Permission | undefined },
) {
  if (isPublic) return { security: [] };
  if (permission === undefined) return { security: [{ bearerAuth: [] }] };
  const may = `Permission \`${permission}\`: ${rolesByPermission[permission].join(', ')}.`;
  return {
    security: [{ bearerAuth: [] }, { bearerAuth: [], merchantId: [] }, ...(isPersonal ? [] : [{ apiKey: [] }])],
    description: [...description, may].filter((part) => part !== undefined).join('\n\n'),
  };
}

/**
 * Each parameter of several words also has a camelCase form. Either of the two is enough, so neither is marked as
 * required.
 */
function describeQuery(querystring: unknown) {
  if (typeof querystring !== 'object' || querystring === null || !('properties' in querystring)) return {};
  const { properties, required = [] } = querystring as { properties: Record<string, object>; required?: string[] };
  const described: Record<string, object> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const otherName = toCamelCase(name);
    // The machine-readable form of the camelCase parameter's description.
    described[name] =
      otherName !== name && required.includes(name) ? { ...schema, 'x-required-in-either-spelling': true } : schema;
    if (otherName !== name)
      described[otherName] = {
        ...schema,
        description: `The camelCase form of \`${name}\`${required.includes(name) ? '; one of the two is required' : ''}`,
      };
  }
  const single = required.filter((name) => toCamelCase(name) === name && !('default' in (properties[name] ?? {})));
  return { querystring: { type: 'object', properties: described, required: single } };
}

/** Every operation has the same failures: describe the envelope once, and refer to it. */
function shareFailureResponse(document: Document): void {
  const { description, ...schema } = failure as typeof failure & { description: string };
  for (const { operation } of operationsOf(document)) {
    const { responses = {} } = operation;
    for (const [status, reply] of Object.entries(responses)) {
      if (reply.description === description)
        Object.assign(responses, { [status]: { $ref: '#/components/responses/Failure' } });
    }
  }
  const Failure = {
    description,
    headers: failureHeaders,
    content: { 'application/json': { schema, examples: failureExamples } },
  };
  document.components = { ...document.components, responses: { Failure } };
}

/** A body without required fields is optional. */
function markOptionalBodies(document: Document): void {
  for (const { operation } of operationsOf(document)) {
    const { requestBody } = operation;
    const schema = requestBody?.content?.['application/json']?.schema;
    if (requestBody !== undefined && schema !== undefined && (schema.required ?? []).length === 0)
      requestBody.required = false;
  }
}
