import { useI18n } from '../../language/i18n.tsx';
import { errorText } from '../../session/error-text.ts';
import { messages } from './message-store.ts';

export interface Notify {
  /** Reports a success. With a key it is shown once, also if it is reported several times. */
  success(message: string, key?: string): void;
  /** Reports an error and its reason. */
  error(error: unknown): void;
}

/** Messages that stay for some seconds, also after a change of the page. */
export function useNotify(): Notify {
  const { t } = useI18n();
  return {
    success: (message, key) =>
      void messages.show({ text: message, tone: 'good', ...(key === undefined ? {} : { key }) }),
    error: (error) => void messages.show({ title: t('app.failed'), text: errorText(error, t), tone: 'bad' }),
  };
}
