import { Dialog } from '../../design/feedback/dialog.tsx';
import { useNotify } from '../../design/feedback/notify.ts';
import { useI18n } from '../../language/i18n.tsx';
import type { Product } from './use-change-product.ts';
import { useIsMounted } from './use-is-mounted.ts';
import { useVariantCreation } from './use-variant-creation.ts';
import { useVariantMatrix } from './use-variant-matrix.ts';
import { VariantsForm } from './variants-form.tsx';

interface NewVariantsDialogProps {
  product: Product;
  isOpen: boolean;
  onClose(): void;
}

/** Adds several variants to a product, by the values of options. */
export function NewVariantsDialog({ product, isOpen, onClose }: NewVariantsDialogProps) {
  const { t } = useI18n();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} size="xl" title={t('product.variantsOf', { name: product.name })}>
      <NewVariants product={product} onClose={onClose} />
    </Dialog>
  );
}

function NewVariants({ product, onClose }: Omit<NewVariantsDialogProps, 'isOpen'>) {
  const { counted } = useI18n();
  const notify = useNotify();
  const matrix = useVariantMatrix(product);
  const creation = useVariantCreation();
  const isOpen = useIsMounted();
  const finish = (count: number) => {
    if (isOpen.current) onClose();
    notify.success(counted('product.variantsAdded', count));
  };
  return <VariantsForm product={product} matrix={matrix} creation={creation} onCancel={onClose} onDone={finish} />;
}
