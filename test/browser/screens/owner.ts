import type { BackOffice } from '../back-office.ts';
import { compareScreens } from './compare.ts';
import { openPage, type Screen } from './pages.ts';
import { now, owner } from './shop.ts';

/** Compares pages as the owner sees them, and each of their dialogs. */
export async function compareAsOwner({ visit }: BackOffice, pages: readonly Screen[]): Promise<void> {
  const { page, openSignedIn, isQuiet } = await visit();
  await page.clock.setFixedTime(now);
  const screens = compareScreens('owner');
  await openSignedIn(owner, '/');
  await screens.check('menu', page.getByRole('navigation', { name: 'Menu' }));
  for (const [name, path, buttons = []] of pages) {
    await openPage(page, path);
    await screens.check(name, page.getByRole('main'));
    for (const button of buttons) {
      await page.getByRole('button', { name: button, exact: true }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      await screens.check(`${name}-${button.toLowerCase().replace(/\W+/g, '-')}`, dialog);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  }
  await screens.end();
  isQuiet();
}
