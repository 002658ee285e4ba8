import { test } from 'node:test';
import { openBackOffice } from '../back-office.ts';
import { compareJourneys } from './journeys.ts';
import { openScreenShop } from './shop.ts';

const office = await openBackOffice();
const shop = await openScreenShop(office.app);
const [places, staff, settings] = ['/settings/places', '/settings/staff', '/settings/shop'];
const webhook = `/settings/webhooks/${shop.webhook}`;

test('sends what the forms of places, staff, keys and webhooks hold, and shows what the service says', () =>
  compareJourneys(office, 'forms-of-settings', [
    { name: 'branch-taken', path: places, steps: 'open New branch\nfill Name: Harbour\npress Save' },
    {
      name: 'branch-created',
      path: places,
      steps: `
        open New branch
        fill Name: Market
        fill Address: 9 Square
        fill Phone: +1 212 555 0177
        press Save`,
    },
    { name: 'branch-changed', path: places, steps: 'open Edit Harbour\nfill Name: Port\nfill Address:\npress Save' },
    {
      name: 'warehouse-created',
      path: places,
      steps: `
        open New warehouse of Port
        fill Name: Cellar
        tick Sales of this branch take stock from here
        press Save`,
    },
    { name: 'warehouse-changed', path: places, steps: 'open Edit Store room\nfill Name: Attic\npress Save' },
    {
      name: 'staff-taken',
      path: staff,
      steps: `
        open Invite
        fill Name: Cass
        fill E-mail: cass@example.com
        press Invite`,
    },
    {
      name: 'staff-owner',
      path: staff,
      steps: 'open Invite\nchoose Role: Owner',
    },
    {
      name: 'staff-changed',
      path: staff,
      steps: `
        open Edit Cass Cashier
        fill Name: Cass Clerk
        choose Role: Stock clerk
        choose Branches: Main branch
        press Save`,
    },
    { name: 'staff-reset-link', path: staff, steps: 'open Password reset link for Mia Manager' },
    { name: 'staff-signed-out', path: staff, steps: 'press Sign out Mia Manager everywhere' },
    { name: 'staff-withdrawn', path: staff, steps: 'press Withdraw the invitation of Ida Invited' },
    { name: 'staff-deactivated', path: staff, steps: 'open Deactivate Vic Viewer\npress Deactivate' },
    { name: 'staff-reactivated', path: staff, steps: 'press Reactivate Vic Viewer' },
    {
      name: 'key-without-permission',
      path: '/settings/api-keys',
      steps: 'open New API key\nfill Name: Till\npress Create key',
    },
    {
      name: 'key-created',
      path: '/settings/api-keys',
      steps: `
        open New API key
        fill Name: Stock app
        tick See stock
        tick See sales
        choose Branches: Main branch
        choose Expires: In a year
        press Create key`,
    },
    { name: 'key-revoked', path: '/settings/api-keys', steps: 'open Revoke Till app\npress Revoke' },
    {
      name: 'webhook-wrong',
      path: '/settings/webhooks',
      steps: 'open New webhook\nfill URL: ftp://example.com\npress Save',
    },
    {
      name: 'webhook-created',
      path: '/settings/webhooks',
      steps: `
        open New webhook
        fill URL: http://127.0.0.1:9/stock
        fill Description: Stock
        tick Selected events only
        check All of Stock
        check New product
        press Save`,
    },
    { name: 'webhook-changed', path: webhook, steps: 'open Edit\nfill Description:\ntick All events\npress Save' },
    { name: 'webhook-off', path: webhook, steps: 'press Turn off' },
    { name: 'webhook-sent-again', path: webhook, steps: 'open Send again from…\npress Send again' },
    { name: 'webhook-deleted', path: webhook, steps: 'open Delete\npress Delete' },
    {
      name: 'notifications',
      path: '/settings/devices',
      form: 'Notify me when',
      steps: `
        tick A product is low in stock
        tick Another person refunds a sale
        press Save`,
    },
    { name: 'device-removed', path: '/settings/devices', steps: 'open Remove Phone of Olivia\npress Remove' },
    {
      name: 'password-wrong',
      path: '/settings/account',
      form: 'Password',
      steps: `
        fill Current password: not this one
        fill New password: correct horse battery 2
        press Change password`,
    },
    { name: 'sessions-ended', path: '/settings/account', steps: 'press Sign out everywhere else' },
  ]));

test('sends what the settings of a shop hold, and shows what the service says', () =>
  compareJourneys(office, 'forms-of-shop', [
    {
      name: 'name',
      path: settings,
      form: 'Name, currency, time zone',
      steps: `
        fill Shop name: Corner
        press Save`,
    },
    {
      name: 'taxes-on-top',
      path: settings,
      form: 'Taxes',
      steps: `
        tick Tax is added to prices
        fill Tax rate (%): 10
        press Save`,
    },
    { name: 'no-taxes', path: settings, form: 'Taxes', steps: 'tick No tax\npress Save' },
    {
      name: 'receipts',
      path: settings,
      form: 'Receipts and payment methods',
      steps: `
        fill Address:
        fill Receipt footer: Good bye
        fill Phone: +1 212 555 0111
        fill Tax number:
        tick Cash
        tick Voucher
        tick Cash
        press Save`,
    },
    {
      name: 'points-in-wrong-order',
      path: settings,
      form: 'Points and tiers',
      steps: `
        fill Points for $1.00: 2
        fill Value of a point (USD): 0.1
        fill Silver from (USD): 600
        press Save`,
    },
    {
      name: 'points',
      path: settings,
      form: 'Points and tiers',
      steps: `
        fill Points for $1.00: 0.5
        fill Value of a point (USD): 0
        fill Silver from (USD): 20
        fill Platinum from (USD): 1000
        press Save`,
    },
    {
      name: 'till',
      path: settings,
      form: 'Till settings',
      steps: `
        tick Continue selling when out of stock
        tick Sell custom items
        tick Cashier
        fill Cashier discount limit (%): 12.5
        fill Cashier backdating limit (days): 3
        fill Cashier refund limit for each sale (USD):
        tick Cashiers refund only to the original payment method
        press Save`,
    },
    {
      name: 'accounting',
      path: '/settings/accounting',
      form: 'Accounting',
      steps: `
        fill Cash: 1600
        press Add revenue account
        fill Rate: 8.875
        choose Category: Groceries
        fill Account: 8400
        fill Cash rounding: 4840
        in Accounting: Save`,
    },
    {
      name: 'security',
      path: settings,
      form: 'Security',
      steps: `
        tick Viewer
        press Save`,
    },
  ]));
