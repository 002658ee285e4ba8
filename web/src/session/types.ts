import type { OperationMethods } from '@tillhouse/client';

/** The `data` of an operation's response. */
export type Answer<Name extends keyof OperationMethods> =
  Awaited<ReturnType<OperationMethods[Name]>> extends { data: infer Data } ? Data : never;

/** One row of a list. */
export type RowOf<Name extends keyof OperationMethods> = Answer<Name> extends readonly (infer Row)[] ? Row : never;

export type Merchant = Answer<'getMerchant'>;
export type Role = Answer<'getCurrentUser'>['role'];
