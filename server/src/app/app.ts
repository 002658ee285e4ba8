import { randomUUID } from 'node:crypto';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from 'fastify';
import type { KeyedSemaphore } from '../core/concurrency/keyed-semaphore.ts';
import { findApiKey } from '../features/api-keys/find-api-key.ts';
import { approvalStore } from '../features/approvals/use-approval.ts';
import { removeOldEntries } from '../features/audit/write-entries.ts';
import { extendPinSession } from '../features/auth/pins/start-pin-session.ts';
import { removeOldSessions } from '../features/auth/sessions/end-sessions.ts';
import { findSession } from '../features/auth/sessions/session-queries.ts';
import { removeUnusedPictures } from '../features/catalogue/pictures/remove-pictures.ts';
import { renamePictures } from '../features/catalogue/pictures/rename-pictures.ts';
import { eventTypes } from '../features/events/all-events.ts';
import { findState } from '../features/events/find-state.ts';
import { removeOldEvents } from '../features/events/write-events.ts';
import { mayDownloadExport } from '../features/exports/find-requester.ts';
import { removeOldExports } from '../features/exports/get-export.ts';
import { removeOldImports } from '../features/items/follow-import.ts';
import { findMember } from '../features/merchant/member-queries.ts';
import { closeDays } from '../features/reports/close-days.ts';
import { sumMonths } from '../features/sales-rollups/rebuild-rollups.ts';
import { removeOldDeliveries } from '../features/webhooks/deliveries.ts';
import { type Claims, createAuthentication } from '../platform/authentication/authentication.ts';
import { registerTokens } from '../platform/authentication/tokens.ts';
import { createResponseCache } from '../platform/cache/response-cache.ts';
import type { App } from '../platform/context/app.ts';
import type { Services } from '../platform/context/services.ts';
import { createBackOffice } from '../platform/http/back-office.ts';
import { registerCors } from '../platform/http/cors.ts';
import { registerDownloads } from '../platform/http/downloads.ts';
import { registerDrain } from '../platform/http/drain.ts';
import { answerClientError, registerErrors, sendFailure } from '../platform/http/errors.ts';
import { headersOfAll } from '../platform/http/headers.ts';
import { registerRequestContext } from '../platform/http/request-context.ts';
import { registerApprovals } from '../platform/idempotency/present-approval.ts';
import { createLimits } from '../platform/limits/limits.ts';
import { registerLoadShedding } from '../platform/limits/load-shedding.ts';
import { registerPacedArrival } from '../platform/limits/paced-arrival.ts';
import { createRateLimit } from '../platform/limits/rate-limit.ts';
import type { MaintenanceTask } from '../platform/maintenance/maintenance.ts';
import { registerHealth } from '../platform/monitoring/health.ts';
import { registerMetrics } from '../platform/monitoring/metrics.ts';
import { registerOpenApi } from '../platform/openapi/openapi.ts';
import { registerBodies } from '../platform/validation/body.ts';
import { serializersOnFirstUse } from '../platform/validation/compile-late.ts';
import { registerFieldCase } from '../platform/validation/field-case.ts';
import { registerValidation } from '../platform/validation/validation.ts';
import { openRoutes, scopedRoutes, signedInRoutes } from './routes.ts';

interface AppOptions {
  services: Services;
  /** Without one, nothing is logged. */
  logger?: FastifyBaseLogger;
  /** The state of the database pool, for /metrics. */
  pool: { totalCount: number; idleCount: number; waitingCount: number };
  /** The connections that each merchant holds and waits for. */
  shares?: KeyedSemaphore;
  /** Called for each route when it is added. */
  onRoute?: (route: RouteOptions) => void;
}

/**
 * A client that reads nothing of a response for two of these periods is disconnected: Node notices at the second
 * timeout.
 */
const unread_timeout_ms = 15_000;
/** Slow senders and idle clients have their own limits; a handler may take long. */
const ofConnections = {
  bodyLimit: 1024 * 1024,
  requestTimeout: 30_000,
  connectionTimeout: 0,
  keepAliveTimeout: 72_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
};
/** The maximum length of an address. The route answers 404 for a value that is too long to be an id. */
const routerOptions = { ignoreTrailingSlash: true, maxParamLength: 16_384 };

/** The maintenance tasks of all features. */
export const maintenanceTasks: readonly MaintenanceTask[] = [
  closeDays,
  sumMonths,
  removeOldImports,
  removeOldExports,
  removeOldEvents,
  removeOldDeliveries,
  removeOldEntries,
  renamePictures,
  removeUnusedPictures,
  removeOldSessions,
];

/** Builds the whole service without listening on a port. `routes.ts` lists what it offers. */
export async function buildApp({ services, logger, pool, shares, onRoute }: AppOptions): Promise<App> {
  const { config } = services;
  const rateLimit = createRateLimit(services);
  const limits = createLimits(config.limits, shares);
  const headers = headersOfAll(config);
  const withOwnHeaders = (request: FastifyRequest, reply: FastifyReply) =>
    reply.headers({ ...headers, 'x-request-id': request.id });
  const app: App = Fastify({
    ...(logger === undefined ? { logger: false } : { loggerInstance: logger }),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    trustProxy: [...config.trusted_proxies],
    ...ofConnections,
    // Requests on open connections are answered as usual, and the connection closes after that. Fastify's 503 has no
    // envelope.
    return503OnClosing: false,
    routerOptions,
    genReqId: () => randomUUID(),
    schemaController: { compilersFactory: { buildSerializer: serializersOnFirstUse } },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, { log: app.log, headers }),
    // Hooks do not run for an address that cannot be parsed, so their work is done here.
    frameworkErrors: (error, request, reply) =>
      rejectAddress(error, { request, reply: withOwnHeaders(request, reply), count: rateLimit.count }),
  }).withTypeProvider<TypeBoxTypeProvider>();

  if (onRoute !== undefined) app.addHook('onRoute', onRoute);
  app.decorate('services', services);
  app.decorate('beginHeavyWork', limits.beginHeavyWork);
  app.decorate('tryHeavyWork', limits.tryHeavyWork);
  registerRequestContext(app, services.telemetry);
  app.addHook('onRequest', async (request, reply) => {
    withOwnHeaders(request, reply);
  });
  app.addHook('onResponse', async (request, reply) => {
    // Without the query, which may contain personal data.
    const path = request.url.split('?')[0];
    const summary = {
      method: request.method,
      path,
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime),
    };
    request.log.info({ ...summary, ...(rejectedStatuses.has(reply.statusCode) ? senderOf(request) : {}) }, 'answered');
  });
  app.addHook('onSend', async (request, _reply, payload) => {
    // Only unread responses time out; a slow handler does not.
    request.raw.socket.setTimeout?.(unread_timeout_ms);
    return payload;
  });
  // Unknown expectations are ignored. Node would answer 417.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));

  registerDrain(app, services.config.request_stop_s);
  const backOffice = createBackOffice(services);
  registerErrors(app, backOffice.sendMissing);
  registerValidation(app);
  registerBodies(app);
  // Before the spelling of fields: an approval is for the body as it was sent.
  registerApprovals(app, approvalStore);
  registerFieldCase(app);
  registerTokens(app, services.secret);
  registerMetrics(app, services, pool, limits.metrics);
  registerOpenApi(app, eventTypes);
  // A plugin, like the API below: the description contains only routes that are added after it was loaded.
  app.register(async (operating: App) => registerHealth(operating, services));
  await app.register(backOffice.register);
  await app.register(
    async (cdn: App) => {
      await registerCors(cdn);
      registerDownloads(cdn, services, mayDownloadExport);
    },
    { prefix: '/cdn' },
  );

  await app.register(
    async (api: App) => {
      await registerCors(api);
      registerPacedArrival(api);
      api.addHook('onRequest', rateLimit.limitRunning);
      const shedding = registerLoadShedding(api);
      api.addHook('onRequest', rateLimit.count);
      registerErrors(api);
      const authentication = createAuthentication(api, services, {
        findSession,
        extendPinSession,
        findMember,
        findApiKey,
      });

      // Fastify loads the routes in this order, before the first request.
      api.register(async (open: App) => {
        open.addHook('onRoute', (route) => {
          route.config = { ...route.config, isPublic: true };
        });
        limits.registerAddresses(open, shedding);
        for (const routes of openRoutes) open.register(routes);
      });

      api.register(async (signedIn: App) => {
        signedIn.addHook('onRequest', authentication.requireSession);
        limits.registerPersons(signedIn, shedding);
        for (const routes of signedInRoutes) signedIn.register(routes);
      });

      api.register(async (scoped: App) => {
        scoped.decorate('responseCache', createResponseCache(services, findState));
        scoped.addHook('onRequest', authentication.requireActor);
        limits.register(scoped, shedding);
        for (const routes of scopedRoutes) scoped.register(routes);
      });
    },
    { prefix: '/api/v1' },
  );
  return app;
}

/** Statuses whose log lines name user and address, to find attacks. */
const rejectedStatuses = new Set([401, 403, 429]);

const senderOf = ({ ip, claims }: FastifyRequest): object => ({
  address: ip,
  user_id: (claims as Claims | undefined)?.sub,
});

interface UnparsedRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  count: ReturnType<typeof createRateLimit>['count'];
}

async function rejectAddress(error: FastifyError, { request, reply, count }: UnparsedRequest): Promise<void> {
  let appError: unknown = error;
  try {
    if (request.url.startsWith('/api/v1/')) await count(request, reply);
  } catch (limited) {
    appError = limited;
  }
  sendFailure(appError, request, reply);
}
