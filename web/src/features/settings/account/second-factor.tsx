import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../../../design/card.tsx';
import { Dialog } from '../../../design/feedback/dialog.tsx';
import { DataPlaceholder } from '../../../design/feedback/error-pages.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import { useSession } from '../../../session/session.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { RenewCodes, TurnOffSecondFactor } from './second-factor-off.tsx';
import { SecondFactorSetUp } from './second-factor-set-up.tsx';

const titles = { on: 'factor.title', off: 'factor.title', renew: 'factor.renew' } as const;

/** Two-factor authentication: turn on, renew recovery codes, turn off. */
export function SecondFactor() {
  const { t, counted, dateTime } = useI18n();
  const { merchant } = useSession();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<keyof typeof titles>();
  const [codes, setCodes] = useState<readonly string[]>();
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions', 'totp'],
    queryFn: async ({ signal }) => (await api.getTotp({ signal })).data,
  });
  const close = () => {
    setOpened(undefined);
    void queries.invalidateQueries({ queryKey: ['sessions'] });
  };
  const showCodes = (newCodes: readonly string[]) => {
    close();
    setCodes(newCodes);
  };
  return (
    <Card title={t('factor.title')}>
      {data === undefined ? (
        <DataPlaceholder error={error} refetch={refetch} height={80} />
      ) : (
        <Stack gap="sm">
          <Text size="sm">{t('factor.text')}</Text>
          <Text role="status">
            {data.enabled_at === null
              ? t('factor.off')
              : `${t('factor.on', { when: dateTime(data.enabled_at, merchant.timezone) })} ${counted('factor.left', data.recovery_codes_left)}`}
          </Text>
          <Group justify="flex-end">
            {data.enabled ? (
              <>
                <Button variant="default" onClick={() => setOpened('renew')}>
                  {t('factor.renew')}
                </Button>
                <Button variant="default" onClick={() => setOpened('off')}>
                  {t('factor.turnOff')}
                </Button>
              </>
            ) : (
              <Button onClick={() => setOpened('on')}>{t('factor.turnOn')}</Button>
            )}
          </Group>
        </Stack>
      )}
      <Dialog
        isOpen={opened !== undefined}
        onClose={close}
        title={opened === undefined ? '' : t(titles[opened])}
        keepOnClickOutside
      >
        {opened === 'on' && <SecondFactorSetUp onClose={close} onCodes={showCodes} />}
        {opened === 'off' && <TurnOffSecondFactor onClose={close} />}
        {opened === 'renew' && <RenewCodes onClose={close} onCodes={showCodes} />}
      </Dialog>
      <Dialog
        isOpen={codes !== undefined}
        onClose={() => setCodes(undefined)}
        title={t('factor.codesTitle')}
        keepOnClickOutside
      >
        {codes !== undefined && <RecoveryCodes codes={codes} onSaved={() => setCodes(undefined)} />}
      </Dialog>
    </Card>
  );
}
