import { test } from 'node:test';
import { choosePin } from '../../pins.ts';
import { aSession } from '../../shop.ts';
import { openBackOffice } from '../back-office.ts';
import { compareScreens } from './compare.ts';
import { now, openScreenShop, owner } from './shop.ts';

const { visit, app } = await openBackOffice();
await openScreenShop(app);

test('shows the pad of a locked till, and the form for a member with a PIN', async () => {
  const session = await aSession(app, owner.email, owner.password);
  await choosePin(session, '7391', owner.password);
  const { page, openSignedIn } = await visit();
  await page.clock.setFixedTime(now);
  const screens = compareScreens('pins');
  await openSignedIn(owner, '/settings/staff');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('switch', { name: /^With a PIN/ }).check();
  await screens.check('staff-form', dialog);
  await page.goto('about:blank');
  await openSignedIn(owner, '/till');
  await page.getByRole('button', { name: 'Lock' }).click();
  const pad = page.getByRole('dialog', { name: 'The till is locked' });
  await screens.check('locked', pad);
  await page.keyboard.type('5937');
  await page.keyboard.press('Enter');
  await pad.getByRole('alert').waitFor();
  await screens.check('wrong-pin', pad);
  await screens.end();
});
