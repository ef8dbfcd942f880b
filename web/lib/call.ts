import { type RouteName, routes } from '#contract/routes.ts';
import { type CallDeps, type CallOf, callTable } from './call-table.ts';
import { pageDeps } from './session-call.ts';

/** A typed function for every call of the contract. Throws `CallProblem`, nothing else. */
export type Call = CallOf<RouteName>;

/** Makes `call` for a page. */
export function createCall(deps: CallDeps): Call {
  return callTable(routes, deps);
}

/** The page's own `call`. */
export const call = createCall(pageDeps);
