import type { AlertRule, AlertRuleSettings, BuiltInSound } from '#contract/alert-rules.ts';
import { alertRuleSettings, builtInSounds, ruleSeconds } from '#contract/alert-rules.ts';
import { lamportsToSolString, solToLamports } from '#contract/lamports.ts';
import { fieldErrors } from '#web/lib/field-errors.ts';
import { pointForComma } from '#web/lib/point-for-comma.ts';

/** The form of a rule: the amount as it was typed, the sound by its value in the list. */
export type RuleValues = Omit<AlertRuleSettings, 'amount' | 'style' | 'builtInSound' | 'soundId'> & {
  amount: string;
  sound: string;
  hasStyle: boolean;
};

const empty: RuleValues = {
  kind: 'from',
  amount: '',
  hasStyle: false,
  sound: '',
  volume: 100,
  seconds: ruleSeconds.least,
  showsMessage: true,
  playsClip: true,
};

/** What the form starts with; null: a new rule. */
export function valuesOf(rule: AlertRule | null): RuleValues {
  if (rule === null) return empty;
  const { kind, amount, style, builtInSound, soundId, volume, seconds, showsMessage, playsClip } = rule;
  return {
    kind,
    amount: lamportsToSolString(solToLamports(amount)),
    hasStyle: style !== null,
    sound: soundId ?? builtInSound ?? '',
    volume,
    seconds,
    showsMessage,
    playsClip,
  };
}

/** The amount as a number of SOL, with a point or a comma; NaN for what is none. */
export function typedAmount(text: string): number {
  const typed = pointForComma(text);
  return /^\d*\.?\d+$|^\d+\.$/.test(typed) ? Number(typed) : Number.NaN;
}

/** The body for this form, or for each field the words that refuse it. */
export function readRule(
  { amount, sound, hasStyle, ...values }: RuleValues,
  style: NonNullable<AlertRuleSettings['style']>,
): { body: AlertRuleSettings } | { errors: Record<string, string> } {
  const builtIn = isBuiltIn(sound) ? sound : null;
  const candidate = {
    ...values,
    amount: typedAmount(amount),
    style: hasStyle ? style : null,
    builtInSound: builtIn,
    soundId: builtIn === null && sound !== '' ? sound : null,
  };
  const parsed = alertRuleSettings.safeParse(candidate);
  return parsed.success ? { body: parsed.data } : { errors: fieldErrors(alertRuleSettings, candidate) };
}

function isBuiltIn(name: string): name is BuiltInSound {
  return builtInSounds.some((one) => one === name);
}
