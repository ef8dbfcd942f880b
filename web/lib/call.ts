import { type RouteName, routes } from '#contract/routes.ts';
import { type CallDeps, type CallOf, callTable } from './call-table.ts';
import { pageDeps, sessionEvents } from './session-call.ts';

/** A typed function for every call of the contract. Throws `CallProblem`, nothing else. */
export type Call = CallOf<RouteName>;

/** Makes `call` for a page. */
export function createCall(deps: CallDeps): Call {
  return callTable(routes, deps);
}

const callOfPage = createCall(pageDeps);
const never = new Promise<never>(() => undefined);

/** How often somebody has signed in here. */
let turn = 0;
sessionEvents.addEventListener('signed-in', () => {
  turn += 1;
});

/**
 * The page's own `call`. What is for whoever is signed in never comes once somebody has signed in after it was asked for: the
 * page that asked has gone, and nothing of it is said to the next one here.
 */
export const call: Call = async (name, ...input) => {
  const asked = turn;
  try {
    return await callOfPage(name, ...input);
  } finally {
    if (turn !== asked && routes[name].access !== 'anyone') await never;
  }
};
