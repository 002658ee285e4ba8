/** The data of a push notification. */
export interface NotificationData {
  type: string;
  subject_id?: string;
  transaction_id?: string;
  branch_id?: string;
  day?: string;
}

/** The page that a notification opens. */
export function notificationPage({ type, subject_id, transaction_id, branch_id, day }: NotificationData): string {
  switch (type) {
    case 'stock.low':
    case 'stock.out':
      return `/products/${subject_id}`;
    case 'sale.refunded':
      return transaction_id === undefined ? '/sales' : `/sales/${transaction_id}`;
    case 'export.ready':
    case 'export.failed':
      return '/reports';
    case 'import.done':
      return '/stock/import';
    case 'day.closed':
      return day === undefined ? '/reports' : `/reports?from=${day}&to=${day}&branch=${branch_id}`;
    case 'session.new_device':
    case 'staff.signed_out':
      return '/settings/account';
    case 'approval.requested':
      return '/approvals';
    case 'test':
      return '/settings/devices';
    default:
      return '/';
  }
}
