import { useI18n } from '../../../language/i18n.tsx';
import { useEventName } from './event-name.ts';
import { type EventGroup, eventGroups, typesMatching } from './event-types.ts';

/** Names the events of a webhook: complete groups by their name, other events one by one. */
export function useEventsOf(): (types: readonly string[] | null) => string {
  const { t } = useI18n();
  const nameOf = useEventName();
  return (types) => {
    if (types === null) return t('webhooks.everything');
    const matching = typesMatching(types);
    const groups = Object.keys(eventGroups) as EventGroup[];
    const words = groups.flatMap((group) => {
      const some = eventGroups[group].filter((type) => matching.has(type));
      return some.length === eventGroups[group].length
        ? [t('events.allOf', { group: t(`events.group.${group}`) })]
        : some.map(nameOf);
    });
    return words.join(', ');
  };
}
