import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { useNotify } from '../../design/feedback/notify.ts';
import { Icon } from '../../design/icons.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useSession } from '../../session/session.tsx';
import { lockTill, pinTill, startPinTill } from '../../session/session-state.ts';
import { registerTill } from './register-till.ts';
import { moveTill } from './till-storage.ts';

/** Locks the till. The next user enters a PIN, and goes on with the same cart. */
export function LockButton() {
  const { t } = useI18n();
  const { user, merchant } = useSession();
  const notify = useNotify();
  const [isPinMissing, setPinMissing] = useState(false);
  const locking = useMutation({
    mutationFn: async () => {
      if (pinTill() === undefined && !(await beginPins(merchant.id, user.id))) {
        setPinMissing(true);
        return;
      }
      await lockTill(user.id);
    },
    onError: notify.error,
  });
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<Icon name="lock" size={16} />}
        loading={locking.isPending}
        onClick={() => locking.mutate()}
      >
        {t('till.lock')}
      </Button>
      <Dialog isOpen={isPinMissing} onClose={() => setPinMissing(false)} title={t('pin.none')}>
        <Stack>
          <Text>{t('till.lockNeedsPin')}</Text>
          <Group justify="flex-end">
            <Button component={Link} to="/settings/account">
              {t('pin.set')}
            </Button>
          </Group>
        </Stack>
      </Dialog>
    </>
  );
}

/**
 * Makes this browser a till for PINs. The cart moves from the user to the till.
 * @returns false if the user has no PIN, who could not unlock the till
 */
async function beginPins(merchant_id: string, user_id: string): Promise<boolean> {
  if (!(await api.getPin()).data.enabled) return false;
  const device_id = await registerTill();
  moveTill(() => localStorage, { merchant_id, from: user_id, to: device_id });
  startPinTill({ merchant_id, device_id });
  return true;
}
