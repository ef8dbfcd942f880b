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
  approve_masked: 'approved, masked,',
  reject: 'rejected',
  block: 'blocked',
  settings: 'changed the alert settings',
  token_created: 'made a link or token',
  token_ended: 'ended a link or token',
  widget_code_replaced: 'replaced the widget link',
};

const roles: Record<DeskRole, string> = { streamer: '', tool: ' (tool)', moderator: ' (moderator)' };

/** Who did what, as a sentence: 'mia (moderator) rejected the alert of foxglove'. */
export function logWords(entry: DeskLogEntry): string {
  const about =
    entry.donatorName === null || entry.action === 'test' ? '' : ` the alert of ${entry.donatorName}`;
  return `${entry.who}${roles[entry.role]} ${actions[entry.action]}${about}`;
}
