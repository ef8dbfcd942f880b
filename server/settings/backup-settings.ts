import { join, resolve } from 'node:path';
import * as z from 'zod';
import type { BackupPlace } from '#server/backups/backup-place.ts';
import type { BackupRetention } from '#server/domain/backups/backup-retention.ts';
import type { S3Place } from '#server/media/store/open-s3.ts';

/** Back-ups that the server makes by itself. */
export interface BackupConfig {
  everyMs: number;
  keep: BackupRetention;
  place: BackupPlace;
}

const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((text) => (text === '' ? undefined : text), schema.optional());
const withDefault = <T extends z.ZodType>(schema: T, value: string) =>
  z.preprocess((text) => (text === undefined || text === '' ? value : text), schema);
const kept = z.coerce.number('must be a whole number from 0 to 366, for example 7').int().min(0).max(366);

/** The variables about back-ups. */
export const backupVariables = {
  BACKUPS: withDefault(z.enum(['on', 'off'], 'must be on or off'), 'on'),
  BACKUP_DIR: optional(z.string()),
  BACKUP_S3_PREFIX: optional(
    z.string().regex(/^[\w./-]+$/, 'must be letters, digits and slashes, for example backups/'),
  ),
  BACKUP_EVERY_HOURS: withDefault(
    z.coerce
      .number('must be a number of hours, for example 24')
      .min(1, 'must be at least 1 hour')
      .max(168, 'must be at most 168 hours, a week'),
    '24',
  ),
  BACKUP_KEEP_DAILY: withDefault(kept, '7'),
  BACKUP_KEEP_WEEKLY: withDefault(kept, '4'),
  BACKUP_KEEP_MONTHLY: withDefault(kept, '6'),
};

const schema = z.object(backupVariables);
type BackupEnvironment = z.infer<typeof schema>;

/** What does not go together. */
export function listBackupFaults(env: {
  BACKUP_DIR?: string | undefined;
  BACKUP_S3_PREFIX?: string | undefined;
  CLIPS_S3_BUCKET?: string | undefined;
  CLIPS_S3_PREFIX: string;
}): { path: 'BACKUP_DIR' | 'BACKUP_S3_PREFIX'; message: string }[] {
  const { BACKUP_S3_PREFIX: prefix } = env;
  const path = 'BACKUP_S3_PREFIX';
  if (prefix === undefined) return [];
  if (env.BACKUP_DIR !== undefined)
    return [
      { path: 'BACKUP_DIR', message: 'must be empty when BACKUP_S3_PREFIX is set: back-ups go to one place' },
    ];
  if (env.CLIPS_S3_BUCKET === undefined)
    return [{ path, message: 'must be set together with CLIPS_S3_BUCKET, whose store it uses' }];
  return prefix === env.CLIPS_S3_PREFIX
    ? [{ path, message: 'must be another prefix than CLIPS_S3_PREFIX' }]
    : [];
}

/** How back-ups are made; null where they are switched off. */
export function readBackups(
  env: BackupEnvironment & { DATA_DIR: string },
  clipStore: S3Place | null,
): BackupConfig | null {
  if (env.BACKUPS === 'off') return null;
  const prefix = env.BACKUP_S3_PREFIX;
  return {
    everyMs: env.BACKUP_EVERY_HOURS * 3_600_000,
    keep: {
      daily: env.BACKUP_KEEP_DAILY,
      weekly: env.BACKUP_KEEP_WEEKLY,
      monthly: env.BACKUP_KEEP_MONTHLY,
    },
    place:
      prefix !== undefined && clipStore !== null
        ? { kind: 'bucket', s3: { ...clipStore, prefix } }
        : {
            kind: 'folder',
            folder: resolve(env.BACKUP_DIR ?? join(env.DATA_DIR, 'backups')),
            mayCreate: env.BACKUP_DIR === undefined,
          },
  };
}
