import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { branchNames } from '../../../design/branch-names.ts';
import { Dialog } from '../../../design/feedback/dialog.tsx';
import { DataPlaceholder } from '../../../design/feedback/error-pages.tsx';
import { OneTimeSecret } from '../../../design/feedback/one-time-secret.tsx';
import { useDialog } from '../../../design/feedback/use-dialog.ts';
import { LoadMore, useCursorPages } from '../../../design/lists/load-more.tsx';
import { StateBadge } from '../../../design/state-badge.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import { useSession } from '../../../session/session.tsx';
import type { RowOf } from '../../../session/types.ts';
import { ApiKeyForm } from './api-key-form.tsx';
import type { Permission } from './permissions.ts';
import { Revoke } from './revoke.tsx';

type ApiKey = RowOf<'listApiKeys'>;

const tones = { active: 'good', suspended: 'warning', expired: 'over', revoked: 'over' } as const;

/** API keys with their permissions and last use. */
export function ApiKeys() {
  const { t } = useI18n();
  const { may } = useSession();
  const [isOpen, setOpen] = useState(false);
  const [newKey, setNewKey] = useState<{ name: string; key: string | null }>();
  const revoking = useDialog<ApiKey>();
  const list = useCursorPages(['api-keys', 'list'], (cursor, signal) =>
    api.listApiKeys({ signal, query: { limit: 100, ...cursor } }),
  );
  return (
    <>
      <Group justify="space-between">
        <Title order={2} size="h3">
          {t('settings.apiKeys')}
        </Title>
        {may('api-keys:write') && <Button onClick={() => setOpen(true)}>{t('apiKeys.new')}</Button>}
      </Group>
      <Text c="dimmed">{t('apiKeys.text')}</Text>
      {list.rows === undefined && <DataPlaceholder error={list.error} refetch={list.refetch} height={160} />}
      {list.rows?.length === 0 && <Text>{t('apiKeys.none')}</Text>}
      <Stack component="ul" gap="sm" className="timeline" aria-label={t('settings.apiKeys')}>
        {list.rows?.map((key) => (
          <ApiKeyItem key={key.id} apiKey={key} onRevoke={() => revoking.open(key)} />
        ))}
      </Stack>
      <LoadMore list={list} />
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t('apiKeys.new')} size="lg" keepOnClickOutside>
        <ApiKeyForm
          onClose={() => setOpen(false)}
          onCreated={(created) => {
            setOpen(false);
            setNewKey(created);
          }}
        />
      </Dialog>
      <Dialog
        isOpen={newKey !== undefined}
        onClose={() => setNewKey(undefined)}
        title={t('apiKeys.made', { name: newKey?.name ?? '' })}
        keepOnClickOutside
      >
        <Stack>
          <Text>{t(newKey?.key == null ? 'apiKeys.lost' : 'apiKeys.once')}</Text>
          {newKey?.key != null && <OneTimeSecret label={t('apiKeys.key')} text={newKey.key} isFirst />}
          <Group justify="flex-end">
            <Button onClick={() => setNewKey(undefined)}>
              {t(newKey?.key == null ? 'app.close' : 'webhooks.secretKept')}
            </Button>
          </Group>
        </Stack>
      </Dialog>
      {revoking.subject !== undefined && (
        <Revoke apiKey={revoking.subject} isOpen={revoking.isOpen} onClose={revoking.close} />
      )}
    </>
  );
}

function ApiKeyItem({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke(): void }) {
  const { t, dateTime } = useI18n();
  const { merchant, branches } = useSession();
  const { name, last_four, permissions, branch_ids, status, created_by_name, created_at, expires_at, last_used_at } =
    apiKey;
  const when = (iso: string) => dateTime(iso, merchant.timezone);
  const isUnusable = status === 'revoked' || status === 'expired';
  return (
    <Paper component="li" withBorder p="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div className="growing">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          <Text size="sm" c="dimmed" ff="monospace">
            …{last_four}
          </Text>
        </div>
        <Group gap="xs">
          <StateBadge tone={tones[status]}>{t(`apiKeys.status.${status}`)}</StateBadge>
          {!isUnusable && (
            <Button variant="default" size="xs" aria-label={t('apiKeys.revokeOf', { name })} onClick={onRevoke}>
              {t('apiKeys.revoke')}
            </Button>
          )}
        </Group>
      </Group>
      <Text size="sm" mt="xs">
        {permissions.map((permission) => t(`permission.${permission as Permission}`)).join(' · ')}
      </Text>
      <Text size="sm" c="dimmed">
        {[
          branchNames(branch_ids, branches, t),
          last_used_at === null ? t('apiKeys.unused') : t('account.lastUsed', { when: when(last_used_at) }),
          t('apiKeys.by', { name: created_by_name, when: when(created_at) }),
          expires_at === null ? t('apiKeys.forEver') : t('apiKeys.until', { when: when(expires_at) }),
        ].join(' · ')}
      </Text>
    </Paper>
  );
}
