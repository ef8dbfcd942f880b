import type { AlertPorts } from '#server/app/alert-ports.ts';
import type { Meter } from '#server/app/meter.ts';
import type { Clock } from '#server/app/ports.ts';
import { createAccessTokenStore } from '#server/postgres/accounts/access-token-store.ts';
import { createAlertRuleStore } from './alert-rule-store.ts';
import { createAlertSettingsStore } from './alert-settings-store.ts';
import { createAlertStore } from './alert-store.ts';
import { createBlockStore } from './block-store.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { createDeskStore } from './desk-store.ts';

/** Everything about alerts that is kept in PostgreSQL. */
export function createAlertPorts(db: Database, clock: Clock, meter?: Pick<Meter, 'alertSent'>): AlertPorts {
  return {
    alerts: createAlertStore(db, meter),
    desk: createDeskStore(db),
    alertSettings: createAlertSettingsStore(db),
    alertRules: createAlertRuleStore(db, clock),
    accessTokens: createAccessTokenStore(db, clock),
    blocks: createBlockStore(db),
  };
}
