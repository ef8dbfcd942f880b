import { type AuditAction, auditActions, type AuditEntry } from '#contract/admin.ts';
import { texts } from '#web/texts/texts.ts';

/** An entry of the audit log as a sentence. An action that this page does not know stands as the log has it. */
export function auditWords({ action, by, about }: Pick<AuditEntry, 'action' | 'by' | 'about'>): string {
  const words = texts('admin').log;
  const who = by.kind === 'command' ? words.command : (by.name ?? words.somebody);
  if (!isKnown(action)) return words.other(who, action.replaceAll('_', ' '));
  return words.acts[action](who, about ?? words.unknownName);
}

function isKnown(action: string): action is AuditAction {
  return auditActions.some((known) => known === action);
}
