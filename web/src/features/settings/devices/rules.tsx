import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { textsOf } from '../../../design/auth-layout.tsx';
import { Card } from '../../../design/card.tsx';
import { FormErrorAlert } from '../../../design/feedback/error-alert.tsx';
import { DataPlaceholder } from '../../../design/feedback/error-pages.tsx';
import { useNotify } from '../../../design/feedback/notify.ts';
import { AmountField } from '../../../design/forms/number-fields.tsx';
import { trackChanges, useUnsaved } from '../../../design/forms/unsaved.tsx';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import { fieldErrors } from '../../../session/error-text.ts';
import { useSession } from '../../../session/session.tsx';
import { noticesFor, type PushRules, pushRulesFrom } from './notice-rules.ts';

/** Which notifications the user gets, on all devices. */
export function NotificationRules() {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery({
    queryKey: ['push-rules'],
    queryFn: async ({ signal }) => (await api.getPushRules({ signal })).data,
  });
  return (
    <Card title={t('notices.title')}>
      {data === undefined ? (
        <DataPlaceholder error={error} refetch={refetch} height={240} />
      ) : (
        <NotificationRulesForm rules={data} />
      )}
    </Card>
  );
}

function NotificationRulesForm({ rules }: { rules: PushRules }) {
  const { t } = useI18n();
  const { merchant, may } = useSession();
  const notify = useNotify();
  const queries = useQueryClient();
  const unsaved = useUnsaved();
  const [notifiesOfRefunds, setNotifiesOfRefunds] = useState(rules.refund_from !== null);
  const saving = useMutation({
    mutationFn: async (texts: Record<string, string>) =>
      (await api.updatePushRules({ body: pushRulesFrom(texts, may) })).data,
    onSuccess: (saved) => {
      unsaved.clear();
      queries.setQueryData(['push-rules'], saved);
      notify.success(t('notices.saved'));
    },
  });
  const errors = fieldErrors(saving.error, t);
  const submit = (event: FormEvent<HTMLFormElement>) => saving.mutate(textsOf(event));
  return (
    <form onSubmit={submit} aria-label={t('notices.title')} {...trackChanges(unsaved)}>
      <Stack>
        <FormErrorAlert error={saving.error} fields={['refund_from']} />
        <Text c="dimmed">{t('notices.text')}</Text>
        {noticesFor(may).map((name) => (
          <Switch key={name} name={name} label={t(`notices.${name}`)} defaultChecked={rules[name]} />
        ))}
        {may('sales:read') && (
          <>
            <Switch
              name="refunds"
              label={t('notices.refunds')}
              checked={notifiesOfRefunds}
              onChange={({ currentTarget }) => setNotifiesOfRefunds(currentTarget.checked)}
            />
            {notifiesOfRefunds && (
              <AmountField
                name="refund_from"
                label={t('notices.refundFrom', { currency: merchant.currency })}
                description={t('notices.refundFromHint')}
                required
                maw={260}
                defaultValue={rules.refund_from ?? 0}
                error={errors.refund_from}
              />
            )}
          </>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={saving.isPending}>
            {t('products.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
