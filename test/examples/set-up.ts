import { Secret, TOTP } from 'otpauth';
import { makePasskey, signChallenge } from '../authenticator.ts';
import { tokenOf } from '../staff.ts';
import type { TestApp } from '../test-app.ts';
import { usePin } from './pins.ts';
import type { Recorder } from './recorder.ts';

export const email = 'mia@example.com';
export const password = 'a good long password';

/** Registers the shop, secures the account of its owner, and creates locations and staff. */
export async function setUpShop({ show, as, refuse }: Recorder, clock: TestApp['clock']): Promise<void> {
  const shop = { merchant_name: 'Mia’s Corner', currency: 'EUR', timezone: 'Europe/Berlin' };
  await show('register', { body: { email, password, name: 'Mia', phone: '+49 30 1234567', ...shop } });
  const other = (await show('login', { body: { email, password } })).data;
  const phone = { 'user-agent': 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0' };
  const { access_token, refresh_token } = (await show('login', { body: { email, password }, headers: phone })).data;
  as({ authorization: `Bearer ${access_token}` });
  await show('refresh', { body: { refresh_token } });
  await show('refreshToken', { body: { refresh_token, rotate: true } });
  await show('loginInBrowser', { body: { email, password } });
  await show('refreshInBrowser');
  await show('logoutInBrowser');
  await show('getAuthOptions');
  const { merchant_id } = (await show('getCurrentUser')).data;
  await show('listOwnMerchants');
  const sessions = (await show('listSessions')).data;
  const unused = sessions.find((session: { is_current: boolean }) => !session.is_current);
  await show('endSession', { path: { id: unused.id } });
  await useTotp({ show, clock });
  await usePasskeys({ show });

  await refuse('UNAUTHENTICATED', 'refresh', { body: { refresh_token: other.refresh_token } });
  const { id } = (
    await show('registerDevice', { body: { token: 'fcm:dGlsbC0x', platform: 'android', name: 'Till 1' } })
  ).data;
  await show('listDevices');
  await usePin({ show }, { password, device_id: id, merchant_id });
  await show('deleteDevice', { path: { id } });
  await show('updateMerchant', {
    body: { tax_mode: 'inclusive', tax_rate: 19, loyalty_rate: 1, point_value: 0.01, cashier_refund_limit: 50 },
  });
  const receipts = {
    tax_number: 'DE 811 569 869',
    address: 'Lange Reihe 5, 20099 Hamburg',
    receipt_footer: 'Thank you for your visit',
  };
  await show('updateMerchant', { body: { ...receipts, payment_methods: ['cash', 'card', 'e_wallet'] } });
  await show('patchMerchant', { body: { loyalty_tiers: { silver: 500, gold: 2000, platinum: 10000 } } });
  await show('getMerchant');
  await createLocationsAndStaff({ show, refuse, as }, { authorization: `Bearer ${access_token}` });
}

/** Sets up an authenticator app and removes it, so that the following requests need only the password. */
async function useTotp({ show, clock }: Pick<Recorder, 'show'> & Pick<TestApp, 'clock'>): Promise<void> {
  const { secret } = (await show('startTotp', { body: { password } })).data;
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  // The clock advances some seconds with each request. A code is also valid half a minute before and after its period.
  const code = () => app.generate({ timestamp: Date.parse(clock.now()) });
  const { recovery_codes } = (await show('confirmTotp', { body: { code: code() } })).data;
  await show('getTotp');
  const renewed = (await show('renewRecoveryCodes', { body: { password, code: recovery_codes[0] } })).data
    .recovery_codes;
  await show('removeTotp', { body: { password, code: renewed[0] } });
}

async function usePasskeys({ show }: Pick<Recorder, 'show'>): Promise<void> {
  const origin = 'https://shop.example';
  const options = (await show('startPasskey', { body: { password } })).data;
  const { credential, response } = makePasskey(options, origin, {}, Buffer.alloc(16, 7));
  const { id } = (await show('addPasskey', { body: { name: 'Phone', response } })).data;
  for (const operation of ['loginWithPasskey', 'loginInBrowserWithPasskey']) {
    const options = (await show('startPasskeySignIn')).data;
    await show(operation, { body: { response: signChallenge(credential, options, origin) } });
  }
  await show('renamePasskey', { path: { id }, body: { name: 'Mia’s phone' } });
  await show('listPasskeys');
  await show('removePasskey', { path: { id }, body: { password } });
}

async function createLocationsAndStaff(
  { show, refuse, as }: Pick<Recorder, 'show' | 'refuse' | 'as'>,
  owner: Record<string, string>,
): Promise<void> {
  const harbour = (await show('createBranch', { body: { name: 'Harbour', phone: '+49 40 7654321' } })).data;
  await show('updateBranch', { path: { id: harbour.id }, body: { address: 'Am Kai 1, Hamburg' } });
  await show('getBranch', { path: { id: harbour.id } });
  await show('listBranches');
  const cellar = (await show('createWarehouse', { body: { name: 'Cellar', branch_id: harbour.id } })).data;
  await show('updateWarehouse', { path: { id: cellar.id }, body: { name: 'Harbour cellar' } });
  await show('getWarehouse', { path: { id: cellar.id } });
  await show('listWarehouses', { query: { branch_id: harbour.id } });
  const token = await invite({ show, refuse }, harbour.id);
  as({});
  await show('previewInvitation', { body: { token } });
  await show('acceptInvitation', { body: { token, password: 'what Ben chose himself' } });
  const { access_token } = (
    await show('login', { body: { email: 'ben@example.com', password: 'what Ben chose himself' } })
  ).data;
  as(owner);
  await refuse('FORBIDDEN', 'createBranch', {
    headers: { authorization: `Bearer ${access_token}` },
    body: { name: 'Ben’s own' },
  });
  const [ben] = (await show('listStaff', { query: { search: 'ben@example.com' } })).data;
  await show('updateColleague', { path: { id: ben.id }, body: { role: 'stock_clerk', branch_ids: null } });
  await show('getColleague', { path: { id: ben.id } });
  await show('listStaff', { query: { status: 'active' } });
  const apiKey = { name: 'Web shop', permissions: ['catalogue:read', 'stock:read'], branch_ids: [harbour.id] };
  const key = (await show('createApiKey', { body: apiKey })).data;
  await show('renameApiKey', { path: { id: key.id }, body: { name: 'Shop on the web' } });
  await show('getApiKey', { path: { id: key.id } });
  await show('listApiKeys', { query: { status: 'active' } });
  await show('revokeApiKey', { path: { id: key.id } });
  await show('endColleagueSessions', { path: { id: ben.id } });
  const { reset_link } = (await show('makeResetLink', { path: { id: ben.id } })).data;
  as({});
  await show('forgotPassword', { body: { email: 'ben@example.com' } });
  await show('resetPassword', { body: { token: tokenOf(reset_link), password: 'what Ben remembers now' } });
  as(owner);
  await show('deactivateColleague', { path: { id: ben.id } });
  await show('reactivateColleague', { path: { id: ben.id } });
}

/** Invites Ben. @returns the token of his link */
async function invite({ show, refuse }: Pick<Recorder, 'show' | 'refuse'>, branch_id: string): Promise<string> {
  const withdrawn = (
    await show('inviteColleague', { body: { email: 'bin@example.com', name: 'Ben', role: 'cashier', send: 'link' } })
  ).data;
  await show('deactivateColleague', { path: { id: withdrawn.id } });
  const person = { email: 'ben@example.com', name: 'Ben', role: 'cashier', send: 'link', branch_ids: [branch_id] };
  const { id } = (await show('inviteColleague', { body: person })).data;
  await refuse('DUPLICATE', 'inviteColleague', { body: person });
  const { invitation_link } = (await show('resendInvitation', { path: { id }, body: { send: 'link' } })).data;
  return tokenOf(invitation_link);
}
