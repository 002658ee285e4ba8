import pg from 'pg';
import { AppError, type Detail, type ErrorCode } from '../../core/errors.ts';

const retry_after_s = 2;

const unavailable = (cause: unknown) =>
  new AppError('UNAVAILABLE', 'The service cannot answer right now, try again shortly', [], { retry_after_s, cause });

// Classes of SQLSTATE: connection exceptions, insufficient resources (disk full among them), operator intervention.
const transientCodes = /^(08|53|57|55P03|25006|40001|40P01)/;
const connectionLossMessage =
  /connection terminated|connection ended|timeout exceeded when trying to connect|timeout expired|query read timeout|not queryable|client was closed|cannot use a pool after calling end/i;
const networkErrorCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EACCES',
]);

/**
 * Whether a retry of the whole transaction may succeed: after serialization failures, deadlocks, and duplicates of a
 * sale's random code.
 */
export function isRetryable(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error;
  if (!(cause instanceof pg.DatabaseError)) return false;
  return cause.code === '40001' || cause.code === '40P01' || constraintOf(cause) === 'sales_code_unique';
}

/**
 * The violated constraint. Citus appends a shard number to constraint names, and passes on some errors only as
 * messages.
 */
const constraintOf = ({ constraint, code, message }: pg.DatabaseError): string | undefined =>
  (constraint ?? (code?.startsWith('23') ? /constraint "([^"]+)"$/.exec(message)?.[1] : undefined))?.replace(
    /_\d{6,}$/,
    '',
  );

/** Whether it is an error of the connection and not of the statement. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof AppError) return false;
  if (error instanceof pg.DatabaseError) return error.severity === 'FATAL' || error.severity === 'PANIC';
  return isUnavailable(mapDatabaseError(error));
}

const isUnavailable = (error: unknown): boolean => error instanceof AppError && error.code === 'UNAVAILABLE';

/** Maps a database error to an AppError if it is a known one; returns any other error unchanged. */
export function mapDatabaseError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? '';
    if (transientCodes.test(code)) return unavailable(error);
    const constraint = constraintOf(error);
    const known = constraint === undefined ? undefined : errorsByConstraint[constraint];
    if (known !== undefined) {
      const details: Detail[] = known.field === undefined ? [] : [{ field: known.field, message: known.message }];
      return new AppError(known.code, known.message, details, { cause: error });
    }
    if (code === '22003')
      return new AppError('VALIDATION_ERROR', 'A number would become too large to keep', [], { cause: error });
    return error;
  }
  if (error instanceof Error) {
    const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
    if (networkErrorCodes.has(code) || connectionLossMessage.test(error.message)) return unavailable(error);
  }
  return error;
}

interface ConstraintError {
  code: ErrorCode;
  field?: string;
  message: string;
}

/** The errors for constraints that a concurrent change violates although the rules were checked before. */
export const errorsByConstraint: Record<string, ConstraintError> = {
  users_email_unique: { code: 'DUPLICATE', field: 'email', message: 'This e-mail address is already registered' },
  memberships_pkey: { code: 'DUPLICATE', field: 'email', message: 'This person is already a member of the staff' },
  member_pins_unique: { code: 'DUPLICATE', field: 'pin', message: 'This PIN cannot be used; choose another' },
  invitations_member_unique: { code: 'DUPLICATE', field: 'email', message: 'This person is invited already' },
  branches_pkey: { code: 'DUPLICATE', field: 'id', message: 'This id is already in use' },
  registers_name_unique: { code: 'DUPLICATE', field: 'name', message: 'This branch has a register of this name' },
  shifts_one_open: { code: 'INVALID_STATE', field: 'register_id', message: 'The register already has an open shift' },
  cash_movement_voids_pkey: { code: 'INVALID_STATE', message: 'The movement is already voided' },
  categories_name_unique: { code: 'DUPLICATE', field: 'name', message: 'There is already a category of this name' },
  products_sku_unique: { code: 'DUPLICATE', field: 'sku', message: 'This SKU is already in use' },
  products_barcode_unique: { code: 'DUPLICATE', field: 'barcode', message: 'This barcode is already in use' },
  customers_pkey: { code: 'DUPLICATE', field: 'id', message: 'This id is already in use' },
  sales_pkey: { code: 'DUPLICATE', field: 'id', message: 'This id is already in use' },
  stock_levels_available: { code: 'INSUFFICIENT_STOCK', message: 'There is not enough stock' },
  stock_levels_reserved: { code: 'INVALID_STATE', message: 'The reserved quantity has changed meanwhile' },
  sales_refunded_within_total: {
    code: 'INVALID_STATE',
    message: 'More than is left of this transaction cannot be refunded',
  },
  sale_lines_refunded_quantity: { code: 'INVALID_STATE', message: 'More than was sold cannot be refunded' },
  sale_lines_refunded_amount: { code: 'INVALID_STATE', message: 'More than is left of this item cannot be refunded' },
};
