import { admin } from './admin.ts';
import { alarm } from './alarm.ts';
import { backup } from './backup.ts';
import { backups } from './backups.ts';
import type { Command } from './command.ts';
import { doctor } from './doctor.ts';
import { feePayer } from './fee-payer.ts';
import { reconcile } from './reconcile.ts';
import { recover } from './recover.ts';
import { rescan } from './rescan.ts';
import { rescueToken } from './rescue-token.ts';
import { restore } from './restore.ts';
import { seed } from './seed.ts';
import { trace } from './trace.ts';
import { user } from './user.ts';

/** Every command of `npm run brava --`, by its name. */
export const commands: Record<string, Command> = {
  doctor,
  trace,
  reconcile,
  rescan,
  backup,
  backups,
  restore,
  recover,
  'rescue-token': rescueToken,
  'fee-payer': feePayer,
  user,
  admin,
  alarm,
  seed,
};
