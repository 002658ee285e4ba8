import { type Document, operationsOf } from './document.ts';

const whole = (description: string) => ({ description, schema: { type: 'integer' } });
const word = (description: string) => ({ description, schema: { type: 'string' } });

/** Headers of answers. */
const headers = {
  'X-Request-Id': word('Finds the request in the log'),
  'X-RateLimit-Limit': whole(
    'Requests a minute, in the window of this operation: that for selling, or that of all others; this and the two below are absent where there is no limit',
  ),
  'X-RateLimit-Remaining': whole('Requests left in this window'),
  'X-RateLimit-Reset': whole('When the window ends, in epoch seconds'),
  'Retry-After': whole('Seconds to wait; with 429 and 503'),
  'Idempotent-Replayed': word('`true` when the answer was kept under the key and is sent again'),
  'Preference-Applied': word('`return=representation` when the preference was met'),
  ETag: word('Names this answer: sent as `If-None-Match`, it is answered 304 for as long as nothing has changed'),
  'X-Import-Id': word('Under which the import can be followed'),
};

const refer = (...names: (keyof typeof headers)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const ofAll = refer('X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset');

/** Of every failure. */
export const failureHeaders = { ...ofAll, ...refer('Retry-After') };

const parameters = {
  IdempotencyKey: {
    in: 'header',
    name: 'Idempotency-Key',
    description: 'The first answer of success is kept for 7 days, and sent again to the same request under this key',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  Prefer: {
    in: 'header',
    name: 'Prefer',
    description: '`return=representation`: answer the whole record, without an envelope',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    in: 'header',
    name: 'If-None-Match',
    description: 'The `ETag` of an answer that the client has; without it nobody is answered 304',
    schema: { type: 'string' },
  },
};

const referTo = (name: keyof typeof parameters) => ({ $ref: `#/components/parameters/${name}` });

/** Answers of these are never kept: they are credentials, or nothing was changed. */
const unkept = ['login', 'refresh', 'refreshToken', 'logout', 'previewRefund', 'quoteTransaction', 'testWebhook', 'testPush'];
/** What may be asked for again and again. */
const tagged = [
  'listProducts',
  'getProduct',
  'listCategories',
  'listInventory',
  'getRecord',
  'reportSales',
  'reportInventory',
  'getDashboardSummary',
];
const preferring = ['createProduct', 'updateProduct', 'patchProduct'];

/** Says which headers an operation hears, and which come with its answers. */
export function describeHeaders(document: Document): void {
  for (const { path, method, operation } of operationsOf(document)) {
    if (!path.startsWith('/api/v1/')) continue;
    const { operationId = '', responses = {} } = operation;
    const keeps = method === 'post' && !unkept.includes(operationId);
    const prefers = preferring.includes(operationId);
    const isTagged = tagged.includes(operationId);
    const isFollowed = operationId === 'importRecords';
    const heard = [
      ...(keeps ? [referTo('IdempotencyKey')] : []),
      ...(prefers ? [referTo('Prefer')] : []),
      ...(isTagged ? [referTo('IfNoneMatch')] : []),
    ];
    if (heard.length > 0) operation.parameters = [...(operation.parameters ?? []), ...heard];
    for (const [status, answer] of Object.entries(responses)) {
      if (!status.startsWith('2')) continue;
      answer.headers = {
        ...ofAll,
        ...(keeps ? refer('Idempotent-Replayed') : {}),
        ...(prefers ? refer('Preference-Applied') : {}),
        ...(isFollowed ? refer('X-Import-Id') : {}),
        ...(isTagged ? refer('ETag') : {}),
      };
    }
    if (isTagged)
      responses['304'] = { description: 'The answer that the client has is still right', headers: { ...ofAll, ...refer('ETag') } };
  }
  document.components = { ...document.components, headers, parameters };
}
