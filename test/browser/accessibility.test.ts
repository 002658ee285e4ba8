import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../until.ts';
import { faultsOf, type Node, readTree } from './accessibility-tree.ts';
import { openBackOffice } from './back-office.ts';
import { isLoaded } from './reach.ts';
import { openPage, pagesOf } from './screens/pages.ts';
import { now, openScreenShop, owner } from './screens/shop.ts';

const office = await openBackOffice();
const shop = await openScreenShop(office.app);
const pages = pagesOf(shop);

const find = (nodes: readonly Node[], role: string, name: string): Node =>
  nodes.find((node) => node.role === role && node.name === name) ?? assert.fail(`there is no ${role} "${name}"`);

test('each page has one heading, landmarks with names of their own, and a name and role for each control', async () => {
  const { page, openSignedIn, isQuiet } = await office.visit();
  await page.clock.setFixedTime(now);
  const faults: Record<string, string[]> = {};
  const check = async (name: string) => {
    const found = faultsOf(await readTree(page));
    if (found.length > 0) faults[name] = found;
  };
  await page.goto(`${office.url}/sign-in`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await check('sign-in');
  await openSignedIn(owner, '/');
  for (const [name, path, buttons = []] of pages) {
    await openPage(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await isLoaded(page);
    await check(name);
    const [button] = buttons;
    if (button === undefined) continue;
    await page.getByRole('button', { name: button, exact: true }).first().click();
    await page.getByRole('dialog').waitFor();
    await check(`${name}, ${button}`);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  assert.deepEqual(faults, {});
  isQuiet();
});

test('a field says its error as its description, and a message is in a live region', async () => {
  const { page, openSignedIn, isQuiet } = await office.visit();
  await openSignedIn(owner, '/products');
  await page.getByRole('button', { name: 'New product' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Oat milk');
  await dialog.getByLabel('SKU').fill('COF');
  await dialog.getByLabel('Price').fill('3');
  await dialog.getByLabel('Stock').fill('4');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const error = dialog.locator('.mantine-InputWrapper-error');
  await error.waitFor();
  const field = find(await readTree(page), 'textbox', 'SKU');
  assert.equal(field.properties.invalid, 'true');
  assert.ok(field.description.includes((await error.textContent()) ?? '-'), field.description);
  await dialog.getByLabel('SKU').fill('OAT');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Oat milk added').waitFor();
  const message = (await readTree(page)).find(({ role }) => role === 'alert' || role === 'status');
  assert.ok(message?.properties.live, 'the message is in a live region');
  isQuiet(/4\d\d/);
});

test('the till says what it has added, and selected rows are counted in a live region', async () => {
  const { page, openSignedIn, isQuiet } = await office.visit();
  await openSignedIn(owner, '/till');
  await page.getByRole('textbox', { name: 'Barcode, SKU or name' }).fill('TEA');
  await page.keyboard.press('Enter');
  await page.getByRole('list', { name: 'Items' }).getByText('Green tea').waitFor();
  assert.deepEqual(faultsOf(await readTree(page)), []);
  assert.ok((await readTree(page)).some(({ properties }) => properties.live === 'polite'));
  await page.getByRole('link', { name: 'Products' }).click();
  await page.getByRole('checkbox', { name: 'Select Cheese' }).check();
  const isCounted = async () =>
    (await page.locator('[aria-live], [role=status]').allTextContents()).some((text) => text.includes('1 selected'));
  await until(isCounted);
  assert.deepEqual(faultsOf(await readTree(page)), []);
  isQuiet();
});

/** The ring of what has the focus: on itself, or for a field without a size on its label or what is drawn beside it. */
const ring = `(() => {
  const one = document.activeElement;
  if (one === null || one === document.body) return undefined;
  const isRing = (element) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && !/, 0\\)$/.test(outlineColor)) || /inset|0px 0px 0px [2-9]px/.test(boxShadow);
  };
  const drawn = [one, ...(one.labels ?? []), ...[...(one.parentElement?.children ?? [])].flatMap((other) => [other, ...other.children])];
  const name = one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent;
  return { what: \`\${one.tagName.toLowerCase()}.\${one.className} "\${name.trim().slice(0, 30)}"\`, hasRing: drawn.some(isRing) };
})()`;

const steps_at_most = 45;

test('whatever gets the focus by Tab has a ring that can be seen', async () => {
  const { page, openSignedIn, isQuiet } = await office.visit();
  await page.clock.setFixedTime(now);
  const without = new Set<string>();
  const walk = async (where: string) => {
    await page.evaluate('document.activeElement?.blur()');
    for (let step = 0; step < steps_at_most; step += 1) {
      await page.keyboard.press('Tab');
      const found = (await page.evaluate(ring)) as { what: string; hasRing: boolean } | undefined;
      if (found !== undefined && !found.hasRing) without.add(`${where}: ${found.what}`);
    }
  };
  await page.goto(`${office.url}/sign-in`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await walk('sign-in');
  await openSignedIn(owner, '/');
  const key = /^(dashboard|till|sale|shift-open|product|products|stock|reports|settings-shop|settings-staff|import)$/;
  for (const [name, path] of pages.filter(([name]) => key.test(name))) {
    await openPage(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await isLoaded(page);
    await walk(name);
  }
  assert.deepEqual([...without], []);
  isQuiet();
});
