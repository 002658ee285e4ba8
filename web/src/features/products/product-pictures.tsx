import { ActionIcon, Button, FileButton, Group, Image, SimpleGrid, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { Card } from '../../design/card.tsx';
import { useNotify } from '../../design/feedback/notify.ts';
import { useUndo } from '../../design/feedback/undo.tsx';
import { UnknownOutcome } from '../../design/forms/request-form.tsx';
import { useDropTarget } from '../../design/forms/use-drop-target.ts';
import { Icon } from '../../design/icons.tsx';
import { useI18n } from '../../language/i18n.tsx';
import { errorText, fieldErrors } from '../../session/error-text.ts';
import { useSession } from '../../session/session.tsx';
import { movePicture, pictureTypes } from './picture-rules.ts';
import { type Product, productKey, useChangeProduct } from './use-change-product.ts';
import { useNewPictures } from './use-new-pictures.ts';
import './product-pictures.css';

/** The pictures that are shown, in their order, and what changes them. */
function usePictures({ id, images }: Product) {
  const { t } = useI18n();
  const notify = useNotify();
  const queries = useQueryClient();
  const change = useChangeProduct(id);
  const undo = useUndo();
  const [hidden, setHidden] = useState<readonly string[]>([]);
  const removed = useRef(new Set<string>());
  const show = (address: string) => setHidden((others) => others.filter((other) => other !== address));
  const present = () => queries.getQueryData<Product>(productKey(id))?.images ?? images;
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
        return change
          .mutateAsync({ images: present().filter((other) => !removed.current.has(other)) })
          .catch((error: unknown) => {
            removed.current.delete(address);
            show(address);
            notify.error(error);
          });
      },
    });
  };
  /** Shows the new order at once, and the one before if the service rejects it. */
  const move = (address: string, place: string) => {
    const before = present();
    const after = movePicture(before, address, place);
    if (after.every((one, at) => one === before[at])) return;
    const showOrder = (order: string[]) =>
      queries.setQueryData<Product>(productKey(id), (known) => known && { ...known, images: order });
    showOrder(after);
    change.mutateAsync({ images: after }).catch((error: unknown) => {
      showOrder(before);
      notify.error(error);
    });
  };
  return { shown: images.filter((address) => !hidden.includes(address)), remove, move };
}

/** The pictures of a product. The first one is shown in lists. */
export function Pictures({ product }: { product: Product }) {
  const { t } = useI18n();
  const { may } = useSession();
  const mayWrite = may('catalogue:write');
  const { shown, remove, move } = usePictures(product);
  const { add, adding, left } = useNewPictures(product.id, { present: product.images.length, isOn: mayWrite });
  const { isOver, handlers } = useDropTarget('Files', mayWrite, ({ files }) => add([...files]));
  const more = mayWrite && (
    <FileButton accept={pictureTypes.join(',')} multiple onChange={add}>
      {(props) => (
        <Button
          {...props}
          variant="default"
          size="xs"
          loading={adding.isPending || left > 0}
          disabled={adding.isUnknown}
        >
          {t('product.addPicture')}
        </Button>
      )}
    </FileButton>
  );
  return (
    <Card title={t('product.pictures')} more={more}>
      <div className={isOver ? 'pictures target' : 'pictures'} {...handlers}>
        <UnknownOutcome request={adding} />
        {adding.error !== null && (
          <Text role="alert" c="var(--bad)" mb="xs">
            {fieldErrors(adding.error, t).file ?? errorText(adding.error, t)}
          </Text>
        )}
        {shown.length === 0 && <Text c="dimmed">{t('product.noPictures')}</Text>}
        <SimpleGrid cols={{ base: 2, sm: 3 }}>
          {shown.map((address, index) => (
            <Picture
              key={address}
              address={address}
              name={product.name}
              number={index + 1}
              neighbours={{ before: shown[index - 1], after: shown[index + 1] }}
              mayWrite={mayWrite}
              onRemove={remove}
              onMove={move}
            />
          ))}
        </SimpleGrid>
        {mayWrite && (
          <Text size="sm" c="dimmed" mt="xs" visibleFrom="sm">
            {t('product.pictureHint')}
          </Text>
        )}
      </div>
    </Card>
  );
}

interface PictureProps {
  address: string;
  name: string;
  number: number;
  neighbours: { before: string | undefined; after: string | undefined };
  mayWrite: boolean;
  onRemove(address: string): void;
  /** Moves a picture to the place of another. */
  onMove(address: string, place: string): void;
}

/** Type of the data of a dragged picture. Only pages of this service know it. */
const dragType = 'application/x-tillhouse-picture';

function Picture({ address, name, number, neighbours, mayWrite, onRemove, onMove }: PictureProps) {
  const { t } = useI18n();
  const { isOver, handlers } = useDropTarget(dragType, mayWrite, (data) => onMove(data.getData(dragType), address));
  const pressed = useRef<HTMLButtonElement>(null);
  // The browser takes the focus from an element that moves. At the end of the row the other button gets it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the picture has moved.
  useEffect(() => {
    const button = pressed.current;
    pressed.current = null;
    const next = button?.disabled ? button.parentElement?.querySelector<HTMLElement>('button:enabled') : button;
    next?.focus();
  }, [number]);
  const drag = {
    draggable: true,
    onDragStart: (event: DragEvent) => event.dataTransfer.setData(dragType, address),
    ...handlers,
  };
  const mover = (to: 'before' | 'after') => {
    const place = neighbours[to];
    return (
      <ActionIcon
        variant="default"
        size={26}
        aria-label={t(to === 'before' ? 'product.pictureLeft' : 'product.pictureRight', { number })}
        disabled={place === undefined}
        onClick={({ currentTarget }) => {
          if (place === undefined) return;
          pressed.current = currentTarget;
          onMove(address, place);
        }}
      >
        <Icon name={to === 'before' ? 'left' : 'right'} size={14} />
      </ActionIcon>
    );
  };
  return (
    <div className={isOver ? 'picture target' : 'picture'} {...(mayWrite ? drag : {})}>
      <Image
        src={address}
        alt={t('product.picture', { name, number })}
        radius="md"
        h={140}
        fit="contain"
        loading="lazy"
        draggable={false}
      />
      {mayWrite && (
        <Group gap={4} wrap="nowrap">
          {mover('before')}
          <Button
            size="compact-sm"
            variant="default"
            flex={1}
            aria-label={t('product.removePicture', { number })}
            onClick={() => onRemove(address)}
          >
            {t('product.remove')}
          </Button>
          {mover('after')}
        </Group>
      )}
    </div>
  );
}
