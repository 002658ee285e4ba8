/** Filter of the deliveries in the address of a webhook. */
export interface WebhookView {
  state?: DeliveryState;
}

export const deliveryStates = ['pending', 'succeeded', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

const isState = (state: unknown): state is DeliveryState => (deliveryStates as readonly unknown[]).includes(state);

export const readWebhookView = ({ state }: Record<string, unknown>): WebhookView => (isState(state) ? { state } : {});
