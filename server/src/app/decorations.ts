import type { Actor } from '../core/actor.ts';
import type { PresentedApproval } from '../core/approval-rule.ts';
import type { Release } from '../core/concurrency/keyed-semaphore.ts';
import type { Permission } from '../core/permissions.ts';
import type { Authentication, Claims } from '../platform/authentication/authentication.ts';
import type { ResponseCache } from '../platform/cache/response-cache.ts';
import type { PinScope, Services } from '../platform/context/services.ts';
import type { Handle } from '../platform/database/handle.ts';
import type { ApprovalStore } from '../platform/idempotency/approvals.ts';
import type { Share } from '../platform/limits/rate-limit.ts';
import type { RequestContext } from '../platform/telemetry/telemetry.ts';
import type { FieldCase } from '../platform/validation/field-case.ts';
import type { RuleCheck } from '../platform/validation/rule-faults.ts';

/** The decorations of the application, its requests and its routes. Only types; no file imports this one. */

declare module 'fastify' {
  interface FastifyInstance {
    services: Services;
    /** Closes the application after the requests in flight are answered. */
    drain: () => Promise<void>;
    /** Aborted when draining begins, for responses that would not end by themselves. */
    draining: AbortSignal;
    /** For routes that end a session or change permissions. */
    authentication: Authentication;
    /** For frequent reads. */
    responseCache: ResponseCache;
    /** Checks and consumes the approvals that requests present. */
    approvals: ApprovalStore;
    /** Reserves a slot for heavy work of this merchant. @throws AppError RATE_LIMITED if all of its slots are in use */
    beginHeavyWork: (merchant_id: string) => Promise<Release>;
    /** The same for background work; `undefined` if there is no free slot. */
    tryHeavyWork: (merchant_id: string) => Release | undefined;
  }
  interface FastifyRequest {
    /** The context in which this request's work is logged and traced. */
    requestContext: RequestContext;
    /** Claims of the access token; set on every route that is not public, unless the request has an API key instead. */
    claims: Claims;
    /** Set on routes without a merchant if the session is by PIN. */
    pinSession: PinScope | undefined;
    /** The user or API key and the merchant; set on merchant-scoped routes. */
    actor: Actor;
    /** Called after the body has arrived and before it is parsed, if set. Returns a promise if the request has to wait. */
    beforeParsing: (() => Promise<void> | undefined) | undefined;
    /** The approval in `Approval-Id`, on routes that take one. */
    presentedApproval: PresentedApproval | undefined;
    /** Reads for that merchant. */
    db: Handle;
    /** The client's camelCase names of query parameters and fields, including the names of those that it left out. */
    clientFieldNames: Map<string, string>;
  }
  interface FastifyContextConfig {
    /** The one permission a merchant-scoped route needs. */
    permission?: Permission;
    /**
     * Its response always contains costs or margins: `costs:read` is needed as well. Each role that may read it has
     * that permission; an API key may lack it.
     */
    holdsCosts?: boolean;
    /** Tokens are ignored, and requests count for the address. */
    isPublic?: boolean;
    /**
     * Reads or writes files, or reads many rows: a merchant may run few of them at a time. `joins`: the route calls
     * `beginHeavyWork` itself, unless it joins work that already runs.
     */
    isHeavy?: true | 'joins';
    /** A public route that does more for a signed-in person: an access token is optional. */
    takesSession?: boolean;
    /** Requests count in a separate rate-limit window, so that browsing does not block sales, nor sales browsing. */
    share?: Share;
    /** Allowed without a second factor, even if the merchant requires one for the role. */
    withoutSecondFactor?: boolean;
    /** Honours the header `Approval-Id`. */
    takesApproval?: boolean;
    /** On a route without a merchant: allowed with a session by PIN. */
    allowsPin?: boolean;
    /** On a merchant-scoped route: not allowed with a session by PIN. */
    needsSignIn?: boolean;
    /** About the signed-in user, so not allowed with an API key. */
    isPersonal?: boolean;
    /** Body fields may be written in snake_case or camelCase; the schema and the errors use this one. */
    bodyFieldCase?: FieldCase;
    /** Reports rule violations in the valid part of a rejected body, in addition to the schema's errors. */
    checkRules?: RuleCheck;
  }
}
