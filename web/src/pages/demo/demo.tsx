import { Anchor, Button, Code, CopyButton, Group, Progress, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useSpeech } from '../../language/language.tsx';
import { api, signIn } from '../../session/api.ts';
import { enter } from '../../session/entry.ts';
import { guessCurrency } from '../../ui/currency.ts';
import { Door } from '../../ui/door.tsx';
import { Problem } from '../../ui/problem.tsx';
import { play } from './play.ts';

/** A shop with two weeks of trade, to look around in: a merchant of its own, beside all others. */
export function Demo() {
  const { t } = useSpeech();
  const navigate = useNavigate();
  const [part, setPart] = useState(0);
  const loading = useMutation({
    mutationFn: async () => {
      const currency = guessCurrency(navigator.language);
      const credentials = { email: `demo-${secretOf(8)}@example.com`, password: secretOf(16) };
      const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
      await api.register({ body: { ...credentials, name: t('demo.owner'), merchant_name: t('demo.shop'), currency, timezone } });
      await signIn(credentials);
      await play(currency, setPart);
      return credentials;
    },
    onSuccess: enter,
  });
  const begin = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (loading.data === undefined) loading.mutate();
    else void navigate({ to: '/' });
  };
  return (
    <Door title={t('demo.title')} text={t('demo.text')} onSubmit={begin}>
      <Problem error={loading.error} />
      {loading.isPending && <Progress value={part * 100} aria-label={t('demo.title')} />}
      {loading.data !== undefined && <Ready {...loading.data} />}
      <Button type="submit" loading={loading.isPending} fullWidth>
        {t(loading.data === undefined ? 'demo.load' : 'demo.enter')}
      </Button>
      {loading.data === undefined && (
        <Text size="sm">
          {t('demo.serious')}{' '}
          <Anchor component={Link} to="/welcome" inherit underline="always">
            {t('signIn.open')}
          </Anchor>
        </Text>
      )}
    </Door>
  );
}

function Ready({ email, password }: { email: string; password: string }) {
  const { t } = useSpeech();
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

/** Letters and digits that are not mistaken for one another. */
const secretOf = (length: number): string =>
  [...crypto.getRandomValues(new Uint8Array(length))].map((byte) => letters[byte % letters.length]).join('');
