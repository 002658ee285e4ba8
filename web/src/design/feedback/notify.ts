import { notifications } from '@mantine/notifications';
import { useI18n } from '../../language/i18n.tsx';
import { errorText } from '../../session/error-text.ts';

export interface Notify {
  /** Reports a success. With an id it is shown once, also if it is reported several times. */
  success(message: string, id?: string): void;
  /** Reports an error and its reason. */
  error(error: unknown): void;
}

/** Messages that stay for some seconds, also after a change of the page. */
export function useNotify(): Notify {
  const { t } = useI18n();
  const closeButtonProps = { 'aria-label': t('app.close') };
  return {
    success: (message, id) =>
      notifications.show({ ...(id === undefined ? {} : { id }), message, color: '#1b6e2b', closeButtonProps }),
    error: (error) =>
      notifications.show({ title: t('app.failed'), message: errorText(error, t), color: '#b02525', closeButtonProps }),
  };
}
