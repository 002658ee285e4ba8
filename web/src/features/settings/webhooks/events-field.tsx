import { Alert, Checkbox, Fieldset, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { selectionState } from '../../../design/lists/list-rules.ts';
import { useI18n } from '../../../language/i18n.tsx';
import { useEventName } from './event-name.ts';
import { type EventGroup, type EventSelection, type EventType, eventGroups } from './event-types.ts';

interface EventsFieldProps {
  selection: EventSelection;
  error: string | undefined;
  onChange(selection: EventSelection): void;
}

/** Choice of all events, or of groups and single types. */
export function EventsField({ selection, error, onChange }: EventsFieldProps) {
  const { t } = useI18n();
  const choose = (types: readonly EventType[], isChosen: boolean) => {
    const chosen = new Set(selection.chosen);
    for (const type of types) isChosen ? chosen.add(type) : chosen.delete(type);
    onChange({ ...selection, chosen });
  };
  return (
    <Stack gap="sm">
      <Radio.Group
        label={t('webhooks.events')}
        value={selection.isAll ? 'everything' : 'chosen'}
        onChange={(value) => onChange({ ...selection, isAll: value === 'everything' })}
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
      {!selection.isAll && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          {(Object.keys(eventGroups) as EventGroup[]).map((group) => (
            <EventGroupFields key={group} group={group} chosen={selection.chosen} onChoose={choose} />
          ))}
        </SimpleGrid>
      )}
    </Stack>
  );
}

interface EventGroupFieldsProps {
  group: EventGroup;
  chosen: ReadonlySet<EventType>;
  onChoose(types: readonly EventType[], isChosen: boolean): void;
}

function EventGroupFields({ group, chosen, onChoose }: EventGroupFieldsProps) {
  const { t } = useI18n();
  const nameOf = useEventName();
  const types: readonly EventType[] = eventGroups[group];
  const state = selectionState(types.filter((type) => chosen.has(type)).length, types.length);
  return (
    <Fieldset p="sm" legend={<Text fw={600}>{t(`events.group.${group}`)}</Text>}>
      <Stack gap={8}>
        <Checkbox
          label={t('events.all')}
          aria-label={t('events.allOf', { group: t(`events.group.${group}`) })}
          checked={state === 'all'}
          indeterminate={state === 'some'}
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
