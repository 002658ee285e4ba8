import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { useNotify } from '../../design/feedback/notify.ts';
import { useUndo } from '../../design/feedback/undo.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { api, ignoreNotFound } from '../../session/api.ts';
import { useDelayedDeletion } from './delayed-deletion.ts';
import { type Product, useChangeProduct } from './use-change-product.ts';

/** Activates, deactivates or deletes a product. */
export function ProductActions({ product: { id, name, status } }: { product: Product }) {
  const { t } = useI18n();
  const notify = useNotify();
  const undo = useUndo();
  const change = useChangeProduct(id);
  const [isDeleting, { open, close }] = useDisclosure(false);
  const isActive = status === 'active';
  const setStatus = async (next: Product['status']) => {
    try {
      await change.mutateAsync({ status: next });
      return true;
    } catch (error) {
      notify.error(error);
      return false;
    }
  };
  const toggleStatus = async () => {
    if (!(await setStatus(isActive ? 'inactive' : 'active'))) return;
    undo(t(isActive ? 'product.deactivated' : 'product.activated', { name }), {
      onUndo: () => void setStatus(status),
    });
  };
  return (
    <Group gap="xs">
      <Button variant="default" onClick={() => void toggleStatus()}>
        {t(isActive ? 'product.deactivate' : 'product.activate')}
      </Button>
      <Button variant="default" c="var(--bad)" onClick={open}>
        {t('product.delete')}
      </Button>
      <Dialog isOpen={isDeleting} onClose={close} title={t('product.deleteOf', { name })}>
        <Deletion id={id} name={name} onClose={close} />
      </Dialog>
    </Group>
  );
}

interface DeletionProps {
  id: string;
  name: string;
  onClose(): void;
}

function Deletion({ id, name, onClose }: DeletionProps) {
  const { t } = useI18n();
  const navigate = useNavigate();
  const deleteLater = useDelayedDeletion();
  const confirm = async () => {
    onClose();
    await navigate({ to: '/products' });
    deleteLater({
      ids: [id],
      message: t('product.deleted', { name }),
      perform: () => ignoreNotFound(api.deleteProduct({ path: { id } })),
    });
  };
  return (
    <Stack>
      <Text>{t('product.deleteWarning')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('products.cancel')}
        </Button>
        <Button color="red.9" onClick={() => void confirm()}>
          {t('product.delete')}
        </Button>
      </Group>
    </Stack>
  );
}
