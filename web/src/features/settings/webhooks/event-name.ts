import { en } from '../../../language/en.ts';
import type { TextName } from '../../../language/en-audit.ts';
import { useI18n } from '../../../language/i18n.tsx';

/** Names a type of event. */
export function useEventName(): (type: string) => string {
  const { t } = useI18n();
  return (type) => {
    const name = type.replace('.', '_');
    return `event.${name}` in en ? t(`event.${name}` as TextName) : type;
  };
}
