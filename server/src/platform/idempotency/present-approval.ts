import { approvalInvalid, unknownApproval, usedApproval } from '../../core/approvals.ts';
import { payloadHash } from '../../core/canonical-json.ts';
import { isId } from '../../core/ids.ts';
import type { App } from '../context/app.ts';
import type { ApprovalStore } from './approvals.ts';
import { isRepeated, pathOf } from './idempotency.ts';

/**
 * Checks the header `Approval-Id` on routes with `takesApproval`, before the request is validated or its body changed.
 * `runIdempotent` then consumes the approval with the change.
 */
export function registerApprovals(app: App, store: ApprovalStore): void {
  app.decorate('approvals', store);
  app.decorateRequest('presentedApproval');
  app.addHook('preValidation', async (request) => {
    const id = request.headers['approval-id'];
    if (id === undefined || request.routeOptions.config.takesApproval !== true) return;
    if (typeof id !== 'string' || !isId(id)) throw approvalInvalid(unknownApproval);
    const { actor, method, body } = request;
    const presented = { id: id.toLowerCase(), payload_sha256: payloadHash({ method, path: pathOf(request), body }) };
    const ctx = { actor, now: app.services.clock.now() };
    const { is_consumed } = await store.check(request.db, ctx, presented);
    // A request whose response was lost is sent again with the same idempotency key; its response is replayed.
    if (is_consumed && !(await isRepeated(request, clientIdIn(body)))) throw approvalInvalid(usedApproval);
    request.presentedApproval = presented;
  });
}

function clientIdIn(body: unknown): string | undefined {
  const { id } = (body ?? {}) as { id?: unknown };
  return typeof id === 'string' ? id.toLowerCase() : undefined;
}
