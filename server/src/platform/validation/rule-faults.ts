import type { FastifyError, FastifyRequest } from 'fastify';
import { type AppError, type Detail, invalidInput, type ValidationErrors } from '../../core/errors.ts';

/** What `ValidationErrors` collected. */
export type Faults = Pick<ValidationErrors, 'details' | 'more_details'>;

/**
 * Checks the rules of a route on the part of its body that its schema allows. Any field may be missing, any element
 * undefined. It changes nothing, reads no more from the database than the body names, and reports nothing about missing
 * fields.
 */
export type RuleCheck = (request: FastifyRequest, part: unknown) => Faults | Promise<Faults>;

/**
 * Adds rule violations to the schema errors of a rejected request, so that the client sees all of them at once.
 * Malformed fields are not checked again.
 */
export async function withRuleFaults(appError: AppError, error: unknown, request: FastifyRequest): Promise<AppError> {
  const check = request.routeOptions.config?.checkRules;
  // Without an actor the request was not authenticated. Rule violations are added only to errors of the body.
  if (check === undefined || appError.code !== 'VALIDATION_ERROR' || request.actor === undefined || !isAboutBody(error))
    return appError;
  let faults: Faults;
  try {
    faults = await check(request, partWithout(request.body, invalidPaths(error)));
  } catch (failure) {
    // The schema errors are valid without it.
    request.log.warn({ err: failure }, 'the rules of a refused request could not be checked');
    return appError;
  }
  const named = appError.details.map(({ field }) => field);
  const isNamed = new Set(named);
  const others = faults.details.filter(
    ({ field }) => !isNamed.has(field) && !named.some((outer) => isBelow(field, outer)),
  );
  // If there are no schema errors, the error contains the same details as the rules' result, so they are counted once.
  const isOfForm = validationOf(error).validation !== undefined;
  const more = isOfForm
    ? appError.more_details + faults.more_details
    : Math.max(appError.more_details, faults.more_details);
  return invalidInput([...appError.details, ...others], more);
}

const isBelow = (field: string, outer: string): boolean =>
  field.startsWith(`${outer}.`) || field.startsWith(`${outer}[`);

const validationOf = (error: unknown): Pick<FastifyError, 'validation' | 'validationContext'> =>
  error instanceof Error ? (error as FastifyError) : {};

function isAboutBody(error: unknown): boolean {
  const { validation, validationContext } = validationOf(error);
  return validation === undefined || validationContext === 'body';
}

/** JSON pointers to the values that the schema does not allow. Missing required fields need none. */
const invalidPaths = (error: unknown): string[] =>
  (validationOf(error).validation ?? [])
    .filter(({ keyword }) => keyword !== 'required')
    .map(({ instancePath }) => instancePath);

function partWithout(body: unknown, paths: readonly string[]): unknown {
  if (typeof body !== 'object' || body === null || paths.includes('')) return {};
  for (const pointer of paths) remove(body as Record<string, unknown>, pointer.split('/').slice(1));
  return body;
}

function remove(from: Record<string, unknown>, path: readonly string[]): void {
  const last = path.at(-1);
  let parent: unknown = from;
  for (const name of path.slice(0, -1)) parent = isRecord(parent) ? parent[name] : undefined;
  if (last !== undefined && isRecord(parent)) parent[last] = undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The size of all details together. With the envelope and its headers, a response stays below 256 KiB. */
const bytesAtMost = 200 * 1024;
const fieldAtMost = 200;
const messageAtMost = 1_000;

/** The details of an error as they are sent: bounded, with a last row that says how many are left out. */
export function boundDetails({ details, more_details }: AppError, spell: (field: string) => string): Detail[] {
  const sent: Detail[] = [];
  let left = bytesAtMost;
  for (const { field, message } of details) {
    const detail = { field: shortened(spell(field), fieldAtMost), message: shortened(message, messageAtMost) };
    left -= Buffer.byteLength(JSON.stringify(detail));
    if (left < 0) break;
    sent.push(detail);
  }
  const missing = details.length - sent.length + more_details;
  return missing === 0 ? sent : [...sent, { field: 'details', message: `${missing} more are not listed` }];
}

const shortened = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length).toWellFormed()}…`;
