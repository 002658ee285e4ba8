import type { App } from '../../platform/context/app.ts';
import { closureRoutes } from './closure-routes.ts';
import { movementRoutes } from './movement-routes.ts';
import { registerRoutes } from './register-routes.ts';
import { reportRoutes } from './report-routes.ts';
import { shiftRoutes } from './shift-routes.ts';

/** `/registers`, `/shifts` and `/closures`. */
export async function cashRegisterRoutes(app: App): Promise<void> {
  await registerRoutes(app);
  await shiftRoutes(app);
  await movementRoutes(app);
  await closureRoutes(app);
  await reportRoutes(app);
}
