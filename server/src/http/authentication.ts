import type {} from '@fastify/jwt';
import type { FastifyRequest } from 'fastify';
import { type Actor, can } from '../kernel/actor.ts';
import { isId } from '../kernel/ids.ts';
import { forbidden, Refusal } from '../kernel/refusal.ts';
import type { App } from './app.ts';
import type { Forgotten, House, Identification } from './house.ts';
import { createRecall } from './recall.ts';

/** What an access token says. */
export interface Claims {
  /** The user. */
  sub: string;
  /** The session. */
  sid: string;
}

export const access_token_lifetime_s = 15 * 60;
export const tokenIssuer = 'tillhouse';
export const tokenAudience = 'tillhouse-api';

/** Ended sessions and changed rights are felt within this time, on every process. */
const recall_ms = 1_000;

const unauthenticated = (message: string) => new Refusal('UNAUTHENTICATED', message);

/** The claims of a request's bearer token. @throws Refusal UNAUTHENTICATED or TOKEN_EXPIRED */
export function readClaims(request: FastifyRequest): Claims {
  const known = read.get(request);
  if (known !== undefined) return known;
  const claims = verifyToken(request);
  read.set(request, claims);
  return claims;
}

/** Who counts a request and who lets it in both ask who it is: the signature is looked at once. */
const read = new WeakMap<FastifyRequest, Claims>();

function verifyToken(request: FastifyRequest): Claims {
  const header = request.headers.authorization;
  if (header === undefined) throw unauthenticated('An access token is needed: Authorization: Bearer <ACCESS_TOKEN>');
  const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header.trim())?.[1];
  if (token === undefined) throw unauthenticated('The Authorization header must read: Bearer <ACCESS_TOKEN>');
  try {
    const claims = request.server.jwt.verify<Partial<Claims>>(token);
    if (typeof claims.sub !== 'string' || typeof claims.sid !== 'string' || !isId(claims.sub) || !isId(claims.sid)) {
      throw unauthenticated('The access token is not one of ours');
    }
    return { sub: claims.sub, sid: claims.sid };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'FAST_JWT_EXPIRED') {
      throw new Refusal('TOKEN_EXPIRED', 'The access token has expired');
    }
    throw unauthenticated('The access token is not valid');
  }
}

export interface Authentication {
  /** For routes that need a person but no merchant. */
  requireSession(request: FastifyRequest): Promise<void>;
  /** For merchant-scoped routes: person, merchant and permission. */
  requireActor(request: FastifyRequest): Promise<void>;
  /** Who asked, as they are now: for answers that go on for long. @throws Refusal when the session has ended, or the right is lost */
  currentActor(request: FastifyRequest): Promise<Actor>;
  /** Makes the processes of this machine forget sessions at once; those of others follow within a second. */
  forget(session_ids: readonly string[]): Promise<void>;
  /** The same for a merchant's settings and for who works there. */
  forgetMerchant(merchant_id: string): Promise<void>;
}

export function createAuthentication(app: App, house: House, identification: Identification): Authentication {
  app.decorateRequest('claims');
  app.decorateRequest('actor');
  app.decorateRequest('db');
  const sessions = createRecall(
    (session_id: string) => identification.findSession(house.database.global, session_id, house.clock.now()),
    recall_ms,
  );
  const members = createRecall((key: string) => {
    const [merchant_id = '', user_id = ''] = key.split(' ');
    return identification.findMember(house.database.reader(merchant_id), user_id);
  }, recall_ms);

  const findSession = async ({ sid, sub }: Claims) => {
    const session = await sessions.find(sid);
    if (session === undefined || session.user_id !== sub) throw unauthenticated('The session has ended');
    return session;
  };

  const findActor = async (request: FastifyRequest, merchant_id: string): Promise<Actor> => {
    const { sub, sid } = request.claims;
    const member = await members.find(`${merchant_id} ${sub}`);
    if (member === undefined) throw forbidden('This merchant is not yours');
    const actor = { ...member, session_id: sid, address: request.ip };
    const { permission } = request.routeOptions.config;
    if (permission === undefined) throw new Error(`${request.method} ${request.routeOptions.url} names no permission`);
    if (!can(actor, permission)) throw forbidden(`The role ${member.role} may not do this`);
    return actor;
  };

  const authentication: Authentication = {
    async requireSession(request) {
      request.claims = readClaims(request);
      await findSession(request.claims);
    },
    async requireActor(request) {
      request.claims = readClaims(request);
      const session = await findSession(request.claims);
      const merchant_id = merchantHeader(request) ?? session.home_merchant_id;
      request.actor = await findActor(request, merchant_id);
      request.db = house.database.reader(merchant_id);
    },
    async currentActor(request) {
      await findSession(request.claims);
      return findActor(request, request.actor.merchant.id);
    },
    forget: (session_ids) => forget({ sessions: session_ids }),
    forgetMerchant: (merchant_id) => forget({ merchant: merchant_id }),
  };
  const forgetHere = (what: Forgotten) => {
    if ('merchant' in what) members.forgetWhere((key) => key.startsWith(`${what.merchant} `));
    else for (const session_id of what.sessions) sessions.forget(session_id);
  };
  const forget = async (what: Forgotten) => {
    forgetHere(what);
    await house.siblings?.forget(what);
  };
  house.siblings?.onForget(forgetHere);
  app.decorate('authentication', authentication);
  return authentication;
}

function merchantHeader(request: FastifyRequest): string | undefined {
  const header = request.headers['x-merchant-id'];
  if (header === undefined || header === '') return undefined;
  if (typeof header !== 'string' || !isId(header)) throw forbidden('X-Merchant-ID is not a merchant of yours');
  return header.toLowerCase();
}
