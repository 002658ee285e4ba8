import { can } from '../../core/actor.ts';
import { createSingleFlight } from '../../core/concurrency/single-flight.ts';
import { requestedBranches } from '../../platform/authentication/requested-branches.ts';
import type { App } from '../../platform/context/app.ts';
import { signLink } from '../../platform/http/downloads.ts';
import { data, replies, success } from '../../platform/http/envelope.ts';
import { fingerprintOf, ok, runIdempotent, sendStoredResponse } from '../../platform/idempotency/idempotency.ts';
import { checkUploadSpace } from '../../platform/limits/upload-space.ts';
import { type ExportedFile, exportReport, readExportDays, readExportFilters } from './export-report.ts';
import { checkExportQuota } from './request-export.ts';
import { exportBody, exported } from './schemas.ts';
import { emitExportReady } from './store-export.ts';

export async function exportRoutes(app: App): Promise<void> {
  const { clock } = app.services;
  const join = createSingleFlight<ExportedFile & { isEmitted: boolean }>();

  app.post(
    '/reports/export',
    {
      config: { permission: 'reports:read', bodyFieldCase: 'snake_case', isHeavy: 'joins' },
      schema: {
        operationId: 'exportReport',
        summary: 'Export a report as a file and wait for it',
        tags: ['Reports'],
        body: exportBody,
        response: replies({ 200: success(exported) }),
      },
    },
    async (request, reply) => {
      const { report_type, format, branch_id, language = null, start_date, end_date, ...filters } = request.body;
      const branches = requestedBranches(request, branch_id);
      const range = readExportDays(
        report_type,
        { start_date, end_date },
        { now: clock.now(), timezone: request.actor.merchant.timezone },
      );
      const wantedFilters = readExportFilters(report_type, filters, request.actor);
      if (await sendStoredResponse(request, reply)) return reply as never;
      const { merchant, user_id, api_key } = request.actor;
      // Equal requests of the same user or API key are one export, with or without an idempotency key. The API key is
      // part of the name, because it may see less than its creator.
      const name = `${merchant.id} ${user_id} ${api_key?.id ?? ''} ${fingerprintOf(request, reply).toString('base64')}`;
      const exported = await join(name, async () => {
        await checkUploadSpace(app.services);
        const bytes_at_most = app.services.config.storage.export_bytes_per_merchant;
        const room_bytes = await checkExportQuota({
          storage: app.services.storage,
          merchant_id: merchant.id,
          bytes_at_most,
        });
        const release = await app.beginHeavyWork(merchant.id);
        try {
          const scope = { range, branches, branch_id: branch_id ?? null, language, filters: wantedFilters };
          const wanted = { report_type, format, ...scope, bytes_at_most, room_bytes };
          const file = await exportReport(app.services, request.actor, wanted);
          return { ...file, isEmitted: false };
        } finally {
          release();
        }
      });
      // The file is written before the transaction that stores the response, so that one connection is held at a time.
      return runIdempotent(request, reply, async (tx, ctx) => {
        const link = signLink(request, { ...exported, rights: { costs: can(ctx.actor, 'costs:read'), branches } });
        // Only the first of the joined requests emits the event.
        if (!exported.isEmitted) emitExportReady(tx, ctx, { id: exported.id, report_type, format, ...link });
        exported.isEmitted = true;
        return ok(data(link));
      });
    },
  );
}
