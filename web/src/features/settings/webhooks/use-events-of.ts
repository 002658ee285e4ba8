import { useI18n } from '../../../language/i18n.tsx';
import { useEventName } from './event-name.ts';
import { groupsAndTypes, matchesAll } from './event-types.ts';

/** Names the events of a webhook: complete groups by their name, other events one by one. */
export function useEventsOf(): (types: readonly string[] | null) => string {
  const { t } = useI18n();
  const nameOf = useEventName();
  return (types) => {
    if (matchesAll(types)) return t('webhooks.everything');
    const words = groupsAndTypes(types).map((one) =>
      'group' in one ? t('events.allOf', { group: t(`events.group.${one.group}`) }) : nameOf(one.type),
    );
    return words.join(', ');
  };
}
