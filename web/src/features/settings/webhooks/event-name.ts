import { useI18n } from '../../../language/i18n.tsx';

/** Names a type of event. */
export function useEventName(): (type: string) => string {
  const { t, isText } = useI18n();
  return (type) => {
    const name = `event.${type.replace('.', '_')}`;
    return isText(name) ? t(name) : type;
  };
}
