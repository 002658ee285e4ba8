import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { qrPathOf } from '../../web/src/design/qr-path.ts';
import { aShop, aStaffMember } from '../shop.ts';
import { openBackOffice } from './back-office.ts';
import { press, replaceText, waitForFocus } from './keyboard.ts';

const { visit, url, app } = await openBackOffice();
const shop = await aShop(app);
const owner = {
  email: (await shop.owner.get('/auth/me')).body.data.email as string,
  password: 'correct horse battery',
};

/** The current code of the authenticator app. A code works once, so the clock moves on to the next one. */
function codeOf(secret: string): string {
  app.clock.advance(31_000);
  return new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: Date.parse(app.clock.now()),
  });
}

test('sets up a second factor by keyboard, signs in with it or a recovery code, and turns it off', async () => {
  const { page, openSignedIn, inspect, isQuiet } = await visit();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url });
  await openSignedIn(owner, '/settings/account');
  await page.getByText('It is off.').waitFor();
  await inspect('an account without a second factor');
  await press(page, page.getByRole('button', { name: 'Turn on' }));
  const dialog = page.getByRole('dialog', { name: 'Two-factor authentication' });
  await waitForFocus(page, dialog.getByLabel(/^Your password/));
  await page.keyboard.type('not my password');
  await page.keyboard.press('Enter');
  await dialog.getByText('is not your password').waitFor();
  await replaceText(page, dialog.getByLabel(/^Your password/), owner.password);
  await page.keyboard.press('Enter');
  const key = dialog.getByRole('textbox', { name: 'Key' });
  await key.waitFor();
  const code = dialog.getByRole('img', { name: 'QR code for the authenticator app' });
  await code.waitFor();
  await inspect('the key for the authenticator app');
  const secret = await key.inputValue();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await dialog.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), secret.replaceAll(' ', ''));
  const address = (await dialog.getByRole('link').getAttribute('href')) ?? '';
  assert.match(address, /^otpauth:\/\/totp\//);
  assert.equal(await code.locator('path').getAttribute('d'), qrPathOf(address).path);
  await replaceText(page, dialog.getByLabel(/^Code/), '000000');
  await page.keyboard.press('Enter');
  await dialog.getByText(/is wrong/).waitFor();
  await replaceText(page, dialog.getByLabel(/^Code/), codeOf(secret));
  await page.keyboard.press('Enter');

  const codesDialog = page.getByRole('dialog', { name: 'Recovery codes' });
  const list = codesDialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await list.first().waitFor();
  const codes = await list.allInnerTexts();
  assert.deepEqual([codes.length, new Set(codes).size], [10, 10]);
  await inspect('the recovery codes');
  const download = page.waitForEvent('download');
  await codesDialog.getByRole('button', { name: 'Download' }).click();
  assert.equal(await readFile(await (await download).path(), 'utf8'), `${codes.join('\n')}\n`);
  await codesDialog.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByText('10 recovery codes are left.').waitFor();
  await inspect('an account with a second factor');

  // A sign-in now needs a code besides the password.
  const otherVisit = await visit();
  const { page: otherPage } = otherVisit;
  const fill = async () => {
    await otherPage.goto(`${url}/sign-in`);
    await otherPage.getByLabel('E-mail').fill(owner.email);
    await otherPage.getByLabel(/^Password/).fill(owner.password);
    await otherPage.keyboard.press('Enter');
    await waitForFocus(otherPage, otherPage.getByLabel(/^Code/));
  };
  await fill();
  assert.equal(await otherPage.getByRole('alert').count(), 0);
  await otherVisit.inspect('a sign-in that asks for a code');
  await otherPage.keyboard.type('123123');
  await otherPage.keyboard.press('Enter');
  await otherPage.getByText('is wrong or was already used').waitFor();
  // A code works once, so two quick presses must send one request.
  let signIns = 0;
  otherPage.on('request', (request) => {
    if (request.url().includes('/login')) signIns += 1;
  });
  await otherPage.getByLabel(/^Code/).fill(codeOf(secret));
  await otherPage.getByRole('button', { name: 'Sign in', exact: true }).dblclick();
  await otherPage.getByRole('heading', { name: 'Dashboard' }).waitFor();
  assert.equal(signIns, 1);
  const phone = await visit({ width: 390, language: 'id-ID' });
  await phone.page.goto(`${url}/sign-in`);
  await phone.page.getByLabel('Email').fill(owner.email);
  await phone.page.getByLabel(/^Kata sandi/).fill(owner.password);
  await phone.page.keyboard.press('Enter');
  await phone.page.getByLabel(/^Kode/).fill(codes[0] ?? '');
  await phone.page.keyboard.press('Enter');
  await phone.page.waitForURL((address) => address.pathname !== '/sign-in');

  // The dialog of an ended session also asks for the code.
  await page.goto(`${url}/settings/account`);
  await page.getByText('9 recovery codes are left.').waitFor();
  await page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem').nth(3).waitFor();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await page
    .getByRole('list', { name: 'Where you are signed in' })
    .getByRole('listitem')
    .nth(1)
    .waitFor({ state: 'detached' });
  const signInDialog = otherPage.getByRole('dialog', { name: 'You have been signed out' });
  await signInDialog.waitFor();
  await signInDialog.getByLabel(/^Password/).fill(owner.password);
  await otherPage.keyboard.press('Enter');
  await waitForFocus(otherPage, signInDialog.getByLabel(/^Code/));
  await otherVisit.inspect('a session that ended, with a code');
  await otherPage.keyboard.type(codeOf(secret));
  await otherPage.keyboard.press('Enter');
  await signInDialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'New recovery codes' }).click();
  const renewDialog = page.getByRole('dialog', { name: 'New recovery codes' });
  await renewDialog.getByLabel(/^Your password/).fill(owner.password);
  await renewDialog.getByLabel(/^Code/).fill(codeOf(secret));
  await renewDialog.getByRole('button', { name: 'New recovery codes' }).click();
  await list.first().waitFor();
  assert.ok(!codes.includes((await list.allInnerTexts())[0] ?? ''));
  await codesDialog.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('button', { name: 'Turn off' }).click();
  const turnOffDialog = page.getByRole('dialog', { name: 'Two-factor authentication' });
  await turnOffDialog.getByLabel(/^Your password/).fill(owner.password);
  await turnOffDialog.getByLabel(/^Code/).fill(codeOf(secret));
  await inspect('turning the second factor off');
  await turnOffDialog.getByRole('button', { name: 'Turn off' }).click();
  await page.getByText('It is off.').waitFor();
  isQuiet(/422/);
  otherVisit.isQuiet(/401/);
});

test('names a common password while it is typed, without a request', async () => {
  const { page, inspect } = await visit();
  const posts: string[] = [];
  page.on('request', (request) => request.method() !== 'GET' && posts.push(request.url()));
  await page.goto(`${url}/welcome`);
  const field = page.getByLabel(/^Password/);
  await field.fill('Password123');
  await page.getByText('This password is too common').waitFor();
  await inspect('a common password');
  await field.fill('Password123 and a horse');
  await page.getByText('This password is too common').waitFor({ state: 'detached' });
  assert.deepEqual(posts, []);
});

test('requires a second factor before anything else if the shop does', async () => {
  const strictShop = await aShop(app);
  const manager = await aStaffMember(strictShop, 'manager');
  const { email } = (await manager.get('/auth/me')).body.data;
  const secret = (await strictShop.owner.post('/auth/totp', { password: owner.password })).body.data.secret as string;
  const done = await strictShop.owner.post('/auth/totp/confirm', { code: codeOf(secret) });
  assert.equal(done.status, 200, done.text);
  const ownerVisit = await visit();
  await ownerVisit.page.goto(`${url}/sign-in`);
  await ownerVisit.page.getByLabel('E-mail').fill((await strictShop.owner.get('/auth/me')).body.data.email);
  await ownerVisit.page.getByLabel(/^Password/).fill(owner.password);
  await ownerVisit.page.keyboard.press('Enter');
  await ownerVisit.page.getByLabel(/^Code/).fill(codeOf(secret));
  await ownerVisit.page.keyboard.press('Enter');
  await ownerVisit.page.getByRole('heading', { name: 'Dashboard' }).waitFor();
  await ownerVisit.page.goto(`${url}/settings/shop`);
  const form = ownerVisit.page.getByRole('form', { name: 'Security' });
  await form.getByRole('checkbox', { name: 'Manager' }).check();
  await ownerVisit.page.getByRole('button', { name: 'Save' }).click();
  await ownerVisit.page.getByText('Settings saved').waitFor();
  assert.deepEqual((await strictShop.owner.get('/merchant')).body.data.require_totp_roles, ['manager']);

  const { page, inspect } = await visit();
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel(/^Password/).fill('another long password');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'This shop requires two-factor authentication' }).waitFor();
  await inspect('a shop that asks for a second factor');
  assert.equal(await page.getByRole('button', { name: 'Cancel' }).count(), 0, 'there is nothing to go back to');
  await waitForFocus(page, page.getByLabel(/^Your password/));
  await page.keyboard.type('another long password');
  await page.keyboard.press('Enter');
  const key = await page.getByRole('textbox', { name: 'Key' }).inputValue();
  await page.getByLabel(/^Code/).fill(codeOf(key));
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor();
});

test('signs a staff member out everywhere, which that member’s open page shows', async () => {
  const smallShop = await aShop(app);
  const cashier = await aStaffMember(smallShop, 'cashier');
  const { email } = (await cashier.get('/auth/me')).body.data;
  const otherVisit = await visit();
  await otherVisit.openSignedIn({ email, password: 'another long password' }, '/products');
  await otherVisit.page.getByRole('heading', { name: 'Products' }).waitFor();
  const { page, signIn, inspect, isQuiet } = await visit();
  await signIn({ email: (await smallShop.owner.get('/auth/me')).body.data.email, password: owner.password });
  await page.goto(`${url}/settings/staff`);
  await page.getByRole('button', { name: 'Sign out A cashier everywhere' }).click();
  await page.getByText('A cashier is signed out everywhere').waitFor();
  await inspect('staff after the sign-out');
  // A cashier has no event stream, so the page polls the session.
  await otherVisit.page.getByRole('dialog', { name: 'You have been signed out' }).waitFor();
  isQuiet();
});
