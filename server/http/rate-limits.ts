import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#contract/problem.ts';
import { type RouteName, routes } from '#contract/routes.ts';
import type { Counted, Limiter, Refusal } from '#server/app/limits/limiter.ts';
import { type ExactGroup, exactGroups, type LimitGroup } from '#server/app/limits/limits.ts';
import { isFromHere } from '#server/app/limits/proxy-trust.ts';
import { limitWords } from '#server/app/limits/limit-words.ts';
import { storableText } from './route-input.ts';

/** Calls of the contract, and what stands outside it: a clip, and what previews of a donation link fetch. */
type LimitedName = RouteName | OutsideName;
type OutsideName = 'clip' | 'donateDocument' | 'sharePicture';

/**
 * Counts a call and throws `Problem('too_many_requests')`, with `Retry-After` set, when a budget is used up. Nothing is
 * waited for where it is counted in memory.
 */
type LimitRate = (
  name: LimitedName,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void> | undefined;
export interface RateLimiter {
  /** Before anything is looked up for the call. */
  byAddress: LimitRate;
  /**
   * The same before the router, for a call of a frequent group: false when a budget is used up. `byAddress` then refuses
   * that request with this answer, and does not count it again. `network` is that of who asks.
   */
  countEarly(name: RouteName, request: IncomingMessage, network: string): boolean;
  /** Once it is known who calls. */
  byAccount: LimitRate;
  /** Once the body was read, before it is looked at: a call that signs in counts by the name that it tries, too. */
  byName: LimitRate;
  /** Once such a call, or a registration, has succeeded. */
  signedIn: LimitRate;
}

/** How callers are told apart. */
export interface RateLimitOptions {
  limiter: Limiter;
  /** Nobody from outside can reach this server, unless a proxy or a browser hands a request on. */
  isLoopback: boolean;
}

/** Calls that count by budgets of their own, or by others than their method says. */
const ownGroups: Partial<Record<LimitedName, LimitGroup>> = {
  register: 'register',
  login: 'login',
  confirmPassword: 'login',
  changePassword: 'login',
  recoverByWallet: 'login',
  recoverByCode: 'login',
  turnOnSecondFactor: 'login',
  deleteAccount: 'login',
  withdraw: 'login',
  exportKey: 'exportKey',
  downloadAccount: 'exportKey',
  webhookSecret: 'exportKey',
  replaceWebhookSecret: 'exportKey',
  createDonation: 'createDonation',
  uploadAudio: 'upload',
  lookForPayment: 'checkAgain',
  buildPayment: 'pay',
  sendPayment: 'pay',
  quoteWithdrawal: 'pay',
  sandboxPay: 'pay',
  connectDiscord: 'linkChat',
  connectTwitch: 'linkChat',
  accountDeletion: 'write',
  exportDonations: 'write',
};

/** By which budgets a call is counted. */
export function groupOf(name: LimitedName): LimitGroup {
  const changes = isOfContract(name) && routes[name].method !== 'GET';
  return ownGroups[name] ?? (changes ? 'write' : 'read');
}

/** Whether a call comes from this machine to a server that nobody else reaches: it is then treated generously. */
export function isGenerous(request: Pick<IncomingMessage, 'headers'>, isLoopback: boolean): boolean {
  return isLoopback && isFromHere(request.headers);
}

/**
 * Makes the limiter of the calls.
 *
 * A call of a frequent group counts by address before anything is looked up for it, and by account or token once it is
 * known who calls. One of an exact group counts by all at once: where it needs a session, when that was found, and until
 * then as `read`; where it signs in, when the name was read.
 */
export function createRateLimiter({ limiter, isLoopback }: RateLimitOptions): RateLimiter {
  const refusedEarly = new WeakMap<IncomingMessage, Refusal>();
  const from = (request: FastifyRequest) => ({
    address: request.clientNetwork,
    isGenerous: isGenerous(request, isLoopback),
  });
  const countExactly = (group: ExactGroup, reply: FastifyReply, counted: Counted): Promise<void> =>
    countUnlessTooOften(limiter.countExactly(group, { ...counted, all: true }), reply);

  return {
    countEarly(name, request, network) {
      const group = groupOf(name);
      if (isExact(group)) return false;
      const refusal = limiter.count(group, {
        address: network,
        isGenerous: isGenerous(request, isLoopback),
        all: true,
      });
      if (refusal !== null) refusedEarly.set(request, refusal);
      return refusal === null;
    },
    byAddress: (name, request, reply) => {
      const group = groupOf(name);
      const early = refusedEarly.get(request.raw);
      if (early !== undefined) return refuseTooOften(early, reply);
      if (!isExact(group))
        return refuseTooOften(limiter.count(group, { ...from(request), all: true }), reply);
      if (needsSession(name))
        return refuseTooOften(limiter.count('read', { ...from(request), all: true }), reply);
      // What all have used up does not shut out who signs in from where they did before: that is asked with the name.
      if (group === 'login') return refuseTooOften(limiter.check(group, from(request)), reply);
      return countExactly(group, reply, from(request));
    },
    byAccount: (name, request, reply) => {
      const group = groupOf(name);
      const account = accountOf(name, request);
      // Strangers who try passwords use up what all have together; that does not keep a session from confirming its own.
      if (group === 'login')
        return countUnlessTooOften(limiter.countExactly(group, { ...from(request), account }), reply);
      if (isExact(group)) return countExactly(group, reply, { ...from(request), account });
      return refuseTooOften(limiter.count(group, { account, isGenerous: from(request).isGenerous }), reply);
    },
    byName: (name, request, reply) => {
      if (!isSignIn(name)) return undefined;
      const account = triedName(request.body);
      if (account === null) return countExactly('login', reply, from(request));
      return countUnlessTooOften(limiter.countSignIn({ ...from(request), account, all: true }), reply);
    },
    signedIn: (name, request) => {
      const account = isSignIn(name) || name === 'register' ? triedName(request.body) : null;
      return account === null ? undefined : limiter.noteSignedIn({ ...from(request), account });
    },
  };
}

const exact: ReadonlySet<LimitGroup> = new Set(exactGroups);

function isExact(group: LimitGroup): group is ExactGroup {
  return exact.has(group);
}

function isSignIn(name: LimitedName): boolean {
  return groupOf(name) === 'login' && !needsSession(name);
}

function needsSession(name: LimitedName): boolean {
  return isOfContract(name) && routes[name].access !== 'anyone';
}

function isOfContract(name: LimitedName): name is RouteName {
  return Object.hasOwn(routes, name);
}

/** With these an owner finds a session that was stolen and ends it; a password set anew does so as well. */
const endsStolen: ReadonlySet<LimitedName> = new Set([
  'usersMe',
  'authMe',
  'listSessions',
  'endSession',
  'endOtherSessions',
  'logout',
]);

/**
 * A streamer's browsers count together, each token for itself. So does each session where it ends others or types a
 * password: what was stolen uses up nothing of what would end it, and guesses no more often than its account did.
 */
function accountOf(name: LimitedName, { session, desk, tokenCaller }: FastifyRequest): string {
  if (session !== null)
    return endsStolen.has(name) || groupOf(name) === 'login'
      ? `session ${Buffer.from(session.tokenHash).toString('base64')}`
      : `user ${session.userId}`;
  if (tokenCaller !== null) return `token ${Buffer.from(tokenCaller.tokenHash).toString('base64')}`;
  if (desk === null) throw new Error('A call is counted by account only once it is known who calls.');
  return desk.role === 'streamer'
    ? `user ${desk.userId}`
    : `token ${Buffer.from(desk.tokenHash).toString('base64')}`;
}

/**
 * The account that somebody tries to sign in to, whether it exists or not, as accounts are found: in any case, and without
 * what is taken out of every text. Spaces and letters beyond ASCII make another name to both. Never the same budget as
 * that of its sessions: guessing from outside does not keep its streamer from confirming a password.
 */
function triedName(body: unknown): string | null {
  const username: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'username') : null;
  return typeof username === 'string' ? `name ${storableText(username).toLowerCase().slice(0, 200)}` : null;
}

function refuseTooOften(refusal: Refusal | null, reply: FastifyReply): undefined {
  if (refusal === null) return undefined;
  reply.header('retry-after', refusal.retryAfterSeconds);
  throw new Problem('too_many_requests', limitWords(refusal.retryAfterSeconds));
}

async function countUnlessTooOften(counted: Promise<Refusal | null>, reply: FastifyReply): Promise<void> {
  refuseTooOften(await counted, reply);
}
