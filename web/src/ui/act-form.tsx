import { Alert, Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, type Ref, useEffect } from 'react';
import { useI18n } from '../language/i18n.tsx';
import type { PageAct } from '../session/use-act.ts';

type ShownAct = Pick<PageAct, 'isPending' | 'isUnknown' | 'sendAgain' | 'markShown'>;

/** Warns while the outcome of the request is unknown and it is being retried. */
export function UnknownOutcome({ act }: { act: ShownAct }) {
  return act.isUnknown ? <Unknown {...act} /> : null;
}

function Unknown({ isPending, sendAgain, markShown }: ShownAct) {
  useEffect(markShown, [markShown]);
  return <UnknownAlert isPending={isPending} sendAgain={sendAgain} />;
}

export function UnknownAlert({ isPending, sendAgain }: Pick<ShownAct, 'isPending' | 'sendAgain'>) {
  const { t } = useI18n();
  return (
    <Alert color="orange" role="alert">
      <Group justify="space-between" gap="xs">
        <Text size="sm" flex="1 1 240px">
          {t('act.unknown')}
        </Text>
        <Button variant="default" size="xs" loading={isPending} onClick={sendAgain}>
          {t('act.again')}
        </Button>
      </Group>
    </Alert>
  );
}

interface ActFormProps {
  act: ShownAct;
  label?: string;
  formRef?: Ref<HTMLFormElement>;
  children: ReactNode;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
}

/** A form that sends one request. Its fields are locked while the outcome is unknown. */
export function ActForm({ act, label, formRef, children, onSubmit }: ActFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!act.isPending && !act.isUnknown) onSubmit(event);
  };
  return (
    <form ref={formRef} onSubmit={submit} aria-label={label}>
      <Stack>
        <UnknownOutcome act={act} />
        <ActFields act={act}>{children}</ActFields>
      </Stack>
    </form>
  );
}

export const ActFields = ({ act, children }: { act: Pick<ShownAct, 'isUnknown'>; children: ReactNode }) => (
  <Fieldset variant="unstyled" disabled={act.isUnknown} p={0} m={0}>
    <Stack>{children}</Stack>
  </Fieldset>
);
