import type { ApprovalAction } from '../../core/approval-rule.ts';
import { isId } from '../../core/ids.ts';

/** The kinds of requests that an approval can be for. */
export type ActKind =
  | 'sale'
  | 'change'
  | 'completion'
  | 'refund'
  | 'void'
  | 'adjustment'
  | 'count'
  | 'movement'
  | 'movement_void'
  | 'shift_closing';

interface ActRoute {
  kind: ActKind;
  method: 'POST' | 'PUT' | 'PATCH';
  /** With `:id` for the record, and `:part_id` for a part of it. */
  path: string;
  actions: readonly ApprovalAction[];
}

/** Each of these routes has `takesApproval`. */
export const actRoutes: readonly ActRoute[] = [
  { kind: 'sale', method: 'POST', path: '/transactions', actions: ['discount', 'price_override'] },
  { kind: 'change', method: 'PUT', path: '/transactions/:id', actions: ['discount', 'price_override'] },
  { kind: 'completion', method: 'POST', path: '/transactions/:id/complete', actions: ['discount'] },
  { kind: 'refund', method: 'POST', path: '/transactions/:id/refund', actions: ['refund'] },
  { kind: 'void', method: 'POST', path: '/transactions/:id/void', actions: ['void'] },
  { kind: 'adjustment', method: 'POST', path: '/inventory/adjustment', actions: ['stock_adjustment'] },
  { kind: 'adjustment', method: 'POST', path: '/inventory/stock/adjust', actions: ['stock_adjustment'] },
  { kind: 'count', method: 'PUT', path: '/products/:id', actions: ['stock_adjustment'] },
  { kind: 'count', method: 'PATCH', path: '/products/:id', actions: ['stock_adjustment'] },
  { kind: 'count', method: 'PUT', path: '/inventory/:id', actions: ['stock_adjustment'] },
  { kind: 'count', method: 'PATCH', path: '/inventory/:id', actions: ['stock_adjustment'] },
  { kind: 'movement', method: 'POST', path: '/shifts/:id/movements', actions: ['no_sale', 'paid_out'] },
  {
    kind: 'movement_void',
    method: 'POST',
    path: '/shifts/:id/movements/:part_id/void',
    actions: ['paid_out'],
  },
  { kind: 'shift_closing', method: 'POST', path: '/shifts/:id/close', actions: ['shift_variance'] },
];

/** A request that needs an approval, as far as its address says. */
export interface Act {
  kind: ActKind;
  actions: readonly ApprovalAction[];
  /** The record in its path. */
  record_id: string | null;
  /** The part of that record. */
  part_id: string | null;
}

const prefix = '/api/v1';

/** The path with `/api/v1`, which the client may leave out, and without a slash at its end. */
export function fullPath(path: string): string {
  const trimmed = path.replace(/\/+$/, '');
  return trimmed.startsWith(`${prefix}/`) ? trimmed : `${prefix}${trimmed}`;
}

/** The act of a request; `undefined` if no approval can be for it. */
export function findAct(method: string, full_path: string): Act | undefined {
  const segments = full_path.slice(prefix.length).split('/');
  for (const route of actRoutes) {
    const names = route.path.split('/');
    if (route.method !== method || names.length !== segments.length) continue;
    const isMatch = names.every((name, index) =>
      name.startsWith(':') ? isId(segments[index] ?? '') : name === segments[index],
    );
    if (!isMatch) continue;
    const idAt = (name: string) => segments[names.indexOf(name)] ?? null;
    return { kind: route.kind, actions: route.actions, record_id: idAt(':id'), part_id: idAt(':part_id') };
  }
  return undefined;
}
