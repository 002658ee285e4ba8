import type { Handle } from '../db/handle.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Permission } from '../kernel/permissions.ts';
import type { Occasion } from '../telemetry/telemetry.ts';
import type { Answers } from './answers.ts';
import type { Authentication, Claims } from './authentication.ts';
import type { House } from './house.ts';
import type { Spelling } from './spelling.ts';

/** What the application, its requests and its routes carry beside what Fastify gives them. Types alone: nobody imports this file. */

declare module 'fastify' {
  interface FastifyInstance {
    house: House;
    /** Closes the application once the requests in flight are answered. */
    drain: () => Promise<void>;
    /** Aborted when that begins: for answers that would not end by themselves. */
    draining: AbortSignal;
    /** For routes that end a session or change who may do what. */
    authentication: Authentication;
    /** For reads that are asked again and again. */
    answers: Answers;
  }
  interface FastifyRequest {
    /** What is done for it is done on this occasion. */
    occasion: Occasion;
    /** Claims of the access token; set on every route that is not public. */
    claims: Claims;
    /** Who asks, for which merchant; set on merchant-scoped routes. */
    actor: Actor;
    /** Reads for that merchant. */
    db: Handle;
    /** Query parameters and fields that the client spells in camelCase, also those that it left out beside others. */
    spelledAs: Map<string, string>;
  }
  interface FastifyContextConfig {
    /** The one permission a merchant-scoped route needs. */
    permission?: Permission;
    /** No token is looked at, and requests count for the address. */
    isPublic?: boolean;
    /** Body fields may be spelled in snake_case or camelCase; the schema knows them in this one, and so does who complains of them. */
    bodySpelling?: Spelling;
  }
}
