import { useCallback, useState } from 'react';
import { combinationsOf, type Edits, type RowEdit, readOption, variantsAtMost } from './variant-rules.ts';

interface MatrixProduct {
  sku: string;
  variants: readonly { name: string; sku: string }[];
}

/** What is typed in a matrix of options, and the variants that it gives. */
export function useVariantMatrix({ sku, variants }: MatrixProduct) {
  const [options, setOptions] = useState<readonly string[]>(['', '']);
  const [edits, setEdits] = useState<Edits>({});
  const [created, setCreated] = useState<readonly { name: string; sku: string }[]>([]);
  const edit = useCallback(
    (name: string, part: RowEdit) => setEdits((before) => ({ ...before, [name]: { ...before[name], ...part } })),
    [],
  );
  const present = [
    ...variants,
    ...created.filter(({ name }) => !variants.some((one) => one.name.toLowerCase() === name.toLowerCase())),
  ];
  const limit = Math.max(0, variantsAtMost - present.length);
  const found = combinationsOf({ options: options.map(readOption), sku, variants: present });
  const wanted = found.rows.filter(({ name }) => edits[name]?.isLeftOut !== true);
  return {
    ...found,
    options,
    edits,
    edit,
    /** How many more variants the product may have. */
    limit,
    isTooMany: found.count > variantsAtMost || wanted.length > limit,
    wanted,
    setOption: (at: number, text: string) => setOptions(options.with(at, text)),
    addOption: () => setOptions([...options, '']),
    /** Removes the rows that were created. */
    markCreated: (names: ReadonlySet<string>) =>
      setCreated((before) => [...before, ...[...names].map((name) => ({ name, sku: '' }))]),
    clear: () => {
      setOptions(['', '']);
      setEdits({});
      setCreated([]);
    },
  };
}

export type VariantMatrixState = ReturnType<typeof useVariantMatrix>;
