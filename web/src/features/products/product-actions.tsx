import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { useNotify } from '../../design/feedback/notify.ts';
import { useI18n } from '../../language/i18n.tsx';
import { api } from '../../session/api.ts';
import { useRecordQueries } from '../../session/record-queries.ts';
import { type Product, useChangeProduct } from './use-change-product.ts';

/** Activates, deactivates or deletes a product. */
export function ProductActions({ product: { id, name, status } }: { product: Product }) {
  const { t } = useI18n();
  const notify = useNotify();
  const change = useChangeProduct(id);
  const recordQueries = useRecordQueries(id);
  const [isDeleting, { open, close }] = useDisclosure(false);
  const isActive = status === 'active';
  const toggleStatus = () =>
    change.mutate(
      { status: isActive ? 'inactive' : 'active' },
      {
        onSuccess: () => notify.success(t(isActive ? 'product.deactivated' : 'product.activated', { name })),
        onError: notify.error,
      },
    );
  return (
    <Group gap="xs">
      <Button variant="default" onClick={toggleStatus}>
        {t(isActive ? 'product.deactivate' : 'product.activate')}
      </Button>
      <Button variant="default" c="var(--bad)" onClick={open}>
        {t('product.delete')}
      </Button>
      <Dialog isOpen={isDeleting} onClose={close} title={t('product.deleteOf', { name })}>
        <Deletion id={id} name={name} recordQueries={recordQueries} onClose={close} />
      </Dialog>
    </Group>
  );
}

interface DeletionProps {
  id: string;
  name: string;
  recordQueries: ReturnType<typeof useRecordQueries>;
  onClose(): void;
}

function Deletion({ id, name, recordQueries, onClose }: DeletionProps) {
  const { t } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const deletion = useMutation({
    mutationFn: async () => {
      await recordQueries.pause();
      return api.deleteProduct({ path: { id } });
    },
    onSuccess: async () => {
      await navigate({ to: '/products' });
      notify.success(t('product.deleted', { name }));
      await Promise.all(
        ['products', 'stock', 'dashboard'].map((kind) => queries.invalidateQueries({ queryKey: [kind] })),
      );
    },
    onError: (error) => {
      recordQueries.resume();
      notify.error(error);
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
