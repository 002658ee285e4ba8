import { test } from 'node:test';
import { openBackOffice } from '../back-office.ts';
import { compareAsOwner } from './owner.ts';
import { pagesOf, partOf } from './pages.ts';
import { openScreenShop } from './shop.ts';

const office = await openBackOffice();
const pages = pagesOf(await openScreenShop(office.app));

test('shows its owner the settings of a shop', () =>
  compareAsOwner(
    office,
    pages.filter((page) => partOf(page) === 'settings'),
  ));
