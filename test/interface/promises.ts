/** The statements of the interface in prose, next to the tables of its operations, by section. */

export const general = [
  'the version is part of the path: /api/v1',
  'success: true in every JSON success',
  'success: false and error in every failure',
  'timestamps are ISO 8601 in UTC',
  'whole amounts are whole numbers',
  'product statuses: active, inactive; nothing else',
  'a transaction is completed on creation',
  'a deleted product is marked removed, not erased',
];

export const authentication = [
  'every request but login, registration and refresh carries a bearer token',
  'the token is a JWT, sent as Authorization: Bearer',
  'login returns tokens and a lifetime in seconds, and the token is valid',
  'the new token of a refresh is valid',
  'logout and me require the token',
  'X-Merchant-ID names the merchant',
  'login accepts a bearer header, but does not require it',
  'both refresh paths do the same',
  'login with invalid input returns the error envelope',
  'a user shows merchant_id and branch_id in the current-user response only',
  'cashier is a role',
  'security schemes bearerAuth and merchantId are described',
];

export const products = [
  'GET /products: page is 1 by default',
  'GET /products: limit is 20 by default',
  'GET /products: limit is at most 100',
  'GET /products: sort accepts several names, a minus reverses one',
  'GET /products: no variants in the list',
  'GET /products: meta counts rows and pages',
  'PUT /products/{id}: returns only the changed fields',
  'images are addresses under {cdn_url}',
  'a deleted product is neither listed nor found',
];

export const transactions = [
  'POST /transactions: cash is a payment method',
  'POST /transactions: total_amount is the sum of quantities times prices',
  'GET /transactions: both ends of the dates are included',
];

export const inventory = [
  'available is stock minus reserved',
  'type addition adds',
  'a transfer subtracts from one warehouse what it adds to the other',
];

export const clientLayer = [
  'POST /inventory: name, sku, price, stock and category are required, minStock is not',
  'PATCH /inventory/{id}: omitted fields do not change',
  'POST /inventory/stock/adjust: reference is optional',
  'GET /inventory/export: the response is a file of the format',
  'records and products are the same entities',
];

export const reports = [
  'GET /reports/sales: both dates are required, in either spelling',
  'download_url is under {cdn_url} and returns the file',
  'expires_at is when the link expires',
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
  'header X-RateLimit-Remaining: remaining requests',
  'header X-RateLimit-Reset: integer timestamp of the reset',
  '429 when exceeded',
  'page is 1 and limit 20 by default, at most 100, on every list',
];
