import { notifications } from '@mantine/notifications';
import { useSpeech } from '../language/language.tsx';
import { sentenceOf } from './sentence.ts';

export interface Tell {
  /** Something was done. */
  done(message: string): void;
  /** Something was not, and why. */
  failed(error: unknown): void;
}

/** Words that stay for some seconds, whatever page one has gone to. */
export function useTell(): Tell {
  const { t } = useSpeech();
  const closeButtonProps = { 'aria-label': t('app.close') };
  return {
    done: (message) => notifications.show({ message, color: '#1b6e2b', closeButtonProps }),
    failed: (error) => notifications.show({ title: t('app.failed'), message: sentenceOf(error, t), color: '#b02525', closeButtonProps }),
  };
}
