import type { Proof, ProofRun } from '../proof.ts';
import { proveIsolation } from './attack-routes.ts';
import { longControls, noticeMissing, quickControls } from './controls.ts';
import { manyMerchants, proveManyMerchants } from './many-merchants.ts';

async function prove(run: ProofRun): Promise<void> {
  if (run.control) return noticeMissing([...quickControls, ...longControls], run);
  if (run.only === 'many-merchants') return proveManyMerchants(run, manyMerchants);
  await proveIsolation(run);
}

/** The worst requests of one merchant, to every route and at full speed, do not delay other merchants. */
export const proof: Proof = { unit: 'requests of each user in a flood', long: 100, prove };
