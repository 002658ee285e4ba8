import type { Proof, ProofRun } from '../proof.ts';
import { proveIsolation } from './attack-routes.ts';
import { findMissing, longControls, quickControls } from './controls.ts';
import { crowd, proveCrowd } from './crowd.ts';

async function prove(run: ProofRun): Promise<void> {
  if (run.control) return findMissing([...quickControls, ...longControls], run);
  if (run.only === 'crowd') return proveCrowd(run, crowd);
  await proveIsolation(run);
}

/** One merchant at full speed, with the worst requests to each route, does not delay others. */
export const proof: Proof = { unit: 'requests of each user in a flood', long: 100, prove };
