import * as z from 'zod';
import {
  type Limit,
  type LimitGroup,
  type LimitPart,
  limitParts,
  type Limits,
  publicLimits,
} from '#server/app/limits/limits.ts';

const unitMs: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000 };
const form = /^(address|account|all)=(\d{1,9})\/(\d{1,4})([smh])$/;
const longestMs = 24 * 3_600_000;

/**
 * The variables of the limits, one a group: parts like `address=20/5m` (20 in each 5 minutes), with commas or spaces
 * between them. A part that is left out keeps its default.
 */
export const limitVariables = {
  LIMIT_REGISTER: limitsOf('register'),
  LIMIT_LOGIN: limitsOf('login'),
  LIMIT_EXPORT_KEY: limitsOf('exportKey'),
  LIMIT_CREATE_DONATION: limitsOf('createDonation'),
  LIMIT_UPLOAD: limitsOf('upload'),
  LIMIT_PAY: limitsOf('pay'),
  LIMIT_CHECK_AGAIN: limitsOf('checkAgain'),
  LIMIT_LINK_CHAT: limitsOf('linkChat'),
  LIMIT_READ: limitsOf('read'),
  LIMIT_WRITE: limitsOf('write'),
  LIMIT_HANDSHAKE: limitsOf('handshake'),
  LIMIT_LOOK_UP: limitsOf('lookUp'),
  LIMIT_CONNECT: limitsOf('connect'),
  LIMIT_EVENT: limitsOf('event'),
};

type Variables = { [V in keyof typeof limitVariables]: z.infer<(typeof limitVariables)[V]> };

/** The limits that the environment asks for. */
export function readLimits(env: Variables): Limits {
  return {
    register: env.LIMIT_REGISTER,
    login: env.LIMIT_LOGIN,
    exportKey: env.LIMIT_EXPORT_KEY,
    createDonation: env.LIMIT_CREATE_DONATION,
    upload: env.LIMIT_UPLOAD,
    pay: env.LIMIT_PAY,
    checkAgain: env.LIMIT_CHECK_AGAIN,
    linkChat: env.LIMIT_LINK_CHAT,
    read: env.LIMIT_READ,
    write: env.LIMIT_WRITE,
    handshake: env.LIMIT_HANDSHAKE,
    lookUp: env.LIMIT_LOOK_UP,
    connect: env.LIMIT_CONNECT,
    event: env.LIMIT_EVENT,
  };
}

function limitsOf(group: LimitGroup) {
  const defaults: Limits[LimitGroup] = publicLimits[group];
  const parts = limitParts.filter((part) => defaults[part] !== undefined);
  const example = parts.map((part) => `${part}=${sayLimit(defaults[part])}`).join(',');
  return z
    .string()
    .optional()
    .transform((text, context) => {
      const limits: Partial<Record<LimitPart, Limit>> = { ...defaults };
      for (const word of (text ?? '').split(/[\s,]+/).filter(Boolean)) {
        const read = readPart(word);
        if (read === null || defaults[read.part] === undefined) {
          context.addIssue({ code: 'custom', message: `has no part ${word}: it must be like ${example}` });
          return z.NEVER;
        }
        limits[read.part] = read.limit;
      }
      return limits;
    });
}

function readPart(word: string): { part: LimitPart; limit: Limit } | null {
  const [, part, max, length, unit] = form.exec(word) ?? [];
  const windowMs = Number(length) * (unitMs[unit ?? ''] ?? 0);
  if (part === undefined || Number(max) < 1 || !(windowMs >= 1000 && windowMs <= longestMs)) return null;
  return { part: part as LimitPart, limit: { max: Number(max), windowMs } };
}

/** As it is written in the environment. */
function sayLimit(limit: Limit | undefined): string {
  if (limit === undefined) return '';
  const unit = (['h', 'm'] as const).find((name) => limit.windowMs % (unitMs[name] ?? 1) === 0) ?? 's';
  return `${limit.max}/${limit.windowMs / (unitMs[unit] ?? 1)}${unit}`;
}
