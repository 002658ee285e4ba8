import { Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { ErrorAlert } from '../../design/feedback/error-alert.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { isLongEnough, pinAfterKey } from '../../session/pin-rules.ts';
import { CannotUnlock, clearSession, endSession, unlockTill } from '../../session/session-state.ts';

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/** Asks for a PIN at a locked till. The page below is hidden and keeps the cart. The digits are never shown. */
export function PinPad() {
  const { t, counted } = useI18n();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const [pin, setPin] = useState('');
  const unlocking = useMutation({ mutationFn: unlockTill });
  // A native modal dialog stays above all other dialogs and makes them inert.
  useEffect(() => {
    dialog.current?.showModal();
    title.current?.focus();
  }, []);
  const press = (key: string) => {
    if (!unlocking.isPending) setPin((before) => pinAfterKey(before, key));
  };
  const enter = () => {
    if (!isLongEnough(pin) || unlocking.isPending) return;
    setPin('');
    title.current?.focus();
    unlocking.mutate(pin);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !(event.target instanceof HTMLButtonElement)) enter();
    else press(event.key);
  };
  /** After a click, Enter on the keyboard must not repeat the digit. */
  const click = (key: string) => (event: MouseEvent) => {
    press(key);
    if (event.detail > 0) title.current?.focus();
  };
  // The focus may be lost, so the whole window listens.
  useEffect(() => {
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });
  const keyOf = (key: string) => (
    <Button key={key} variant="default" size="xl" onClick={click(key)}>
      {key}
    </Button>
  );
  const { error } = unlocking;
  return (
    <dialog
      ref={dialog}
      className="sign-in-again"
      aria-labelledby="pin-pad"
      onCancel={(event) => event.preventDefault()}
    >
      <Stack>
        <div>
          <Title order={2} size="h3" id="pin-pad" tabIndex={-1} ref={title}>
            {t('pad.title')}
          </Title>
          <Text mt={4}>{t('pad.text')}</Text>
        </div>
        <ErrorAlert error={error instanceof CannotUnlock ? new Error(t(`pad.${error.reason}`)) : error} />
        <Text role="status" ta="center" size="xl" aria-label={counted('pad.entered', pin.length)}>
          {pin === '' ? '–' : '•'.repeat(pin.length)}
        </Text>
        <SimpleGrid cols={3} spacing="xs">
          {digits.map(keyOf)}
          <Button variant="default" size="xl" aria-label={t('pad.delete')} onClick={click('Backspace')}>
            ←
          </Button>
          {keyOf('0')}
          <Button
            size="xl"
            aria-label={t('pad.enter')}
            aria-disabled={!isLongEnough(pin)}
            loading={unlocking.isPending}
            onClick={enter}
          >
            ✓
          </Button>
        </SimpleGrid>
        <Group justify="center">
          <Button variant="subtle" onClick={() => void endSession().catch(clearSession)}>
            {t('pad.password')}
          </Button>
        </Group>
      </Stack>
    </dialog>
  );
}
