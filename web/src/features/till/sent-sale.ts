import type { Client } from '@tillhouse/client';
import type { ApprovalAction } from '../approvals/act-rules.ts';
import type { Cart } from './cart.ts';

/**
 * What another tab began, a sale that it sent or the lookup of a code, belongs to that tab for this time. After it, the
 * tab may be closed, and this one takes over. A tab that wrote earlier could replace newer changes of the other one.
 */
export const takeover_ms = 10_000;

/** A sale that was sent and whose outcome is not known yet. */
export interface Sent {
  cart: Cart;
  /**
   * Stored to send the identical request again after a reload. `null` while a parked sale is being saved or
   * compared, before its payment is sent.
   */
  request: SaleCall | null;
  /** The sale was rejected and waits for an approval. Then the same request is sent again. */
  approval?: NeededApproval;
}

export interface NeededApproval {
  action: ApprovalAction;
  /** The user who sent the sale. Only their session can use the approval. */
  requested_by: string;
  /** `null` until it is requested. */
  id: string | null;
}

/**
 * The request of a sale with its idempotency key. A repeated request, after a reload or from another tab, gets the same
 * response.
 */
export type SaleCall =
  | {
      name: 'createTransaction';
      call: { body: Parameters<Client['createTransaction']>[0]['body'] } & SaleHeaders;
    }
  | {
      name: 'completeTransaction';
      call: {
        path: { id: string };
        body: Parameters<Client['completeTransaction']>[0]['body'];
      } & SaleHeaders;
    };

interface SaleHeaders {
  idempotencyKey?: string;
  /** With the approval of the sale. */
  headers?: { 'approval-id': string };
}

export const saleIdOf = (request: SaleCall): string | undefined =>
  request.name === 'createTransaction' ? request.call.body.id : request.call.path.id;
