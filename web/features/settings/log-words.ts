import type { DeskLogEntry } from '#contract/alerts.ts';
import { donorNameOf } from '#web/ui/donor-name.ts';
import { texts } from '#web/texts/texts.ts';

const hasOwnName = /^(token|block|unlist)_/;

/** Who did what, as a sentence: 'mia (moderator) rejected the alert of foxglove'. */
export function logWords({ who, role, action, donatorName }: DeskLogEntry): string {
  const words = texts('settings').log;
  const did = words.actions[action];
  const act = words.roles[role] === '' ? words.act(who, did) : words.actAs(who, words.roles[role], did);
  // A test is nobody's alert.
  if (donatorName === null || action === 'test') return act;
  // For links, tokens and what is blocked it is their own name, otherwise the donor's.
  return hasOwnName.test(action)
    ? words.named(act, donatorName)
    : words.alertOf(act, donorNameOf({ donatorName }));
}
