import { Button, Group, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useI18n } from '../../../language/i18n.tsx';
import { api } from '../../../session/api.ts';
import type { Right } from '../../../session/rights.ts';
import { useSession } from '../../../session/session.tsx';
import type { Answer } from '../../../session/types.ts';
import { textsOf } from '../../../ui/auth-layout.tsx';
import { Card } from '../../../ui/card.tsx';
import { Failed } from '../../../ui/failures.tsx';
import { useNotify } from '../../../ui/notify.ts';
import { AmountField } from '../../../ui/number-fields.tsx';
import { FormProblem } from '../../../ui/problem.tsx';
import { fieldsOf } from '../../../ui/sentence.ts';
import { touchedBy, useUnsaved } from '../../../ui/unsaved.tsx';

type Chosen = Answer<'getPushRules'>;

const kinds: readonly { name: Exclude<keyof Chosen, 'refund_from'>; needs?: Right }[] = [
  { name: 'low_stock' },
  { name: 'out_of_stock' },
  { name: 'day_closed', needs: 'reports:read' },
  { name: 'exports', needs: 'reports:read' },
  { name: 'imports', needs: 'catalogue:write' },
];

/** Which notifications the user gets, on all devices. */
export function Rules() {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery({
    queryKey: ['push-rules'],
    queryFn: async ({ signal }) => (await api.getPushRules({ signal })).data,
  });
  return (
    <Card title={t('notices.title')}>
      {error !== null && data === undefined && <Failed error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={240} />}
      {data !== undefined && <RulesForm rules={data} />}
    </Card>
  );
}

function RulesForm({ rules }: { rules: Chosen }) {
  const { t } = useI18n();
  const { merchant, may } = useSession();
  const notify = useNotify();
  const queries = useQueryClient();
  const work = useUnsaved();
  const [hearsOfRefunds, hearOfRefunds] = useState(rules.refund_from !== null);
  const saving = useMutation({
    mutationFn: async (texts: Record<string, string>) => {
      const said = kinds
        .filter(({ needs }) => needs === undefined || may(needs))
        .map(({ name }) => [name, name in texts]);
      const refunds = may('sales:read') ? { refund_from: 'refunds' in texts ? Number(texts.refund_from) : null } : {};
      return (await api.updatePushRules({ body: { ...Object.fromEntries(said), ...refunds } })).data;
    },
    onSuccess: (saved) => {
      work.clear();
      queries.setQueryData(['push-rules'], saved);
      notify.success(t('notices.saved'));
    },
  });
  const wrong = fieldsOf(saving.error, t);
  const submit = (event: FormEvent<HTMLFormElement>) => saving.mutate(textsOf(event));
  return (
    <form onSubmit={submit} aria-label={t('notices.title')} {...touchedBy(work)}>
      <Stack>
        <FormProblem error={saving.error} beside={['refund_from']} />
        <Text c="dimmed">{t('notices.text')}</Text>
        {kinds.map(
          ({ name, needs }) =>
            (needs === undefined || may(needs)) && (
              <Switch key={name} name={name} label={t(`notices.${name}`)} defaultChecked={rules[name]} />
            ),
        )}
        {may('sales:read') && (
          <>
            <Switch
              name="refunds"
              label={t('notices.refunds')}
              checked={hearsOfRefunds}
              onChange={({ currentTarget }) => hearOfRefunds(currentTarget.checked)}
            />
            {hearsOfRefunds && (
              <AmountField
                name="refund_from"
                label={t('notices.refundFrom', { currency: merchant.currency })}
                description={t('notices.refundFromHint')}
                required
                maw={260}
                defaultValue={rules.refund_from ?? 0}
                error={wrong.refund_from}
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
