import { eventType } from '../../platform/http/event-type.ts';
import type { Approval } from './rules.ts';
import { approval, toApproval } from './schemas.ts';

export const approvalEvents = {
  'approval.requested': eventType<Approval>('A person requested an approval', approval, toApproval),
  'approval.decided': eventType<Approval>('An approval was given or denied', approval, toApproval),
  'approval.consumed': eventType<Approval>('An approval was used', approval, toApproval),
};
