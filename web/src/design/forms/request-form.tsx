import { Alert, Button, Fieldset, Group, Stack, Text } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type ComponentProps, type FormEvent, type ReactNode, type Ref, useEffect } from 'react';
import { useI18n } from '../../language/i18n.tsx';
import type { IdempotentRequest } from '../../session/use-idempotent-request.ts';
import { useErrorFocus } from './error-focus.ts';

type ShownRequest = Pick<IdempotentRequest, 'isPending' | 'isUnknown' | 'sendAgain' | 'markShown'> &
  Partial<Pick<IdempotentRequest, 'error'>>;

/** Warns while the outcome of the request is unknown and it is being retried. */
export function UnknownOutcome({ request }: { request: ShownRequest }) {
  return request.isUnknown ? <Unknown {...request} /> : null;
}

function Unknown({ isPending, sendAgain, markShown }: ShownRequest) {
  useEffect(markShown, [markShown]);
  return <UnknownAlert isPending={isPending} sendAgain={sendAgain} />;
}

export function UnknownAlert({ isPending, sendAgain }: Pick<ShownRequest, 'isPending' | 'sendAgain'>) {
  const { t } = useI18n();
  return (
    <Alert color="orange" role="alert">
      <Group justify="space-between" gap="xs">
        <Text size="sm" flex="1 1 240px">
          {t('request.unknown')}
        </Text>
        <Button variant="default" size="xs" loading={isPending} onClick={sendAgain}>
          {t('request.again')}
        </Button>
      </Group>
    </Alert>
  );
}

/** `onInput`, `onChange` and `onClick` follow unsaved changes. */
interface RequestFormProps extends Pick<ComponentProps<'form'>, 'onInput' | 'onChange' | 'onClick'> {
  request: ShownRequest;
  label?: string;
  formRef?: Ref<HTMLFormElement>;
  children: ReactNode;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
}

/**
 * A form that sends one request. Its fields are locked while the outcome is unknown. After a rejection the focus moves to
 * the first wrong field.
 */
export function RequestForm({ request, label, formRef, children, onSubmit, ...tracking }: RequestFormProps) {
  const form = useMergedRef(useErrorFocus(request.error), formRef);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!request.isPending && !request.isUnknown) onSubmit(event);
  };
  return (
    <form ref={form} onSubmit={submit} aria-label={label} {...tracking}>
      <Stack>
        <UnknownOutcome request={request} />
        <RequestFields request={request}>{children}</RequestFields>
      </Stack>
    </form>
  );
}

export const RequestFields = ({
  request,
  children,
}: {
  request: Pick<ShownRequest, 'isUnknown'>;
  children: ReactNode;
}) => (
  <Fieldset variant="unstyled" disabled={request.isUnknown} p={0} m={0}>
    <Stack>{children}</Stack>
  </Fieldset>
);
