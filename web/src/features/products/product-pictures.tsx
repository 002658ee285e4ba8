import { Button, FileButton, Image, SimpleGrid, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Card } from '../../design/card.tsx';
import { useNotify } from '../../design/feedback/notify.ts';
import { useUndo } from '../../design/feedback/undo.tsx';
import { UnknownOutcome } from '../../design/forms/request-form.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { errorText, fieldErrors } from '../../session/error-text.ts';
import { useSession } from '../../session/session.tsx';
import { useIdempotentRequest } from '../../session/use-idempotent-request.ts';
import { type Product, productKey, useChangeProduct } from './use-change-product.ts';

/** Image types that the service accepts. */
const kinds = 'image/png,image/jpeg,image/webp';

export function Pictures({ product: { id, name, images } }: { product: Product }) {
  const { t } = useI18n();
  const { may } = useSession();
  const notify = useNotify();
  const queries = useQueryClient();
  const change = useChangeProduct(id);
  const adding = useIdempotentRequest(['addProductImage'], {
    subject: id,
    onDone: () => queries.invalidateQueries({ queryKey: ['products'] }),
  });
  const mayWrite = may('catalogue:write');
  const undo = useUndo();
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const removed = useRef(new Set<string>());
  const show = (address: string) => setHidden((others) => others.filter((other) => other !== address));
  /**
   * Hides the picture, and removes it at the service when the time to undo is over. A removed picture cannot be
   * restored.
   */
  const remove = (address: string) => {
    setHidden((others) => [...others, address]);
    undo(t('product.pictureRemoved'), {
      onUndo: () => show(address),
      onOver: () => {
        removed.current.add(address);
        const present = queries.getQueryData<Product>(productKey(id))?.images ?? images;
        change
          .mutateAsync({ images: present.filter((other) => !removed.current.has(other)) })
          .catch((error: unknown) => {
            removed.current.delete(address);
            show(address);
            notify.error(error);
          });
      },
    });
  };
  const shown = images.filter((address) => !hidden.includes(address));
  const more = mayWrite && (
    <FileButton
      accept={kinds}
      onChange={(file) => file !== null && adding.send('addProductImage', { path: { id }, body: { file } })}
    >
      {(props) => (
        <Button {...props} variant="default" size="xs" loading={adding.isPending} disabled={adding.isUnknown}>
          {t('product.addPicture')}
        </Button>
      )}
    </FileButton>
  );
  return (
    <Card title={t('product.pictures')} more={more}>
      <UnknownOutcome request={adding} />
      {adding.error !== null && (
        <Text role="alert" c="var(--bad)" mb="xs">
          {fieldErrors(adding.error, t).file ?? errorText(adding.error, t)}
        </Text>
      )}
      {shown.length === 0 && <Text c="dimmed">{t('product.noPictures')}</Text>}
      <SimpleGrid cols={{ base: 2, sm: 3 }}>
        {shown.map((address, index) => (
          <Stack key={address} gap={4}>
            <Image
              src={address}
              alt={t('product.picture', { name, number: index + 1 })}
              radius="md"
              h={140}
              fit="contain"
              loading="lazy"
            />
            {mayWrite && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t('product.removePicture', { number: index + 1 })}
                onClick={() => remove(address)}
              >
                {t('product.remove')}
              </Button>
            )}
          </Stack>
        ))}
      </SimpleGrid>
    </Card>
  );
}
