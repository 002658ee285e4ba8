import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import { useSession } from '../../../session/session.tsx';
import type { RowOf } from '../../../session/types.ts';
import { useAct } from '../../../session/use-act.ts';
import { Card } from '../../../ui/card.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Failed } from '../../../ui/failures.tsx';
import { useNotify } from '../../../ui/notify.ts';
import { StateBadge } from '../../../ui/state-badge.tsx';
import { Rules } from './rules.tsx';
import { findThisBrowser, switchOff } from './this-browser.ts';
import { ThisBrowser } from './this-browser-card.tsx';

type Device = RowOf<'listDevices'>;
type Outcome = RowOf<'testPush'>;

/** The user's devices for push notifications, and which notifications they get. */
export function Devices() {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery({
    queryKey: ['devices'],
    queryFn: async ({ signal }) => {
      const [devices, mine] = await Promise.all([
        api.listDevices({ signal, query: { limit: 100 } }),
        findThisBrowser(),
      ]);
      return { devices: devices.data, mine };
    },
  });
  return (
    <>
      <Title order={2} size="h3">
        {t('settings.devices')}
      </Title>
      {error !== null && data === undefined && <Failed error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={320} />}
      {data !== undefined && (
        <>
          <ThisBrowser device={data.devices.find(({ id }) => id === data.mine)} />
          <All devices={data.devices} mine={data.mine} />
        </>
      )}
      <Rules />
    </>
  );
}

function All({ devices, mine }: { devices: readonly Device[]; mine: string | undefined }) {
  const { t } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const trying = useAct(['testPush'], {
    onDone: () => queries.invalidateQueries({ queryKey: ['devices'] }),
    onRefused: notify.error,
  });
  if (devices.length === 0)
    return (
      <Card title={t('devices.all')}>
        <Text c="dimmed">{t('devices.none')}</Text>
      </Card>
    );
  const gone = trying.answer?.data.filter(({ outcome }) => outcome === 'gone').length ?? 0;
  return (
    <Card
      title={t('devices.all')}
      more={
        <Button variant="default" size="xs" loading={trying.isPending} onClick={() => trying.send('testPush', {})}>
          {t('devices.test')}
        </Button>
      }
    >
      <Stack component="ul" gap={0} className="timeline">
        {devices.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            isMine={device.id === mine}
            outcome={trying.answer?.data.find(({ device_id }) => device_id === device.id)?.outcome}
          />
        ))}
      </Stack>
      <Text size="sm" role="status">
        {gone > 0 && t('devices.outcome.gone')}
      </Text>
    </Card>
  );
}

interface DeviceRowProps {
  device: Device;
  isMine: boolean;
  outcome: Outcome['outcome'] | undefined;
}

function DeviceRow({ device, isMine, outcome }: DeviceRowProps) {
  const { t, moment } = useI18n();
  const { merchant } = useSession();
  const name = device.name ?? t(`devices.platform.${device.platform}`);
  return (
    <Group component="li" justify="space-between" py="xs" gap="sm">
      <div>
        <Group gap="xs">
          <Text>{name}</Text>
          {isMine && <StateBadge tone="busy">{t('devices.thisOne')}</StateBadge>}
        </Group>
        <Text size="sm" c="dimmed">
          {[
            device.name !== null && t(`devices.platform.${device.platform}`),
            moment(device.updated_at, merchant.timezone),
          ]
            .filter((part) => part !== false)
            .join(' · ')}
        </Text>
      </div>
      <Group gap="xs">
        <Text size="sm" role="status" c={outcome === 'sent' ? 'var(--good)' : 'var(--bad)'}>
          {outcome !== undefined && t(`devices.outcome.${outcome}`)}
        </Text>
        <RemoveDevice device={device} name={name} isMine={isMine} />
      </Group>
    </Group>
  );
}

function RemoveDevice({ device: { id }, name, isMine }: { device: Device; name: string; isMine: boolean }) {
  const { t } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const removal = useMutation({
    mutationFn: async () => {
      await api.deleteDevice({ path: { id } });
      if (isMine) await switchOff();
    },
    onSuccess: async () => {
      setConfirming(false);
      notify.success(t('devices.removed', { name }));
      await queries.invalidateQueries({ queryKey: ['devices'] });
    },
  });
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={t('devices.removeOf', { name })}
        onClick={() => setConfirming(true)}
      >
        {t('devices.remove')}
      </Button>
      <ConfirmDialog
        title={t('devices.removeOf', { name })}
        text={t('devices.removeText')}
        action={t('devices.remove')}
        isOpen={isConfirming}
        act={removal}
        onClose={() => {
          removal.reset();
          setConfirming(false);
        }}
        onYes={() => removal.mutate()}
      />
    </>
  );
}
