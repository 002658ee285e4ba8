import { useState } from 'react';
import { useSession } from '../../session/session.tsx';
import type { ReceiptSale } from '../sales/receipt.tsx';
import { inCash } from '../sales/tender.tsx';
import { type Goods, type Line, ringUp, step } from './cart.ts';
import type { Buyer } from './customer-field.tsx';
import { findGoods, sellablesAt } from './find-goods.ts';

/** The sale that is being put together, and what was made of the last one. */
export function useCart() {
  const { user, branches } = useSession();
  const [lines, setLines] = useState<Line[]>([]);
  const [buyer, setBuyer] = useState<Buyer>();
  const [tender, setTender] = useState(inCash);
  const [branch, setBranch] = useState<string | undefined>(() => user.branch_id ?? branches.find(({ is_default }) => is_default)?.id);
  const [done, setDone] = useState<ReceiptSale>();
  const [choice, setChoice] = useState<{ goods: Goods[]; quantity: number }>({ goods: [], quantity: 1 });
  const [unknown, setUnknown] = useState<string>();
  const [problem, setProblem] = useState<unknown>();

  const add = (goods: Goods, quantity: number) => {
    setLines((before) => ringUp(before, goods, quantity));
    setDone(undefined);
  };
  const offer = (goods: Goods[], quantity: number) => {
    const [only] = goods;
    if (goods.length === 1 && only !== undefined) add(only, quantity);
    else setChoice({ goods, quantity });
  };
  const look = async (code: string | undefined, quantity: number, find: () => Promise<Goods[]>) => {
    setUnknown(undefined);
    setProblem(undefined);
    try {
      const found = await find();
      if (found.length === 0) setUnknown(code);
      else offer(found, quantity);
    } catch (error) {
      setProblem(error);
    }
  };
  return {
    lines,
    setLines,
    buyer,
    setBuyer,
    tender,
    setTender,
    branch,
    setBranch,
    done,
    choice: choice.goods,
    unknown,
    problem,
    scan: (code: string, quantity: number) => void look(code, quantity, () => findGoods(code)),
    pick: (product_id: string, quantity: number) => void look(undefined, quantity, () => sellablesAt(product_id)),
    step: (by: 1 | -1) => setLines((before) => step(before, by)),
    choose(goods: Goods) {
      add(goods, choice.quantity);
      setChoice({ goods: [], quantity: 1 });
    },
    chooseNone: () => setChoice({ goods: [], quantity: 1 }),
    finish(sale: ReceiptSale) {
      setDone(sale);
      setLines([]);
      setBuyer(undefined);
      setTender(inCash);
    },
  };
}
