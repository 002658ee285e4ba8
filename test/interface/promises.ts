/** What the interface says in words, beside the tables of its operations; by section. */

export const general = [
  'the version is part of the path: /api/v1',
  'success: true in every JSON success',
  'success: false and error in every failure',
  'timestamps are ISO 8601 in UTC',
  'money that is a whole number comes as a whole number',
  'product statuses: active, inactive; nothing else',
  'a transaction is completed on creation',
  'a deleted product is marked removed, not erased',
];

export const authentication = [
  'every request but login, registration and refresh carries a bearer token',
  'the token is a JWT, sent as Authorization: Bearer',
  'login answers tokens and a lifetime in seconds, and the token works',
  'the new token of a refresh works',
  'logout and me require the token',
  'X-Merchant-ID names the merchant',
  'login takes a bearer header, and needs none',
  'both refresh paths do the same',
  'login with invalid input answers the error envelope',
  'a user shows merchant_id and branch_id in the current-user response only',
  'cashier is a role',
  'security schemes bearerAuth and merchantId are described',
];

export const products = [
  'GET /products: page is 1 when left out',
  'GET /products: limit is 20 when left out',
  'GET /products: limit is 100 at most',
  'GET /products: sort takes several names, a minus turns one round',
  'GET /products: no variants in the list',
  'GET /products: meta counts rows and pages',
  'PUT /products/{id}: the changed fields, and no others',
  'images are addresses under {cdn_url}',
  'a deleted product is listed and found no more',
];

export const transactions = [
  'POST /transactions: cash is a payment method',
  'POST /transactions: total_amount is the sum of quantities times prices',
  'GET /transactions: both ends of the dates are included',
];

export const inventory = [
  'available is stock minus reserved',
  'type addition adds',
  'a transfer takes here what it adds there',
];

export const clientLayer = [
  'POST /inventory: name, sku, price, stock and category are required, minStock is not',
  'PATCH /inventory/{id}: what is not sent stays',
  'POST /inventory/stock/adjust: reference is optional',
  'GET /inventory/export: what it answers is a file of the format',
  'records and products are the same things',
];

export const reports = [
  'GET /reports/sales: both dates are required, in either spelling',
  'download_url is under {cdn_url} and answers the file',
  'expires_at is when the link ends',
];

export const customers = ['phone is in international format with a leading +'];

export const errors = [
  'error -> success',
  'error -> error.code',
  'error -> error.message',
  'error -> error.details[].field',
  'error -> error.details[].message',
  'a validation error has the code VALIDATION_ERROR and names each offending field',
  'status 200 OK',
  'status 201 Created',
  'status 400 Bad Request',
  'status 401 Unauthorized',
  'status 403 Forbidden: a lack of permission',
  'status 404 Not Found: a missing record',
  'status 422 Validation Error',
  'status 429 Too Many Requests',
  'status 500 Internal Server Error',
  'status 503 Service Unavailable',
];

export const limits = [
  '100 requests a minute for a user',
  'header X-RateLimit-Limit: the limit',
  'header X-RateLimit-Remaining: requests left',
  'header X-RateLimit-Reset: integer timestamp of the reset',
  '429 when exceeded',
  'page is 1 and limit 20 when left out, 100 at most, on every list',
];
