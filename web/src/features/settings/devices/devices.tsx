import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../../../design/card.tsx';
import { ConfirmDialog } from '../../../design/feedback/confirm-dialog.tsx';
import { DataPlaceholder } from '../../../design/feedback/error-pages.tsx';
import { useNotify } from '../../../design/feedback/notify.ts';
import { joinedText } from '../../../design/forms/form-values.ts';
import { StateBadge } from '../../../design/state-badge.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import { listAll } from '../../../session/list-all.ts';
import { useSession } from '../../../session/session.tsx';
import type { RowOf } from '../../../session/types.ts';
import { useIdempotentRequest } from '../../../session/use-idempotent-request.ts';
import { NotificationRules } from './rules.tsx';
import { findThisBrowser, turnOff } from './this-browser.ts';
import { ThisBrowserCard } from './this-browser-card.tsx';

type Device = RowOf<'listDevices'>;
type Outcome = RowOf<'testPush'>;

/** The user's devices for push notifications, and which notifications they get. */
export function Devices() {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery({
    queryKey: ['devices'],
    queryFn: async ({ signal }) => {
      const [devices, ownId] = await Promise.all([listAll('listDevices', signal), findThisBrowser()]);
      return { devices, ownId };
    },
  });
  return (
    <>
      <Title order={2} size="h3">
        {t('settings.devices')}
      </Title>
      {data === undefined ? (
        <DataPlaceholder error={error} refetch={refetch} height={320} />
      ) : (
        <>
          <ThisBrowserCard device={data.devices.find(({ id }) => id === data.ownId)} />
          <DeviceList devices={data.devices} ownId={data.ownId} />
        </>
      )}
      <NotificationRules />
    </>
  );
}

function DeviceList({ devices, ownId }: { devices: readonly Device[]; ownId: string | undefined }) {
  const { t } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const testing = useIdempotentRequest(['testPush'], {
    onDone: () => queries.invalidateQueries({ queryKey: ['devices'] }),
    onRejected: notify.error,
  });
  if (devices.length === 0)
    return (
      <Card title={t('devices.all')}>
        <Text c="dimmed">{t('devices.none')}</Text>
      </Card>
    );
  const gone = testing.response?.data.filter(({ outcome }) => outcome === 'gone').length ?? 0;
  return (
    <Card
      title={t('devices.all')}
      more={
        <Button variant="default" size="xs" loading={testing.isPending} onClick={() => testing.send('testPush', {})}>
          {t('devices.test')}
        </Button>
      }
    >
      <Stack component="ul" gap={0} className="timeline">
        {devices.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            isThisBrowser={device.id === ownId}
            outcome={testing.response?.data.find(({ device_id }) => device_id === device.id)?.outcome}
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
  isThisBrowser: boolean;
  outcome: Outcome['outcome'] | undefined;
}

function DeviceRow({ device, isThisBrowser, outcome }: DeviceRowProps) {
  const { t, dateTime } = useI18n();
  const { merchant } = useSession();
  const name = device.name ?? t(`devices.platform.${device.platform}`);
  return (
    <Group component="li" justify="space-between" py="xs" gap="sm">
      <div>
        <Group gap="xs">
          <Text>{name}</Text>
          {isThisBrowser && <StateBadge tone="busy">{t('devices.thisOne')}</StateBadge>}
        </Group>
        <Text size="sm" c="dimmed">
          {joinedText([
            device.name !== null && t(`devices.platform.${device.platform}`),
            dateTime(device.updated_at, merchant.timezone),
          ])}
        </Text>
      </div>
      <Group gap="xs">
        <Text size="sm" role="status" c={outcome === 'sent' ? 'var(--good)' : 'var(--bad)'}>
          {outcome !== undefined && t(`devices.outcome.${outcome}`)}
        </Text>
        <RemoveDevice device={device} name={name} isThisBrowser={isThisBrowser} />
      </Group>
    </Group>
  );
}

function RemoveDevice({
  device: { id },
  name,
  isThisBrowser,
}: {
  device: Device;
  name: string;
  isThisBrowser: boolean;
}) {
  const { t } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const removal = useMutation({
    mutationFn: async () => {
      await api.deleteDevice({ path: { id } });
      if (isThisBrowser) await turnOff();
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
        request={removal}
        onClose={() => setConfirming(false)}
        onConfirm={() => removal.mutate()}
      />
    </>
  );
}
