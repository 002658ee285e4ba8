import { Button, Group, Paper, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSpeech } from '../../language/language.tsx';
import { api } from '../../session/api.ts';
import { Question } from '../../ui/question.tsx';
import { useTell } from '../../ui/tell.ts';
import { Window } from '../../ui/window.tsx';
import { BulkForm, type CommonChanges } from './bulk-form.tsx';

interface BulkProps {
  chosen: ReadonlySet<string>;
  /** It is done, and nothing is chosen any more. */
  onDone(): void;
}

/** What is done with all that were chosen; nothing is shown as long as nothing was. */
export function Bulk({ chosen, onDone }: BulkProps) {
  const { t, counted } = useSpeech();
  const tell = useTell();
  const queries = useQueryClient();
  const [isChanging, change] = useDisclosure(false);
  const [isDeleting, ask] = useDisclosure(false);
  const finish = async (message: string) => {
    change.close();
    ask.close();
    onDone();
    tell.done(message);
    await Promise.all(['products', 'stock', 'dashboard'].map((kind) => queries.invalidateQueries({ queryKey: [kind] })));
  };
  const changing = useMutation({
    mutationFn: async (changes: CommonChanges) => (await api.changeProducts({ body: { ids: [...chosen], changes } })).data,
    onSuccess: ({ changed }) => finish(counted('bulk.changed', changed)),
  });
  const deletion = useMutation({
    mutationFn: async () => {
      await api.deleteRecords({ body: { ids: [...chosen] } });
      return chosen.size;
    },
    onSuccess: (count) => finish(counted('bulk.deleted', count)),
  });
  const turn = (status: 'active' | 'inactive') => changing.mutate({ status }, { onError: tell.failed });
  if (chosen.size === 0) return null;
  return (
    <Paper withBorder p="xs" component="section" aria-label={t('bulk.title')}>
      <Group gap="xs">
        <Text fw={600} aria-live="polite" mx="xs">
          {counted('bulk.chosen', chosen.size)}
        </Text>
        <Button size="xs" variant="default" onClick={() => turn('active')}>
          {t('product.activate')}
        </Button>
        <Button size="xs" variant="default" onClick={() => turn('inactive')}>
          {t('product.deactivate')}
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            changing.reset();
            change.open();
          }}
        >
          {t('bulk.change')}
        </Button>
        <Button size="xs" variant="outline" color="red" onClick={ask.open}>
          {t('product.delete')}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={onDone}>
          {t('bulk.none')}
        </Button>
      </Group>
      <Window isOpen={isChanging} onClose={change.close} title={counted('bulk.changeOf', chosen.size)}>
        <BulkForm isBusy={changing.isPending} error={changing.error} onClose={change.close} onChange={changing.mutate} />
      </Window>
      <Question
        title={counted('bulk.deleteOf', chosen.size)}
        text={t('product.deleteWarning')}
        action={t('product.delete')}
        isOpen={isDeleting}
        isBusy={deletion.isPending}
        error={deletion.error}
        onClose={ask.close}
        onYes={() => deletion.mutate()}
      />
    </Paper>
  );
}
