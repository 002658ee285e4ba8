/** How long each part may take to stop before it is killed. The settings for requests and the database fit into it. */
interface StopSettings {
  request_stop_s: number;
  database_stop_s: number;
}

/** For the other work of a worker. */
const worker_margin_ms = 3_000;
/** For background work and connections, also on a busy machine. */
const service_margin_ms = 20_000;

export const workerStopsWithin_ms = ({ request_stop_s }: StopSettings): number =>
  1_000 * request_stop_s + worker_margin_ms;

export const serviceStopsWithin_ms = (settings: StopSettings): number =>
  workerStopsWithin_ms(settings) + 1_000 * settings.database_stop_s + service_margin_ms;
