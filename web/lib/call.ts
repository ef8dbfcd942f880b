import { type RouteName, routes } from '#contract/routes.ts';
import { type CallDeps, type CallOf, callTable } from './call-table.ts';
import { heldBack, pageDeps, sessionEvents } from './session-call.ts';

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

/** What has been asked for whoever is signed in, and is not answered yet. */
const underWay = new Set<Promise<unknown>>();
// A session that ended first would have it refused, also what was pressed a moment before.
heldBack.add(() => Promise.allSettled(underWay));

/**
 * The page's own `call`. What is for whoever is signed in never comes once somebody has signed in after it was asked for: the
 * page that asked has gone, and nothing of it is said to the next one here.
 */
export const call: Call = async (name, ...input) => {
  const asked = turn;
  const answer = callOfPage(name, ...input);
  if (routes[name].access === 'anyone') return await answer;
  underWay.add(answer);
  try {
    return await answer;
  } finally {
    underWay.delete(answer);
    if (turn !== asked) await never;
  }
};
