import { notifications } from '@mantine/notifications';
import { useI18n } from '../../language/i18n.tsx';
import { errorText } from '../../session/error-text.ts';

export interface Notify {
  /** Reports a success. */
  success(message: string): void;
  /** Reports an error and its reason. */
  error(error: unknown): void;
}

/** Messages that stay for some seconds, also after a change of the page. */
export function useNotify(): Notify {
  const { t } = useI18n();
  const closeButtonProps = { 'aria-label': t('app.close') };
  return {
    success: (message) => notifications.show({ message, color: '#1b6e2b', closeButtonProps }),
    error: (error) =>
      notifications.show({ title: t('app.failed'), message: errorText(error, t), color: '#b02525', closeButtonProps }),
  };
}
