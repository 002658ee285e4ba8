import { Alert, Button, Group, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { useI18n } from '../../language/i18n.tsx';

/** Whether stock is counted, as a press of one of the buttons below answers it. */
export function trackingOf(event: FormEvent<HTMLFormElement>): boolean | undefined {
  const { submitter } = event.nativeEvent as SubmitEvent;
  const answer = submitter instanceof HTMLButtonElement && submitter.name === 'track' ? submitter.value : undefined;
  return answer === undefined ? undefined : answer === 'yes';
}

interface TrackStockDialogProps {
  /** What is made, as far as it has a name. */
  name: string;
  isBusy: boolean;
}

/** Asked in the place of a form's end when stock was left empty: 0 of it could not be sold, and was seldom meant. */
export function TrackStockDialog({ name, isBusy }: TrackStockDialogProps) {
  const { t } = useI18n();
  return (
    <Alert variant="default" role="alert" title={t('product.track', { name: name === '' ? t('product.thisProduct') : name })}>
      <Text size="sm" mb="xs">
        {t('product.trackText')}
      </Text>
      <Group justify="flex-end">
        <Button type="submit" name="track" value="no" autoFocus loading={isBusy}>
          {t('product.track.no')}
        </Button>
        <Button type="submit" name="track" value="yes" variant="default" loading={isBusy}>
          {t('product.track.yes')}
        </Button>
      </Group>
    </Alert>
  );
}
