import type { AlertRules, AlertRuleSettings } from '#contract/alert-rules.ts';
import type { DeskCaller } from '#server/app/desk/desk-caller.ts';

/**
 * A streamer's rules for alerts by their amount, and the sounds that they may play. Every change is one transaction with
 * its line in the log of the desk, and answers with what is there afterwards.
 */
export interface AlertRuleStore {
  list(userId: string): Promise<AlertRules>;
  /** Throws `Problem`: `alert_rule_exists`, `too_many_alert_rules`, `alert_sound_not_found`. */
  create(by: DeskCaller, settings: AlertRuleSettings): Promise<AlertRules>;
  /** Throws `Problem`: `alert_rule_not_found`, `alert_rule_exists`, `alert_sound_not_found`. */
  change(by: DeskCaller, id: string, settings: AlertRuleSettings): Promise<AlertRules>;
  /** Throws `Problem('alert_rule_not_found')`. */
  remove(by: DeskCaller, id: string): Promise<AlertRules>;
  /**
   * Keeps an uploaded clip that nobody has claimed: it expires no more. Throws `Problem`: `clip_not_found`,
   * `too_many_alert_sounds`.
   */
  addSound(by: DeskCaller, sound: { fileName: string; name: string }): Promise<AlertRules>;
  /** Rules that played it play the default sound; its file is deleted soon. Throws `Problem('alert_sound_not_found')`. */
  removeSound(by: DeskCaller, id: string): Promise<AlertRules>;
}
