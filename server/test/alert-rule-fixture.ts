import type { AlertRuleSettings } from '#contract/alert-rules.ts';

/** A rule from 1 SOL on that changes nothing, with what a test wants otherwise. */
export function ruleOf(over: Partial<AlertRuleSettings>): AlertRuleSettings {
  return {
    kind: 'from',
    amount: 1,
    style: null,
    builtInSound: null,
    soundId: null,
    volume: 100,
    seconds: 7,
    showsMessage: true,
    playsClip: true,
    ...over,
  };
}
