import { ConfirmDialog } from '../../design/feedback/confirm-dialog.tsx';
import { useNotify } from '../../design/feedback/notify.ts';
import { useI18n } from '../../language/i18n.tsx';
import { afterSale } from '../../session/queries.ts';
import { useSession } from '../../session/session.tsx';
import type { ResponseData } from '../../session/types.ts';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import { ApprovalDialog } from '../approvals/approval-dialog.tsx';
import { registerFor } from '../registers/device-register.ts';
import { RegisterHelp } from '../registers/register-help.tsx';
import { useDeviceRegister } from '../registers/use-device-register.ts';
import { paidBackOf } from './sale-rules.ts';

interface VoidSaleProps {
  sale: ResponseData<'getTransaction'>;
  isOpen: boolean;
  onClose(): void;
}

/** Voids a sale after confirmation. */
export function VoidSale({ sale, isOpen, onClose }: VoidSaleProps) {
  const { t, money } = useI18n();
  const { merchant } = useSession();
  const notify = useNotify();
  const { choice } = useDeviceRegister();
  // Nothing is paid back of a parked sale.
  const register = sale.status === 'pending' ? {} : registerFor(choice, sale.branch_id);
  const voiding = useIdempotentRequest(['voidTransaction'], {
    subject: sale.id,
    onDone: async () => {
      onClose();
      notify.success(t('sale.voided', { code: sale.transaction_code }));
      await afterSale();
    },
  });
  const amount = money(paidBackOf(sale, merchant.currency), merchant.currency);
  return (
    <ConfirmDialog
      title={t('sale.voidOf', { code: sale.transaction_code })}
      text={sale.status === 'pending' ? t('sale.voidParked') : t('sale.voidText', { amount })}
      action={t('sale.void')}
      reason={t('refund.reason')}
      help={
        <>
          <RegisterHelp error={voiding.error} onOpened={voiding.reset} />
          <ApprovalDialog operation="voidTransaction" request={voiding} />
        </>
      }
      isOpen={isOpen}
      request={voiding}
      onClose={onClose}
      onConfirm={(reason) => voiding.send('voidTransaction', { path: { id: sale.id }, body: { reason, ...register } })}
    />
  );
}
