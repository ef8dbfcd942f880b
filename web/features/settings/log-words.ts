import type { DeskLogEntry, DeskRole } from '#contract/alerts.ts';

const actions: Record<DeskLogEntry['action'], string> = {
  test: 'sent a test alert',
  pause: 'paused the alerts',
  resume: 'resumed the alerts',
  skip: 'skipped',
  replay: 'replayed',
  mute: 'muted the alerts',
  unmute: 'unmuted the alerts',
  volume: 'changed the volume',
  play: 'played',
  dismiss: 'dismissed',
  approve: 'approved',
  approve_masked: 'approved and masked',
  reject: 'rejected',
  block: 'blocked',
  settings: 'changed the alert settings',
  token_created: 'made the link or token',
  token_ended: 'ended the link or token',
  widget_code_replaced: 'replaced the widget link',
};

const roles: Record<DeskRole, string> = { streamer: '', tool: ' (tool)', moderator: ' (moderator)' };

/** Who did what, as a sentence: 'mia (moderator) rejected the alert of foxglove'. */
export function logWords(entry: DeskLogEntry): string {
  return `${entry.who}${roles[entry.role]} ${actions[entry.action]}${aboutWords(entry)}`;
}

/** For links and tokens the entry's name is their own, otherwise it is the donor's. */
function aboutWords({ action, donatorName }: DeskLogEntry): string {
  if (donatorName === null || action === 'test') return '';
  if (action === 'token_created' || action === 'token_ended') return ` “${donatorName}”`;
  return ` the alert of ${donatorName}`;
}
