import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { useSpeech } from '../language/language.tsx';
import { sentenceOf } from '../ui/sentence.ts';

export function NotFound() {
  const { t } = useSpeech();
  return (
    <Center mih="60dvh">
      <Stack align="center">
        <Title order={1} size="h3">
          {t('app.notFound')}
        </Title>
        <Button component="a" href="/">
          {t('app.toDashboard')}
        </Button>
      </Stack>
    </Center>
  );
}

/** A page whose code failed; the others work. */
export function Crashed({ error, reset }: { error: unknown; reset?: () => void }) {
  const { t } = useSpeech();
  return (
    <Center mih="60dvh" role="alert">
      <Stack align="center" maw={520}>
        <Title order={1} size="h3">
          {t('app.crashed')}
        </Title>
        <Text c="dimmed">{sentenceOf(error)}</Text>
        <Button onClick={() => (reset === undefined ? location.reload() : reset())}>{t('app.retry')}</Button>
      </Stack>
    </Center>
  );
}

/** Something that could not be read, in its place. */
export function Failed({ error, retry }: { error: Error; retry(): void }) {
  const { t } = useSpeech();
  return (
    <Stack align="flex-start" gap="xs" role="alert" p="md">
      <Text fw={600}>{t('app.failed')}</Text>
      <Text>{sentenceOf(error)}</Text>
      <Button variant="default" onClick={retry}>
        {t('app.retry')}
      </Button>
    </Stack>
  );
}
