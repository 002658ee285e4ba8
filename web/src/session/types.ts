import type { OperationMethods } from '@tillhouse/client';

/** The `data` of an operation's response. */
export type ResponseData<Name extends keyof OperationMethods> =
  Awaited<ReturnType<OperationMethods[Name]>> extends { data: infer Data } ? Data : never;

/** One row of a list. */
export type RowOf<Name extends keyof OperationMethods> =
  ResponseData<Name> extends readonly (infer Row)[] ? Row : never;

export type Merchant = ResponseData<'getMerchant'>;
export type Role = ResponseData<'getCurrentUser'>['role'];
