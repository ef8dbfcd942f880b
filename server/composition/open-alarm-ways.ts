import type { AlarmWay } from '#server/app/alarms/alarm-ports.ts';
import type { KeyVault } from '#server/app/chain-ports.ts';
import { createAlarmMail } from '#server/mail/create-alarm-mail.ts';
import { createAlarmWebhook } from '#server/webhooks/create-alarm-webhook.ts';
import type { AlarmConfig } from '#server/settings/alarm-settings.ts';

/** The ways by which the operator wants to be told; none where none is set. */
export function openAlarmWays(
  { webhookUrl, mail }: AlarmConfig,
  vault: Pick<KeyVault, 'deriveSecret'>,
): AlarmWay[] {
  return [
    ...(webhookUrl === null ? [] : [createAlarmWebhook(webhookUrl, vault)]),
    ...(mail === null ? [] : [createAlarmMail(mail)]),
  ];
}
