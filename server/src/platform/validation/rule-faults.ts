import type { FastifyError, FastifyRequest } from 'fastify';
import { type AppError, invalidInput, type ValidationErrors } from '../../core/errors.ts';

/** What `ValidationErrors` collected. */
export type Faults = Pick<ValidationErrors, 'details' | 'more_details'>;

/**
 * The rules of a route that can be checked on a part of its body: the body without what its schema does not allow. Any field may be missing,
 * any element undefined. It changes nothing, asks the database for no more than the body names,
 * and says nothing of fields that are missing from the part.
 */
export type RuleCheck = (request: FastifyRequest, part: unknown) => Faults | Promise<Faults>;

/**
 * Names the faults against rules beside those that a refusal names already: a client is told of all of them at once. What is malformed is not
 * checked again.
 */
export async function withRuleFaults(appError: AppError, error: unknown, request: FastifyRequest): Promise<AppError> {
  const check = request.routeOptions.config?.checkRules;
  // Without an actor nobody was let in; only faults of the body are told beside others of the body.
  if (check === undefined || appError.code !== 'VALIDATION_ERROR' || request.actor === undefined || !isAboutBody(error)) return appError;
  let faults: Faults;
  try {
    faults = await check(request, partWithout(request.body, faultyPlaces(error)));
  } catch (failure) {
    // What was found first is true without it.
    request.log.warn({ err: failure }, 'the rules of a refused request could not be checked');
    return appError;
  }
  const named = appError.details.map(({ field }) => field);
  const isNamed = new Set(named);
  const others = faults.details.filter(({ field }) => !isNamed.has(field) && !named.some((outer) => isBelow(field, outer)));
  // Where the form is right, the refusal says a part of what the rules say: what both counted is counted once.
  const isOfForm = validationOf(error).validation !== undefined;
  const more = isOfForm ? appError.more_details + faults.more_details : Math.max(appError.more_details, faults.more_details);
  return invalidInput([...appError.details, ...others], more);
}

const isBelow = (field: string, outer: string): boolean => field.startsWith(`${outer}.`) || field.startsWith(`${outer}[`);

const validationOf = (error: unknown): Pick<FastifyError, 'validation' | 'validationContext'> =>
  error instanceof Error ? (error as FastifyError) : {};

function isAboutBody(error: unknown): boolean {
  const { validation, validationContext } = validationOf(error);
  return validation === undefined || validationContext === 'body';
}

/** JSON pointers to what the schema does not allow. What is required and missing is missing anyway. */
const faultyPlaces = (error: unknown): string[] =>
  (validationOf(error).validation ?? []).filter(({ keyword }) => keyword !== 'required').map(({ instancePath }) => instancePath);

function partWithout(body: unknown, places: readonly string[]): unknown {
  if (typeof body !== 'object' || body === null || places.includes('')) return {};
  for (const place of places) remove(body as Record<string, unknown>, place.split('/').slice(1));
  return body;
}

function remove(from: Record<string, unknown>, path: readonly string[]): void {
  const last = path.at(-1);
  let parent: unknown = from;
  for (const name of path.slice(0, -1)) parent = isRecord(parent) ? parent[name] : undefined;
  if (last !== undefined && isRecord(parent)) parent[last] = undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
