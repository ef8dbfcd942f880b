import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#contract/problem.ts';
import type { RouteName } from '#contract/routes.ts';

/** At most `max` calls in `windowMs`. */
interface RateLimit {
  max: number;
  windowMs: number;
}

/** Calls that share a budget. All are counted by client address, `exportKey` and the desk's by account or token too. */
export type RateLimitGroup =
  | 'register'
  | 'login'
  | 'createDonation'
  | 'read'
  | 'write'
  | 'upload'
  | 'pay'
  | 'exportKey';
export type RateLimits = Record<RateLimitGroup, RateLimit>;

/** Calls of the contract, and the file of a clip, which stands outside it. */
type LimitedName = RouteName | 'clip';

/** Counts a call and throws `Problem('too_many_requests')`, with `Retry-After` set, when its budget is used up. */
type LimitRate = (name: LimitedName, request: FastifyRequest, reply: FastifyReply) => Promise<void>;
export interface RateLimiter {
  byAddress: LimitRate;
  byAccount: LimitRate;
}

const groupOf: Record<LimitedName, RateLimitGroup> = {
  register: 'register',
  login: 'login',
  confirmPassword: 'login',
  logout: 'write',
  usersMe: 'read',
  authMe: 'read',
  exportKey: 'exportKey',
  changeAccount: 'write',
  donationStats: 'read',
  donationLink: 'read',
  myDonations: 'read',
  markShown: 'write',
  changeSettings: 'write',
  listSessions: 'read',
  endSession: 'write',
  endOtherSessions: 'write',
  changePassword: 'login',
  secondFactor: 'read',
  beginSecondFactor: 'write',
  turnOnSecondFactor: 'login',
  turnOffSecondFactor: 'write',
  replaceRecoveryCodes: 'write',
  searchDonations: 'read',
  dailyDonations: 'read',
  exportDonations: 'write',
  buildPayment: 'pay',
  sendPayment: 'pay',
  donationPage: 'read',
  createDonation: 'createDonation',
  donationStatus: 'read',
  publicDonation: 'read',
  uploadAudio: 'upload',
  clip: 'read',
  config: 'read',
  sandboxPay: 'pay',
  alertDesk: 'read',
  testAlert: 'write',
  pauseAlerts: 'write',
  resumeAlerts: 'write',
  skipAlert: 'write',
  replayAlert: 'write',
  changeSound: 'write',
  playAlert: 'write',
  dismissAlert: 'write',
  approveAlert: 'write',
  rejectAlert: 'write',
  blockDonation: 'write',
  unblockDonation: 'write',
  alertSettings: 'read',
  changeAlertSettings: 'write',
  alertLog: 'read',
  accessTokens: 'read',
  createAccessToken: 'write',
  revokeAccessToken: 'write',
  replaceWidgetCode: 'write',
  widgets: 'read',
  changeWidgets: 'write',
  resetGoal: 'write',
  startStream: 'write',
  stopStream: 'write',
  listWebhooks: 'read',
  createWebhook: 'write',
  changeWebhook: 'write',
  deleteWebhook: 'write',
  webhookSecret: 'exportKey',
  replaceWebhookSecret: 'exportKey',
  testWebhook: 'write',
  webhookDeliveries: 'read',
  webhookDelivery: 'read',
  redeliverWebhook: 'write',
};

/** What an installation on the internet starts with. Donor's pages poll every 5 s and may share one address. */
export const publicRateLimits: RateLimits = {
  register: { max: 10, windowMs: 3_600_000 },
  login: { max: 20, windowMs: 300_000 },
  createDonation: { max: 20, windowMs: 60_000 },
  read: { max: 1200, windowMs: 60_000 },
  write: { max: 120, windowMs: 60_000 },
  upload: { max: 20, windowMs: 60_000 },
  pay: { max: 20, windowMs: 60_000 },
  exportKey: { max: 10, windowMs: 3_600_000 },
};

/** The network that a client counts as: an IPv4 address, or the /64 of an IPv6 one. */
export function clientNetwork(request: FastifyRequest): string {
  return normalizeIP(request.ip);
}

/**
 * Makes the limiter. Counts live in this process: N processes allow N times as much.
 *
 * Every call counts by address, before anything is looked up for it. Once it is known who calls, export-key counts by
 * account too, and every call of the desk and of an API token by token or account.
 */
export async function createRateLimiter(app: FastifyInstance, limits: RateLimits): Promise<RateLimiter> {
  await app.register(rateLimit, { global: false });
  const counter = (group: RateLimitGroup, keyGenerator: (request: FastifyRequest) => string) =>
    app.createRateLimit({ max: limits[group].max, timeWindow: limits[group].windowMs, keyGenerator });
  const groups = Object.keys(limits) as RateLimitGroup[];
  const byAddress = new Map(groups.map((group) => [group, counter(group, clientNetwork)]));
  const exportKey = counter('exportKey', (request) => request.session?.userId ?? '');
  const desk = { read: counter('read', deskKey), write: counter('write', deskKey) };
  return {
    byAddress: async (name, request, reply) => {
      const group = groupOf[name] === 'exportKey' ? 'read' : groupOf[name];
      refuseTooOften(await byAddress.get(group)?.(request), reply);
    },
    byAccount: async (name, request, reply) => {
      const group = groupOf[name];
      if (group === 'exportKey') refuseTooOften(await exportKey(request), reply);
      if (request.desk === null && request.tokenCaller === null) return;
      if (group !== 'read' && group !== 'write') return;
      refuseTooOften(await desk[group](request), reply);
    },
  };
}

/** A streamer's browsers count together, each token for itself. */
function deskKey({ desk, tokenCaller }: FastifyRequest): string {
  if (tokenCaller !== null) return Buffer.from(tokenCaller.tokenHash).toString('base64');
  if (desk === null) return '';
  return desk.role === 'streamer' ? desk.userId : Buffer.from(desk.tokenHash).toString('base64');
}

type Count = Awaited<ReturnType<ReturnType<FastifyInstance['createRateLimit']>>>;

function refuseTooOften(count: Count | undefined, reply: FastifyReply): void {
  if (count === undefined || count.isAllowed || !count.isExceeded) return;
  reply.header('retry-after', count.ttlInSeconds);
  throw new Problem('too_many_requests', tooOften(count.ttlInSeconds));
}

function tooOften(seconds: number): string {
  const wait = seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return `That was too often. Please try again in ${wait}.`;
}
