import { accountingRoutes } from '../features/accounting/routes.ts';
import { apiKeyRoutes } from '../features/api-keys/routes.ts';
import { approvalRoutes } from '../features/approvals/routes.ts';
import { priceRoutes } from '../features/audit/price-routes.ts';
import { auditRoutes } from '../features/audit/routes.ts';
import { passwordResetRoutes } from '../features/auth/accounts/password-reset-routes.ts';
import { deviceRoutes } from '../features/auth/devices/device-routes.ts';
import { enterPinRoutes, pinRoutes } from '../features/auth/pins/pin-routes.ts';
import { currentUserRoutes, registerRoutes } from '../features/auth/routes.ts';
import { passkeyRoutes, passkeySignInRoutes } from '../features/auth/second-factor/passkey-routes.ts';
import { totpRoutes } from '../features/auth/second-factor/totp-routes.ts';
import { browserRoutes } from '../features/auth/sessions/browser-routes.ts';
import { ownSessionRoutes } from '../features/auth/sessions/session-routes.ts';
import { sessionRoutes, signInRoutes } from '../features/auth/sessions/sign-in-routes.ts';
import { categoryRoutes } from '../features/catalogue/category-routes.ts';
import { lookupRoutes } from '../features/catalogue/lookup-routes.ts';
import { imageRoutes } from '../features/catalogue/pictures/image-routes.ts';
import { productRoutes } from '../features/catalogue/routes.ts';
import { customerRoutes, loyaltyRoutes } from '../features/customers/routes.ts';
import { dashboardRoutes } from '../features/dashboard/routes.ts';
import { demoRoutes } from '../features/demo/routes.ts';
import { eventRoutes } from '../features/events/routes.ts';
import { exportJobRoutes } from '../features/exports/job-routes.ts';
import { exportRoutes } from '../features/exports/routes.ts';
import { integrityRoutes } from '../features/integrity/routes.ts';
import { inventoryRoutes } from '../features/inventory/routes.ts';
import { customerFileRoutes } from '../features/items/customers/customer-file-routes.ts';
import { importRoutes, itemFileRoutes } from '../features/items/file-routes.ts';
import { itemRoutes } from '../features/items/routes.ts';
import { undoRoutes } from '../features/items/undo/undo-routes.ts';
import { jobRoutes } from '../features/jobs/routes.ts';
import { journalRoutes } from '../features/journal/routes.ts';
import { branchRoutes, warehouseRoutes } from '../features/merchant/location-routes.ts';
import { merchantRoutes } from '../features/merchant/routes.ts';
import { privacyRoutes } from '../features/privacy/routes.ts';
import { pushRoutes } from '../features/push/routes.ts';
import { cashRegisterRoutes } from '../features/registers/routes.ts';
import { reportRoutes } from '../features/reports/routes.ts';
import { receiptRoutes } from '../features/sales/receipts/receipt-routes.ts';
import { salesRoutes } from '../features/sales/routes.ts';
import { acceptInvitationRoutes } from '../features/staff/accept-routes.ts';
import { invitationRoutes } from '../features/staff/invitation-routes.ts';
import { ownAccountRoutes } from '../features/staff/own-account-routes.ts';
import { staffRoutes } from '../features/staff/routes.ts';
import { syncRoutes } from '../features/sync/routes.ts';
import { deliveryRoutes } from '../features/webhooks/delivery-routes.ts';
import { webhookRoutes } from '../features/webhooks/routes.ts';
import type { App } from '../platform/context/app.ts';

/** Routes that belong together, of one feature. */
type Routes = (app: App) => Promise<void>;

/** Routes that need no session. */
export const openRoutes: readonly Routes[] = [
  registerRoutes,
  acceptInvitationRoutes,
  passwordResetRoutes,
  signInRoutes,
  passkeySignInRoutes,
  browserRoutes,
];

/** Routes of a person, who need not belong to a merchant. */
export const signedInRoutes: readonly Routes[] = [
  sessionRoutes,
  ownSessionRoutes,
  totpRoutes,
  passkeyRoutes,
  deviceRoutes,
  enterPinRoutes,
];

/** Routes of a merchant, for its staff and its API keys. */
export const scopedRoutes: readonly Routes[] = [
  currentUserRoutes,
  pinRoutes,
  merchantRoutes,
  branchRoutes,
  warehouseRoutes,
  staffRoutes,
  ownAccountRoutes,
  invitationRoutes,
  apiKeyRoutes,
  approvalRoutes,
  productRoutes,
  imageRoutes,
  lookupRoutes,
  categoryRoutes,
  inventoryRoutes,
  itemRoutes,
  itemFileRoutes,
  customerFileRoutes,
  importRoutes,
  undoRoutes,
  customerRoutes,
  loyaltyRoutes,
  cashRegisterRoutes,
  journalRoutes,
  accountingRoutes,
  salesRoutes,
  receiptRoutes,
  privacyRoutes,
  reportRoutes,
  exportRoutes,
  exportJobRoutes,
  dashboardRoutes,
  demoRoutes,
  eventRoutes,
  pushRoutes,
  webhookRoutes,
  deliveryRoutes,
  jobRoutes,
  integrityRoutes,
  auditRoutes,
  priceRoutes,
  syncRoutes,
];
