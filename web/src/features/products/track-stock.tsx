import { Alert, Button, Group, Text } from '@mantine/core';
import type { FormEvent } from 'react';
import { useI18n } from '../../language/i18n.tsx';

/** The answer of the pressed button in the dialog below; `undefined` before it was asked. */
export function trackStockChoiceOf(event: FormEvent<HTMLFormElement>): boolean | undefined {
  const { submitter } = event.nativeEvent as SubmitEvent;
  const answer = submitter instanceof HTMLButtonElement && submitter.name === 'track' ? submitter.value : undefined;
  return answer === undefined ? undefined : answer === 'yes';
}

interface TrackStockDialogProps {
  /** Name of the new product; may be empty. */
  name: string;
  isBusy: boolean;
}

/** Asks whether to track stock if the stock field was left empty. With a stock of 0 the product could not be sold. */
export function TrackStockDialog({ name, isBusy }: TrackStockDialogProps) {
  const { t } = useI18n();
  return (
    <Alert
      variant="default"
      role="alert"
      title={t('product.track', { name: name === '' ? t('product.thisProduct') : name })}
    >
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
