import { Anchor, Button, Code, CopyButton, Group, Progress, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { AuthLayout } from '../../design/auth-layout.tsx';
import { guessCurrency } from '../../design/currency.ts';
import { ErrorAlert } from '../../design/feedback/error-alert.tsx';
import { percentOf } from '../../design/scale.ts';
import { useI18n } from '../../language/i18n.tsx';
import { api, signIn, TillhouseError } from '../../session/api.ts';
import { onSignedIn } from '../../session/session-state.ts';

/** Interval to poll the progress, well within the rate limit. */
const poll_every_ms = 1_500;

/** Opens a demo shop with a year of sales, as a separate merchant. */
export function Demo() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const [owner] = useState(newOwner);
  const opening = useMutation({
    mutationFn: async () => {
      const { idempotencyKey, ...credentials } = owner;
      await openShop({ ...credentials, name: t('demo.owner'), merchant_name: t('demo.shop') });
      await signIn(credentials);
      await api.loadDemo({ idempotencyKey });
      return credentials;
    },
  });
  const loading = useQuery({
    queryKey: ['demo', opening.data?.email],
    queryFn: async ({ signal }) => (await api.getDemo({ signal })).data,
    enabled: opening.data !== undefined,
    refetchInterval: ({ state }) => (state.data?.state === 'ready' ? false : poll_every_ms),
  });
  const isReady = loading.data?.state === 'ready';
  const isBusy = opening.isPending || (opening.data !== undefined && !isReady);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isReady) return opening.mutate();
    onSignedIn();
    void navigate({ to: '/' });
  };
  return (
    <AuthLayout title={t('demo.title')} text={t('demo.text')} onSubmit={submit}>
      <ErrorAlert
        error={
          opening.error ?? loading.error ?? (loading.data?.state === 'failed' ? new Error(t('demo.failed')) : null)
        }
      />
      {isBusy && (
        <Progress
          value={percentOf(loading.data?.days_done ?? 0, loading.data?.days ?? 0)}
          aria-label={t('demo.title')}
        />
      )}
      {isReady && opening.data !== undefined && <Ready {...opening.data} />}
      <Button type="submit" loading={isBusy} fullWidth>
        {t(isReady ? 'demo.enter' : 'demo.load')}
      </Button>
      {opening.data === undefined && (
        <Text size="sm">
          {t('demo.serious')}{' '}
          <Anchor component={Link} to="/welcome" inherit underline="always">
            {t('signIn.open')}
          </Anchor>
        </Text>
      )}
    </AuthLayout>
  );
}

/**
 * Registers the shop. If its e-mail is taken, an earlier request succeeded and its response was lost, because the
 * address is random.
 */
async function openShop(owner: {
  email: string;
  password: string;
  name: string;
  merchant_name: string;
}): Promise<void> {
  const currency = guessCurrency(navigator.language);
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    await api.register({ body: { ...owner, currency, timezone } });
  } catch (error) {
    if (!(error instanceof TillhouseError && error.code === 'DUPLICATE')) throw error;
  }
}

function Ready({ email, password }: { email: string; password: string }) {
  const { t } = useI18n();
  return (
    <div role="status">
      <Text fw={600}>{t('demo.ready')}</Text>
      <Text mb="xs">{t('demo.again')}</Text>
      <Group justify="space-between" wrap="nowrap">
        <Code block flex={1}>{`${email}\n${password}`}</Code>
        <CopyButton value={`${email}\n${password}`}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {t(copied ? 'demo.copied' : 'demo.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </div>
  );
}

const letters = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Created once for each visit of the page, so that a retry continues with the same shop. */
const newOwner = () => ({
  email: `demo-${secretOf(8)}@example.com`,
  password: secretOf(16),
  idempotencyKey: secretOf(24),
});

/** Random text of letters and digits that are hard to confuse. */
const secretOf = (length: number): string =>
  [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => letters[byte % letters.length]).join('');
