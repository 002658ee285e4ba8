import { Button, Group } from '@mantine/core';
import { useI18n } from '../../language/i18n.tsx';

interface FormButtonsProps {
  isBusy: boolean;
  /** Label of the submit button; "Save" by default. */
  action?: string;
  /** The form cannot be sent yet. */
  isOff?: boolean;
  onCancel?(): void;
}

/** The submit and cancel buttons of a form. */
export function FormButtons({ isBusy, action, isOff = false, onCancel }: FormButtonsProps) {
  const { t } = useI18n();
  return (
    <Group justify="flex-end">
      {onCancel !== undefined && (
        <Button variant="default" onClick={onCancel}>
          {t('products.cancel')}
        </Button>
      )}
      <Button type="submit" loading={isBusy} disabled={isOff}>
        {action ?? t('products.save')}
      </Button>
    </Group>
  );
}
