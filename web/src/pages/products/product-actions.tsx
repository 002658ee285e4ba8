import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useSpeech } from '../../language/language.tsx';
import { api } from '../../session/api.ts';
import { useRecordQueries } from '../../ui/record-queries.ts';
import { useTell } from '../../ui/tell.ts';
import { Window } from '../../ui/window.tsx';
import { type Product, useChange } from './use-change.ts';

/** Whether it is sold, and whether it is there at all. */
export function ProductActions({ product: { id, name, status } }: { product: Product }) {
  const { t } = useSpeech();
  const tell = useTell();
  const change = useChange(id);
  const ofProduct = useRecordQueries(id);
  const [isAsking, { open, close }] = useDisclosure(false);
  const isActive = status === 'active';
  const turn = () =>
    change.mutate(
      { status: isActive ? 'inactive' : 'active' },
      { onSuccess: () => tell.done(t(isActive ? 'product.deactivated' : 'product.activated', { name })), onError: tell.failed },
    );
  return (
    <Group gap="xs">
      <Button variant="default" onClick={turn}>
        {t(isActive ? 'product.deactivate' : 'product.activate')}
      </Button>
      <Button variant="outline" color="red" onClick={open}>
        {t('product.delete')}
      </Button>
      <Window isOpen={isAsking} onClose={close} title={t('product.deleteOf', { name })}>
        <Deletion id={id} name={name} ofProduct={ofProduct} onClose={close} />
      </Window>
    </Group>
  );
}

interface DeletionProps {
  id: string;
  name: string;
  ofProduct: ReturnType<typeof useRecordQueries>;
  onClose(): void;
}

function Deletion({ id, name, ofProduct, onClose }: DeletionProps) {
  const { t } = useSpeech();
  const tell = useTell();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const deletion = useMutation({
    mutationFn: async () => {
      await ofProduct.pause();
      return api.deleteProduct({ path: { id } });
    },
    onSuccess: async () => {
      await navigate({ to: '/products' });
      tell.done(t('product.deleted', { name }));
      await Promise.all(['products', 'stock', 'dashboard'].map((kind) => queries.invalidateQueries({ queryKey: [kind] })));
    },
    onError: (error) => {
      ofProduct.resume();
      tell.failed(error);
    },
  });
  return (
    <Stack>
      <Text>{t('product.deleteWarning')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('products.cancel')}
        </Button>
        <Button color="red.9" loading={deletion.isPending} onClick={() => deletion.mutate()}>
          {t('product.delete')}
        </Button>
      </Group>
    </Stack>
  );
}
