import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import type { RowOf } from '../../../session/types.ts';
import { Card } from '../../../ui/card.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { abilityNow, switchOff, switchOn, watchAbility } from './this-browser.ts';

interface ThisBrowserProps {
  /** The registered device of this browser, if any. */
  device: RowOf<'listDevices'> | undefined;
}

const words = { able: 'devices.off', denied: 'devices.denied', unable: 'devices.unable' } as const;

/** Turns push notifications in this browser on and off, or says why they are not possible. */
export function ThisBrowser({ device }: ThisBrowserProps) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const ability = useSyncExternalStore(watchAbility, abilityNow);
  const isOn = device !== undefined;
  const switching = useMutation({
    mutationFn: async () => {
      if (device === undefined) return switchOn();
      await api.deleteDevice({ path: { id: device.id } });
      await switchOff();
      return true;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['devices'] }),
  });
  return (
    <Card title={t('devices.here')}>
      <Stack gap="sm">
        <Problem error={switching.error} />
        {switching.data === false && ability === 'able' && <Text role="alert">{t('devices.unanswered')}</Text>}
        <Group justify="space-between">
          <Text role="status" flex="1 1 260px">
            {t(isOn ? 'devices.on' : words[ability])}
          </Text>
          {ability === 'able' && (
            <Button
              variant={isOn ? 'default' : 'filled'}
              loading={switching.isPending}
              onClick={() => switching.mutate()}
            >
              {t(isOn ? 'devices.switchOff' : 'devices.switchOn')}
            </Button>
          )}
        </Group>
      </Stack>
    </Card>
  );
}
