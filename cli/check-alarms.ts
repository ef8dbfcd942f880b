import type { Config } from '#server/settings/config.ts';
import { ok, warning, type Finding } from './finding.ts';
import { sayCount } from './words.ts';

/** Whether anybody is told of trouble. Whether it arrives, only a test tells. */
export function checkAlarms({ alarms, metrics, isLoopback }: Config): Finding {
  const { webhookUrl, mail } = alarms;
  const ways = [
    ...(webhookUrl === null ? [] : [`to the webhook at ${new URL(webhookUrl.reveal()).hostname}`]),
    ...(mail === null
      ? []
      : [`by mail to ${sayCount(mail.to.length, 'address', 'addresses')} over ${mail.server.host}`]),
  ];
  if (ways.length > 0) return ok(`Alarms go ${ways.join(' and ')}; try it: npm run brava -- alarm test`);
  if (isLoopback) return ok('Nobody is told of trouble (optional): ALARM_WEBHOOK_URL, ALARM_MAIL_TO');
  if (metrics !== null)
    return ok('No alarms are sent from here: METRICS_PORT is set, so Prometheus may tell');
  return warning(
    'Nobody is told of trouble',
    'Set ALARM_WEBHOOK_URL or ALARM_MAIL_TO (see .env.example), then: npm run brava -- alarm test',
  );
}
