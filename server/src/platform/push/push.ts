/** A registered device. */
export interface PushDevice {
  platform: string;
  /** The token of FCM, or a browser's subscription as JSON. */
  token: string;
}

export interface PushMessage {
  title: string;
  body: string;
  /** A newer message replaces an unread one with the same tag. */
  tag: string;
  /** For the receiving program. */
  data: Record<string, string>;
}

/** `gone`: the device is unregistered for good. `unconfigured`: this service cannot send to devices of its kind. */
export type PushOutcome = 'sent' | 'gone' | 'unconfigured';

export interface Push {
  /** The service's public key, with which a browser subscribes; base64url. */
  readonly public_key: string;
  /**
   * @param signal ends the attempt
   * @throws NotDelivered if the message could not be delivered, but a retry may succeed
   */
  send(device: PushDevice, message: PushMessage, signal?: AbortSignal): Promise<PushOutcome>;
}

/** Sends an HTTP request to another service. Throws if the service is not reached, or takes too long. */
export type Post = (request: {
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
  signal?: AbortSignal | undefined;
}) => Promise<{ status: number; body: string }>;

/** The push service cannot deliver a message now. A retry may succeed. */
export class NotDelivered extends Error {
  override name = 'NotDelivered';
}
