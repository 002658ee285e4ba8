import { type Environment, text, wholeNumber } from './environment.ts';

/** The quotas of a merchant, user or product, and the retention of backups. */
export interface StorageConfig {
  /** Bytes of all pictures of a merchant. */
  readonly picture_bytes_per_merchant: number;
  readonly pictures_per_product: number;
  /** Bytes of all exported files of a merchant whose links have not expired. */
  readonly export_bytes_per_merchant: number;
  readonly devices_per_person: number;
  readonly webhooks_per_merchant: number;
  /** Deliveries that one replay may send again. */
  readonly replayed_deliveries: number;
  readonly replay_cooldown_s: number;
  readonly push_test_cooldown_s: number;
  /**
   * Uploads and exports are rejected while less than this is free. Sales are accepted until 64 MiB are left. By default
   * it depends on the size of the disk.
   */
  readonly upload_reserve_bytes: number | undefined;
  /** Encrypts backups: an age recipient, an age identity, or a passphrase. */
  readonly backup_key: string | undefined;
}

const mib = 1024 * 1024;

/** @throws Error naming the variable that cannot be used */
export function readStorageConfig(env: Environment): StorageConfig {
  const number = (name: string, fallback: number, most: number, least = 1) =>
    wholeNumber(env, name, { fallback, least, most });
  return Object.freeze({
    picture_bytes_per_merchant: number('PICTURES_MIB_PER_MERCHANT', 1_024, 1_048_576) * mib,
    pictures_per_product: number('PICTURES_PER_PRODUCT', 20, 20),
    export_bytes_per_merchant: number('EXPORTS_MIB_PER_MERCHANT', 1_024, 1_048_576) * mib,
    devices_per_person: number('DEVICES_PER_PERSON', 10, 1_000),
    webhooks_per_merchant: number('WEBHOOKS_PER_MERCHANT', 20, 1_000),
    replayed_deliveries: number('WEBHOOK_REPLAY_MAX', 1_000, 10_000),
    replay_cooldown_s: number('WEBHOOK_REPLAY_COOLDOWN_S', 60, 86_400, 0),
    push_test_cooldown_s: number('PUSH_TEST_COOLDOWN_S', 30, 3_600, 0),
    upload_reserve_bytes:
      text(env, 'UPLOAD_RESERVE_MIB') === undefined
        ? undefined
        : number('UPLOAD_RESERVE_MIB', 512, 16_777_216, 64) * mib,
    backup_key: text(env, 'BACKUP_KEY'),
  });
}
