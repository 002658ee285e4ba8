import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { requestedBranches } from '../../platform/authentication/requested-branches.ts';
import type { App } from '../../platform/context/app.ts';
import { cdnUrlOf, signLinkOf } from '../../platform/http/downloads.ts';
import { data, message, page, replies, success } from '../../platform/http/envelope.ts';
import { paged, pagingQuery } from '../../platform/http/paging.ts';
import { created, runIdempotent, sendStoredResponse } from '../../platform/idempotency/idempotency.ts';
import { checkUploadSpace } from '../../platform/limits/upload-space.ts';
import { idParam } from '../../platform/validation/fields.ts';
import { exportJobKind } from './export-job.ts';
import { readExportDays, readExportFilters } from './export-report.ts';
import { getExport, listExports, shownExport } from './get-export.ts';
import type { ExportRow } from './job-queries.ts';
import { cancelExport, checkExportQuota, findEqualExport, requestExport } from './request-export.ts';
import { exportBody, exportJob, toExportJob } from './schemas.ts';

const tags = ['Reports'];

/** The link has the address under which this request reached the service. */
const toResponse = (request: FastifyRequest) => {
  const { services } = request.server;
  const cdn_url = cdnUrlOf(request);
  return (row: ExportRow) =>
    toExportJob(
      shownExport(request.actor.merchant.id, row, (file) => signLinkOf(services, { ...file, cdn_url })),
      services.clock.now(),
    );
};

/** Reports as files, written in the background. */
export async function exportJobRoutes(app: App): Promise<void> {
  const { services } = app;
  const { clock, config, jobs, storage } = services;
  const queued_at_most = config.limits.queued_exports;
  const bytes_at_most = config.storage.export_bytes_per_merchant;

  app.post(
    '/exports',
    {
      config: { permission: 'reports:read', bodyFieldCase: 'snake_case' },
      schema: {
        operationId: 'createExport',
        summary: 'Start an export in the background',
        description:
          'Responds at once; `GET /exports/{id}` has the progress, and the link when it is ready. If an equal export of the same ' +
          'user is queued or running, the response is its record, with an idempotency key or without. Two exports of a merchant ' +
          'run at once, further ones wait as `queued`; beyond `MERCHANT_QUEUED_EXPORTS` of them the response is 429. The end of ' +
          'an export emits `export.ready` or `export.failed`.',
        tags,
        body: exportBody,
        response: replies({ 201: success(exportJob) }),
      },
    },
    async (request, reply) => {
      const { report_type, format, branch_id, language = null, start_date, end_date, ...filters } = request.body;
      const { actor } = request;
      const branches = requestedBranches(request, branch_id);
      const range = readExportDays(
        report_type,
        { start_date, end_date },
        { now: clock.now(), timezone: actor.merchant.timezone },
      );
      const toJob = toResponse(request);
      const wanted = {
        ...{ report_type, format, range, branches, language },
        filters: readExportFilters(report_type, filters, actor),
        branch_id: branch_id ?? null,
        cdn_url: cdnUrlOf(request),
      };
      if (await sendStoredResponse(request, reply)) return reply as never;
      if ((await findEqualExport(request.db, actor, wanted)) === undefined) {
        await checkUploadSpace(services);
        await checkExportQuota({ storage, merchant_id: actor.merchant.id, bytes_at_most });
      }
      await jobs.prepare(exportJobKind);
      return runIdempotent(request, reply, async (tx, ctx) =>
        created(data(toJob(await requestExport(tx, ctx, { wanted, jobs, queued_at_most })))),
      );
    },
  );

  app.get(
    '/exports',
    {
      config: { permission: 'reports:read' },
      schema: {
        operationId: 'listExports',
        summary: 'Exports in the background, the newest first',
        description:
          'A user sees their own exports, an owner those of all. An export and its file are deleted a day after it ended.',
        tags,
        querystring: Type.Object(pagingQuery),
        response: replies({ 200: page(exportJob) }),
      },
    },
    async (request) => {
      const { actor, db, query } = request;
      return paged(await listExports(db, actor, { ...query, now: clock.now() }), query, toResponse(request));
    },
  );

  app.get(
    '/exports/:id',
    {
      config: { permission: 'reports:read' },
      schema: {
        operationId: 'getExport',
        summary: 'Get an export with its progress, and its link when it is ready',
        tags,
        params: idParam,
        response: replies({ 200: success(exportJob) }),
      },
    },
    async (request) =>
      data(
        toResponse(request)(await getExport(request.db, request.actor, { id: request.params.id, now: clock.now() })),
      ),
  );

  app.delete(
    '/exports/:id',
    {
      config: { permission: 'reports:read' },
      schema: {
        operationId: 'cancelExport',
        summary: 'Cancel an export, or remove the file of one that is ready',
        tags,
        params: idParam,
        response: replies({ 200: message }),
      },
    },
    async ({ actor, params }) => {
      await cancelExport(services, actor, params.id);
      return { success: true as const, message: 'Export deleted' };
    },
  );
}
