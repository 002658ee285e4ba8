import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Card } from '../../../design/card.tsx';
import { ErrorAlert } from '../../../design/feedback/error-alert.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import type { RowOf } from '../../../session/types.ts';
import { abilityNow, turnOff, turnOn, watchAbility } from './this-browser.ts';

interface ThisBrowserCardProps {
  /** The registered device of this browser, if any. */
  device: RowOf<'listDevices'> | undefined;
}

const words = { able: 'devices.off', denied: 'devices.denied', unable: 'devices.unable' } as const;

/** Turns push notifications in this browser on and off, or says why they are not possible. */
export function ThisBrowserCard({ device }: ThisBrowserCardProps) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const ability = useSyncExternalStore(watchAbility, abilityNow);
  const isOn = device !== undefined;
  const toggling = useMutation({
    mutationFn: async () => {
      if (device === undefined) return turnOn();
      await api.deleteDevice({ path: { id: device.id } });
      await turnOff();
      return true;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['devices'] }),
  });
  return (
    <Card title={t('devices.here')}>
      <Stack gap="sm">
        <ErrorAlert error={toggling.error} />
        {toggling.data === false && ability === 'able' && <Text role="alert">{t('devices.unanswered')}</Text>}
        <Group justify="space-between">
          <Text role="status" flex="1 1 260px">
            {t(isOn ? 'devices.on' : words[ability])}
          </Text>
          {ability === 'able' && (
            <Button
              variant={isOn ? 'default' : 'filled'}
              loading={toggling.isPending}
              onClick={() => toggling.mutate()}
            >
              {t(isOn ? 'devices.switchOff' : 'devices.switchOn')}
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  );
}
