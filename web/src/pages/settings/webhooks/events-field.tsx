import { Alert, Checkbox, Fieldset, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { useI18n } from '../../../language/i18n.tsx';
import { useEventName } from './event-name.ts';
import { type EventGroup, type EventType, eventGroups } from './event-types.ts';

export interface Wanted {
  everything: boolean;
  chosen: ReadonlySet<EventType>;
}

interface EventsFieldProps {
  wanted: Wanted;
  error: string | undefined;
  onChange(wanted: Wanted): void;
}

/** Choice of all events, or of groups and single types. */
export function EventsField({ wanted, error, onChange }: EventsFieldProps) {
  const { t } = useI18n();
  const choose = (types: readonly EventType[], isChosen: boolean) => {
    const chosen = new Set(wanted.chosen);
    for (const type of types) isChosen ? chosen.add(type) : chosen.delete(type);
    onChange({ ...wanted, chosen });
  };
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('webhooks.events')}
        value={wanted.everything ? 'everything' : 'chosen'}
        onChange={(value) => onChange({ ...wanted, everything: value === 'everything' })}
      >
        <Stack gap={6} mt={4}>
          <Radio value="everything" label={t('webhooks.everything')} description={t('webhooks.everythingHint')} />
          <Radio value="chosen" label={t('webhooks.chosen')} />
        </Stack>
      </Radio.Group>
      {error !== undefined && (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      )}
      {!wanted.everything && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          {(Object.keys(eventGroups) as EventGroup[]).map((group) => (
            <Group key={group} group={group} chosen={wanted.chosen} onChoose={choose} />
          ))}
        </SimpleGrid>
      )}
    </Stack>
  );
}

interface GroupProps {
  group: EventGroup;
  chosen: ReadonlySet<EventType>;
  onChoose(types: readonly EventType[], isChosen: boolean): void;
}

function Group({ group, chosen, onChoose }: GroupProps) {
  const { t } = useI18n();
  const nameOf = useEventName();
  const types: readonly EventType[] = eventGroups[group];
  const count = types.filter((type) => chosen.has(type)).length;
  return (
    <Fieldset p="sm" legend={<Text fw={600}>{t(`events.group.${group}`)}</Text>}>
      <Stack gap={8}>
        <Checkbox
          label={t('events.all')}
          aria-label={t('events.allOf', { group: t(`events.group.${group}`) })}
          checked={count === types.length}
          indeterminate={count > 0 && count < types.length}
          onChange={({ currentTarget }) => onChoose(types, currentTarget.checked)}
        />
        {types.map((type) => (
          <Checkbox
            key={type}
            pl="md"
            label={nameOf(type)}
            checked={chosen.has(type)}
            onChange={({ currentTarget }) => onChoose([type], currentTarget.checked)}
          />
        ))}
      </Stack>
    </Fieldset>
  );
}
