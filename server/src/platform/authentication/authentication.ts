import { setTimeout as sleep } from 'node:timers/promises';
import type {} from '@fastify/jwt';
import type { FastifyRequest } from 'fastify';
import { type Actor, can } from '../../core/actor.ts';
import { isApiKey, type PresentedKey, readApiKey } from '../../core/api-key.ts';
import { within } from '../../core/branches.ts';
import { AppError, forbidden, secondFactorMissing, signInNeeded } from '../../core/errors.ts';
import { isId } from '../../core/ids.ts';
import { needsSignIn, type Permission } from '../../core/permissions.ts';
import { createShortCache } from '../cache/short-cache.ts';
import type { App } from '../context/app.ts';
import type { FoundSession, Identification, Member, Services } from '../context/services.ts';

/** The claims of an access token. */
export interface Claims {
  /** The user. */
  sub: string;
  /** The session. */
  sid: string;
}

export const access_token_lifetime_s = 15 * 60;
export const tokenIssuer = 'tillhouse';
export const tokenAudience = 'tillhouse-api';

/** How long each process uses sessions, members and settings that it has read. */
const cache_ms = 1_000;
/** After this time no process uses a record from before a commit. Timers may fire a little early. */
const expired_ms = cache_ms + 10;

const unauthenticated = (message: string) => new AppError('UNAUTHENTICATED', message);

/** The claims of a request's bearer token. @throws AppError UNAUTHENTICATED or TOKEN_EXPIRED */
export function readClaims(request: FastifyRequest): Claims {
  const cached = claimsCache.get(request);
  if (cached !== undefined) return cached;
  const claims = verifyToken(request);
  claimsCache.set(request, claims);
  return claims;
}

/** The rate limit and the authentication both need the claims; the signature is verified once. */
const claimsCache = new WeakMap<FastifyRequest, Claims>();

const bearerOf = ({ headers }: FastifyRequest): string =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';

const keyCache = new WeakMap<FastifyRequest, PresentedKey | undefined>();

/** The API key of a request, if this service issued it. Does not check whether the key is still valid. */
export function presentedKey(request: FastifyRequest): PresentedKey | undefined {
  if (keyCache.has(request)) return keyCache.get(request);
  const key = readApiKey(bearerOf(request), request.server.services.secret);
  keyCache.set(request, key);
  return key;
}

function verifyToken(request: FastifyRequest): Claims {
  const header = request.headers.authorization;
  if (header === undefined) throw unauthenticated('An access token is needed: Authorization: Bearer <ACCESS_TOKEN>');
  if (isApiKey(bearerOf(request))) throw unauthenticated('The API key is not valid');
  const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header)?.[1];
  if (token === undefined) throw unauthenticated('The Authorization header must read: Bearer <ACCESS_TOKEN>');
  try {
    const claims = request.server.jwt.verify<Partial<Claims>>(token);
    if (typeof claims.sub !== 'string' || typeof claims.sid !== 'string' || !isId(claims.sub) || !isId(claims.sid)) {
      throw unauthenticated('The access token is not one of ours');
    }
    return { sub: claims.sub, sid: claims.sid };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'FAST_JWT_EXPIRED') {
      throw new AppError('TOKEN_EXPIRED', 'The access token has expired');
    }
    throw unauthenticated('The access token is not valid');
  }
}

export interface Authentication {
  /** For routes that need a person but no merchant. */
  requireSession(request: FastifyRequest): Promise<void>;
  /** For merchant-scoped routes: person, merchant and permission. */
  requireActor(request: FastifyRequest): Promise<void>;
  /**
   * The current state of the request's actor, for long-running responses.
   * @throws AppError if the session has ended or the actor has lost the permission
   */
  currentActor(request: FastifyRequest): Promise<Actor>;
  /** Removes sessions from the cache, and resolves when no other process has them in its cache any longer. */
  forget(session_ids: readonly string[]): Promise<void>;
  /** The same for a merchant's settings, staff and API keys. */
  forgetMerchant(merchant_id: string): Promise<void>;
}

export function createAuthentication(app: App, services: Services, identification: Identification): Authentication {
  app.decorateRequest('claims');
  app.decorateRequest('pinSession');
  app.decorateRequest('actor');
  app.decorateRequest('db');
  const sessions = createShortCache(
    (session_id: string) => identification.findSession(services.database.global, session_id, services.clock.now()),
    cache_ms,
  );
  /** Extends a session by PIN, at most once in the lifetime of the cache. */
  const extensions = createShortCache(
    (session_id: string) => identification.extendPinSession(services.database.global, session_id, services.clock.now()),
    cache_ms,
  );
  const members = createShortCache((key: string) => {
    const [merchant_id = '', user_id = ''] = key.split(' ');
    return identification.findMember(services.database.reader(merchant_id), user_id);
  }, cache_ms);

  /** A response that leaves after this is followed by requests that find the change in every process. */
  const untilExpiredElsewhere = async () => {
    if (!services.isAlone) await sleep(expired_ms);
  };

  const findSession = async ({ sid, sub }: Claims) => {
    const session = await sessions.find(sid);
    if (session === undefined || session.user_id !== sub) throw unauthenticated('The session has ended');
    return session;
  };

  const apiKeys = createShortCache((key: string) => {
    const [merchant_id = '', key_hash = ''] = key.split(' ');
    return identification.findApiKey(
      services.database.reader(merchant_id),
      Buffer.from(key_hash, 'hex'),
      services.clock.now(),
    );
  }, cache_ms);

  /** A key acts as the user who created it, with the permissions that both have. */
  const findKeyActor = async (request: FastifyRequest, { merchant_id, key_hash }: PresentedKey): Promise<Actor> => {
    const key = await apiKeys.find(`${merchant_id} ${key_hash.toString('hex')}`);
    const isInvalid = key === undefined || (key.expires_at !== null && key.expires_at <= services.clock.now());
    const member = isInvalid ? undefined : await members.find(`${merchant_id} ${key.created_by}`);
    if (isInvalid || member === undefined) throw unauthenticated('The API key is not valid');
    if ((merchantHeader(request) ?? merchant_id) !== merchant_id)
      throw forbidden('X-Merchant-ID is not the merchant of this key');
    const branch_ids = within(member.branch_ids, key.branch_ids);
    const { id, name, permissions } = key;
    const actor: Actor = { ...member, branch_ids, address: request.ip, api_key: { id, name, permissions } };
    const { isPersonal, holdsCosts } = request.routeOptions.config;
    if (isPersonal === true || branch_ids?.length === 0) throw forbidden('This API key may not do this');
    const permission = permissionOf(request);
    if (!can(actor, permission)) throw forbidden(`This API key may not do this: it needs ${permission}`);
    if (holdsCosts === true && !can(actor, 'costs:read')) throw forbidden('This API key needs costs:read as well');
    return actor;
  };

  /** A session by PIN ends with the membership of its user, and of the user who registered its device. */
  const requireMembers = async (pin: NonNullable<FoundSession['pin']>, member: Member | undefined): Promise<void> => {
    const registrar = await members.find(`${pin.merchant_id} ${pin.device_user_id}`);
    if (member === undefined || registrar === undefined) throw unauthenticated('The session has ended');
  };

  const findActor = async (request: FastifyRequest, merchant_id: string, session: FoundSession): Promise<Actor> => {
    const { sub, sid } = request.claims;
    const { pin } = session;
    if (pin !== null && merchant_id !== pin.merchant_id)
      throw forbidden('X-Merchant-ID is not the merchant of this PIN');
    const member = await members.find(`${merchant_id} ${sub}`);
    if (pin !== null) await requireMembers(pin, member);
    if (member === undefined) throw forbidden('This merchant is not yours');
    const actor: Actor = { ...member, session_id: sid, address: request.ip, pin_device_id: pin?.device_id };
    const { withoutSecondFactor } = request.routeOptions.config;
    const permission = permissionOf(request);
    if (!can(actor, permission)) throw forbidden(`The role ${member.role} may not do this: it needs ${permission}`);
    if (pin !== null && (request.routeOptions.config.needsSignIn === true || needsSignIn(permission)))
      throw signInNeeded();
    const isFactorMissing = !session.has_second_factor && member.merchant.require_totp_roles.includes(member.role);
    if (isFactorMissing && withoutSecondFactor !== true) throw secondFactorMissing();
    return actor;
  };

  const authentication: Authentication = {
    async requireSession(request) {
      if (presentedKey(request) !== undefined)
        throw forbidden('An API key may not do this: it is for a person who is signed in');
      request.claims = readClaims(request);
      const { pin } = await findSession(request.claims);
      if (pin === null) return;
      if (request.routeOptions.config.allowsPin !== true) throw signInNeeded();
      request.pinSession = pin;
      await extensions.find(request.claims.sid);
    },
    async requireActor(request) {
      const key = presentedKey(request);
      if (key !== undefined) {
        request.actor = await findKeyActor(request, key);
        request.db = services.database.reader(key.merchant_id);
        return;
      }
      request.claims = readClaims(request);
      const session = await findSession(request.claims);
      const merchant_id = merchantHeader(request) ?? session.home_merchant_id;
      request.actor = await findActor(request, merchant_id, session);
      if (session.pin !== null) {
        request.pinSession = session.pin;
        await extensions.find(request.claims.sid);
      }
      request.db = services.database.reader(merchant_id);
    },
    async currentActor(request) {
      const key = presentedKey(request);
      if (key !== undefined) return findKeyActor(request, key);
      return findActor(request, request.actor.merchant.id, await findSession(request.claims));
    },
    async forget(session_ids) {
      for (const session_id of session_ids) sessions.forget(session_id);
      if (session_ids.length > 0) await untilExpiredElsewhere();
    },
    async forgetMerchant(merchant_id) {
      for (const cache of [members, apiKeys]) cache.forgetWhere((name) => name.startsWith(`${merchant_id} `));
      await untilExpiredElsewhere();
    },
  };
  app.decorate('authentication', authentication);
  return authentication;
}

function permissionOf({ method, routeOptions: { url, config } }: FastifyRequest): Permission {
  if (config.permission === undefined) throw new Error(`${method} ${url} names no permission`);
  return config.permission;
}

function merchantHeader(request: FastifyRequest): string | undefined {
  const header = request.headers['x-merchant-id'];
  if (header === undefined || header === '') return undefined;
  if (typeof header !== 'string' || !isId(header)) throw forbidden('X-Merchant-ID is not a merchant of yours');
  return header.toLowerCase();
}
