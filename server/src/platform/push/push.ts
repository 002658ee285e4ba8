/** A registered device. */
export interface PushDevice {
  platform: string;
  /** The token of FCM, or a browser's subscription as JSON. */
  token: string;
}

export interface PushMessage {
  title: string;
  body: string;
  /** A newer message of the same tag takes the place of an older one that is not read yet. */
  tag: string;
  /** For the program that gets it. */
  data: Record<string, string>;
}

/** `gone`: the device is unregistered for good. `unconfigured`: this service cannot send to devices of its kind. */
export type PushOutcome = 'sent' | 'gone' | 'unconfigured';

export interface Push {
  /** The service's public key, with which a browser subscribes; base64url. */
  readonly public_key: string;
  /** @throws when it could not be delivered now, and may be later */
  send(device: PushDevice, message: PushMessage): Promise<PushOutcome>;
}

/** An HTTP request to somewhere else, and its answer. What is not reached, or takes too long, throws. */
export type Post = (request: {
  url: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
}) => Promise<{ status: number; body: string }>;

/** The other side said that it cannot now. */
export class NotDelivered extends Error {
  override name = 'NotDelivered';
}
