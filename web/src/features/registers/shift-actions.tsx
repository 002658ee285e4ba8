import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useNotify } from '../../design/feedback/notify.ts';
import { UnknownOutcome } from '../../design/forms/request-form.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { afterShiftChange } from '../../session/queries.ts';
import { useSession } from '../../session/session.tsx';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import { CloseShift } from './close-shift.tsx';
import { CountShift } from './count-shift.tsx';
import { MovementDialog, type MovementType } from './movements.tsx';
import type { ShiftReport } from './register-queries.ts';
import { amountOf } from './variance.ts';

const movementTypes: readonly MovementType[] = ['paid_in', 'paid_out', 'no_sale'];

/** The buttons that the status of a shift and the user's role allow. */
export function ShiftActions({ shift }: { shift: ShiftReport }) {
  const { may } = useSession();
  if (!may('shifts:write') || shift.status === 'closed') return null;
  return shift.status === 'open' ? <OpenActions shift={shift} /> : <CountingActions shift={shift} />;
}

function OpenActions({ shift }: { shift: ShiftReport }) {
  const { t } = useI18n();
  const [opened, setOpened] = useState<MovementType | 'count'>();
  const close = () => setOpened(undefined);
  return (
    <Group gap="xs">
      {movementTypes.map((type) => (
        <Button key={type} variant="default" onClick={() => setOpened(type)}>
          {t(`shifts.action.${type}`)}
        </Button>
      ))}
      <Button onClick={() => setOpened('count')}>{t('shifts.count')}</Button>
      {movementTypes.map((type) => (
        <MovementDialog
          key={type}
          shift_id={shift.id}
          type={type}
          expected={amountOf(shift.expected, 'cash')}
          isOpen={opened === type}
          onClose={close}
        />
      ))}
      <CountShift shift={shift} isOpen={opened === 'count'} onClose={close} />
    </Group>
  );
}

function CountingActions({ shift }: { shift: ShiftReport }) {
  const { t } = useI18n();
  const notify = useNotify();
  const [opened, setOpened] = useState<'count' | 'close'>();
  const close = () => setOpened(undefined);
  const reopening = useIdempotentRequest(['reopenShift'], {
    subject: shift.id,
    onDone: afterShiftChange,
    onRejected: (error) => {
      notify.error(error);
      void afterShiftChange();
    },
  });
  return (
    <>
      <UnknownOutcome request={reopening} />
      <Group gap="xs">
        <Button
          variant="default"
          loading={reopening.isPending}
          onClick={() => reopening.send('reopenShift', { path: { id: shift.id } })}
        >
          {t('shifts.reopen')}
        </Button>
        <Button variant="default" onClick={() => setOpened('count')}>
          {t('shifts.countAgain')}
        </Button>
        <Button onClick={() => setOpened('close')}>{t('shifts.close')}</Button>
        <CountShift shift={shift} isOpen={opened === 'count'} onClose={close} />
        <CloseShift shift={shift} isOpen={opened === 'close'} onClose={close} />
      </Group>
    </>
  );
}
