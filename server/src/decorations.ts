import type { Actor } from './core/actor.ts';
import type { Release } from './core/keyed-semaphore.ts';
import type { Permission } from './core/permissions.ts';
import type { Authentication, Claims } from './platform/authentication/authentication.ts';
import type { ResponseCache } from './platform/cache/response-cache.ts';
import type { Services } from './platform/context/services.ts';
import type { Handle } from './platform/database/handle.ts';
import type { Share } from './platform/limits/rate-limit.ts';
import type { RequestContext } from './platform/telemetry/telemetry.ts';
import type { FieldCase } from './platform/validation/field-case.ts';
import type { RuleCheck } from './platform/validation/rule-faults.ts';

/** What the application, its requests and its routes carry beside what Fastify gives them. Types alone: nobody imports this file. */

declare module 'fastify' {
  interface FastifyInstance {
    services: Services;
    /** Closes the application once the requests in flight are answered. */
    drain: () => Promise<void>;
    /** Aborted when that begins: for answers that would not end by themselves. */
    draining: AbortSignal;
    /** For routes that end a session or change who may do what. */
    authentication: Authentication;
    /** For reads that are asked again and again. */
    responseCache: ResponseCache;
    /** A place for heavy work of this merchant. @throws AppError RATE_LIMITED when it has as many under way as it may */
    beginHeavyWork: (merchant_id: string) => Promise<Release>;
    /** The same for work in the background; `undefined` when there is no place. */
    tryHeavyWork: (merchant_id: string) => Release | undefined;
  }
  interface FastifyRequest {
    /** What is done for it is done on this occasion. */
    requestContext: RequestContext;
    /** Claims of the access token; set on every route that is not public, unless an API key came in its place. */
    claims: Claims;
    /** Who asks, for which merchant; set on merchant-scoped routes. */
    actor: Actor;
    /** Called when the body has arrived and before it is parsed, if set. Returns a promise where the request has to wait. */
    beforeParsing: (() => Promise<void> | undefined) | undefined;
    /** Reads for that merchant. */
    db: Handle;
    /** Query parameters and fields that the client spells in camelCase, also those that it left out beside others. */
    clientFieldNames: Map<string, string>;
  }
  interface FastifyContextConfig {
    /** The one permission a merchant-scoped route needs. */
    permission?: Permission;
    /** Its response always holds costs or margins: `costs:read` is needed as well. Each role that may read it has that; an API key may not. */
    holdsCosts?: boolean;
    /** No token is looked at, and requests count for the address. */
    isPublic?: boolean;
    /**
     * Reads or writes files: a merchant may have few of them under way. `joins`: the route begins it by `beginHeavyWork`, unless it joins
     * what is under way already.
     */
    isHeavy?: true | 'joins';
    /** A public route that does more for a signed-in person: an access token is optional. */
    takesSession?: boolean;
    /** Counts in a window of requests of its own, beside that of all other routes: browsing blocks no sale, and selling no list. */
    share?: Share;
    /** Allowed to a role of which the merchant wants a second factor, before there is one. */
    withoutSecondFactor?: boolean;
    /** About the person who asks, and so for no API key. */
    isPersonal?: boolean;
    /** Body fields may be spelled in snake_case or camelCase; the schema knows them in this one, and so does who complains of them. */
    bodyFieldCase?: FieldCase;
    /** Names what rules have against the sound part of a refused body, beside what its schema has. */
    checkRules?: RuleCheck;
  }
}
