import type { AlertPorts } from '#server/app/alert-ports.ts';
import type { Clock } from '#server/app/ports.ts';
import { createAccessTokenStore } from './access-token-store.ts';
import { createAlertSettingsStore } from './alert-settings-store.ts';
import { createAlertStore } from './alert-store.ts';
import type { Database } from './database.ts';
import { createDeskStore } from './desk-store.ts';

/** Everything about alerts that is kept in PostgreSQL. */
export function createAlertPorts(db: Database, clock: Clock): AlertPorts {
  return {
    alerts: createAlertStore(db),
    desk: createDeskStore(db),
    alertSettings: createAlertSettingsStore(db),
    accessTokens: createAccessTokenStore(db, clock),
  };
}
