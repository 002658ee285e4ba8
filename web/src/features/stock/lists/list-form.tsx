import { Alert, Button, Fieldset, Progress, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useEffect } from 'react';
import { Card } from '../../../design/card.tsx';
import { useNotify } from '../../../design/feedback/notify.ts';
import { useUndo } from '../../../design/feedback/undo.tsx';
import { useErrorFocus } from '../../../design/forms/error-focus.ts';
import { FormButtons } from '../../../design/forms/form-buttons.tsx';
import { textOf } from '../../../design/forms/form-values.ts';
import { useI18n } from '../../../language/i18n.tsx';
import { afterProductChange } from '../../../session/queries.ts';
import { type Sequence, useSequence } from '../../../session/use-sequence.ts';
import { CodeField, useIsFinding } from './code-field.tsx';
import { type ListKind, putBack, sentBefore, withoutProducts } from './draft-rules.ts';
import { addLine, type ReadyLine, readyLines, withQuantity } from './line-rules.ts';
import { type DetailOf, Lines } from './lines.tsx';
import { type BodyOf, sendLine } from './send-line.ts';
import type { KeptList } from './use-list-draft.ts';

interface ListFormProps<Kind extends ListKind> {
  /** What is done with the products. */
  kind: Kind;
  kept: KeptList;
  /** Of the button while the list is empty. */
  action: string;
  quantity_at_least: 0 | 1;
  /** It cannot be sent now. */
  isOff?: boolean;
  reasonExample?: string;
  detailOf: DetailOf;
  /** Called when a quantity was scanned or typed. */
  onChange?(product_id: string): void;
  /** The body of a line's request, or why it is not known. */
  bodyOf(line: ReadyLine, reason: string | null): Promise<BodyOf<Kind>> | BodyOf<Kind>;
  /** The fields above the list. */
  children: ReactNode;
}

/** A list of scanned products with quantities. Each is sent by itself, and what was rejected stays with its error. */
export function ListForm<Kind extends ListKind>(props: ListFormProps<Kind>) {
  const { kind, kept, action, quantity_at_least, ...list } = props;
  const isFinding = useIsFinding();
  const { t, counted } = useI18n();
  const notify = useNotify();
  const undo = useUndo();
  const sequence = useSequence();
  const { lines, reason } = kept.draft;
  const { isRunning, errors } = sequence;
  const form = useErrorFocus(isRunning || errors.size === 0 ? null : errors);
  const ready = readyLines(lines, quantity_at_least);
  const isOff = list.isOff === true || isFinding;
  const send = async (chosen: readonly ReadyLine[]) => {
    const sent = await sequence.run(
      chosen,
      ({ product_id }) => product_id,
      (line) => sendLine(kind, kept, line.product_id, () => list.bodyOf(line, textOf(reason) ?? null)),
    );
    if (sent.size > 0) notify.success(counted(`stockList.done.${kind}`, sent.size));
    await afterProductChange();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was sent before a reload.
  useEffect(() => {
    const interrupted = ready.filter((line) => sentBefore(line, new Date()) !== undefined);
    if (interrupted.length > 0) void send(interrupted);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isOff && ready.length > 0) void send(ready);
  };
  const clear = () => {
    sequence.reset();
    const cleared = kept.draft;
    kept.change((before) => ({ ...before, lines: [], expected: {} }));
    undo(t('stockList.cleared'), { onUndo: () => kept.change((now) => putBack(now, cleared)) });
  };
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Fieldset variant="unstyled" p={0} m={0} disabled={isRunning}>
        <Stack>
          {list.children}
          <Card title={t('products.title')} more={lines.length > 0 && <Clear onClear={clear} />}>
            <Stack>
              <CodeField
                isOff={isRunning}
                onFound={(product, count) => {
                  kept.changeLines((all) => addLine(all, product, count));
                  list.onChange?.(product.id);
                }}
              />
              <Lines
                lines={lines}
                quantity_at_least={quantity_at_least}
                errors={errors}
                detailOf={list.detailOf}
                onQuantity={(id, quantity) => {
                  kept.changeLines((all) => withQuantity(all, id, quantity));
                  list.onChange?.(id);
                }}
                onRemove={(id) => kept.change((before) => withoutProducts(before, new Set([id])))}
              />
            </Stack>
          </Card>
          <TextInput
            label={t('stock.reason')}
            placeholder={list.reasonExample}
            maxLength={500}
            value={reason}
            onChange={({ currentTarget: { value } }) => kept.change((before) => ({ ...before, reason: value }))}
          />
          <Progressing kind={kind} sequence={sequence} />
          <FormButtons
            isBusy={isRunning}
            isOff={isOff || ready.length === 0 || ready.length < lines.length}
            action={ready.length === 0 ? action : counted(`stockList.send.${kind}`, ready.length)}
          />
        </Stack>
      </Fieldset>
    </form>
  );
}

function Clear({ onClear }: { onClear(): void }) {
  const { t } = useI18n();
  return (
    <Button variant="subtle" size="compact-sm" onClick={onClear}>
      {t('stockList.clear')}
    </Button>
  );
}

interface ProgressingProps {
  kind: ListKind;
  sequence: Sequence;
}

function Progressing({ kind, sequence: { isRunning, done, of, errors } }: ProgressingProps) {
  const { t, counted, number } = useI18n();
  if (isRunning)
    return (
      <div role="status">
        <Text size="sm">{t(`stockList.sending.${kind}`, { number: number(done + 1), count: number(of) })}</Text>
        <Progress value={(done / of) * 100} aria-label={t(`stockList.title.${kind}`)} />
      </div>
    );
  if (errors.size === 0) return null;
  return (
    <Alert color="red" role="alert">
      {counted(`stockList.failed.${kind}`, errors.size)}
    </Alert>
  );
}
