import { type Document, operationsOf } from './document.ts';

const integerHeader = (description: string) => ({ description, schema: { type: 'integer' } });
const textHeader = (description: string) => ({ description, schema: { type: 'string' } });

/** Response headers. */
const headers = {
  'X-Request-Id': textHeader('Identifies the request in the log'),
  'X-RateLimit-Limit': integerHeader(
    'Requests per minute in the window of this operation: that of selling, or that of all others; this and the two below are absent if there is no limit',
  ),
  'X-RateLimit-Remaining': integerHeader('Requests left in this window'),
  'X-RateLimit-Reset': integerHeader('When the window ends, in epoch seconds'),
  'Retry-After': integerHeader('Seconds to wait; with 429 and 503'),
  'Idempotent-Replayed': textHeader('`true` if the response was stored under the key and is replayed'),
  'Preference-Applied': textHeader('`return=representation` if the preference was applied'),
  ETag: textHeader(
    'Identifies this response: sent as `If-None-Match`, the response is 304 as long as nothing has changed',
  ),
  'X-Import-Id': textHeader('The id by which the progress of the import can be read'),
};

const refer = (...names: (keyof typeof headers)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const ofAll = refer('X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset');

/** The headers of every failure. */
export const failureHeaders = { ...ofAll, ...refer('Retry-After') };

const parameters = {
  IdempotencyKey: {
    in: 'header',
    name: 'Idempotency-Key',
    description: 'The first successful response is stored for 7 days, and replayed to the same request with this key',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  Prefer: {
    in: 'header',
    name: 'Prefer',
    description: '`return=representation`: respond with the whole record, without an envelope',
    schema: { type: 'string' },
  },
  ApprovalId: {
    in: 'header',
    name: 'Approval-Id',
    description: 'The id of an approval of exactly this request, for what the caller may not do alone',
    schema: { type: 'string', format: 'uuid' },
  },
  IfNoneMatch: {
    in: 'header',
    name: 'If-None-Match',
    description: 'The `ETag` of a response that the client has; without this header the response is never 304',
    schema: { type: 'string' },
  },
};

const referTo = (name: keyof typeof parameters) => ({ $ref: `#/components/parameters/${name}` });

/** Responses of these operations are never stored: they contain credentials, or nothing was changed. */
const unstored = [
  'login',
  'refresh',
  'refreshToken',
  'logout',
  'previewRefund',
  'quoteTransaction',
  'testWebhook',
  'testPush',
];
/** Operations whose responses have an ETag. */
const withEtag = [
  'listProducts',
  'getProduct',
  'listCategories',
  'listInventory',
  'getRecord',
  'reportSales',
  'reportInventory',
  'getDashboardSummary',
];
/** Operations of routes with `takesApproval`. */
const withApproval = [
  'createTransaction',
  'updateTransaction',
  'completeTransaction',
  'refundTransaction',
  'voidTransaction',
  'createCashMovement',
  'voidCashMovement',
  'closeShift',
  'adjustStock',
  'adjustRecord',
  'updateProduct',
  'patchProduct',
  'updateRecord',
  'patchRecord',
];
const withPreference = ['createProduct', 'updateProduct', 'patchProduct'];

/** Adds the request headers that an operation reads, and the headers of its responses. */
export function describeHeaders(document: Document): void {
  for (const { path, method, operation } of operationsOf(document)) {
    if (!path.startsWith('/api/v1/')) continue;
    const { operationId = '', responses = {} } = operation;
    const isStored = ['post', 'put', 'patch'].includes(method) && !unstored.includes(operationId);
    const hasPreference = withPreference.includes(operationId);
    const isTagged = withEtag.includes(operationId);
    const hasImportId = operationId === 'importRecords';
    const requestHeaders = [
      ...(isStored ? [referTo('IdempotencyKey')] : []),
      ...(withApproval.includes(operationId) ? [referTo('ApprovalId')] : []),
      ...(hasPreference ? [referTo('Prefer')] : []),
      ...(isTagged ? [referTo('IfNoneMatch')] : []),
    ];
    if (requestHeaders.length > 0) operation.parameters = [...(operation.parameters ?? []), ...requestHeaders];
    for (const [status, answer] of Object.entries(responses)) {
      if (!status.startsWith('2')) continue;
      answer.headers = {
        ...ofAll,
        ...(isStored ? refer('Idempotent-Replayed') : {}),
        ...(hasPreference ? refer('Preference-Applied') : {}),
        ...(hasImportId ? refer('X-Import-Id') : {}),
        ...(isTagged ? refer('ETag') : {}),
      };
    }
    if (isTagged)
      responses['304'] = {
        description: 'The response that the client has is still current',
        headers: { ...ofAll, ...refer('ETag') },
      };
  }
  document.components = { ...document.components, headers, parameters };
}
