import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { type AlertRule, type AlertRules, builtInSoundUrl } from '#contract/alert-rules.ts';
import { lamportsToSolString, solToLamports } from '#contract/lamports.ts';
import { call } from '#web/lib/call.ts';
import { queryKeys } from '#web/lib/query.ts';
import { storeReply } from '#web/lib/store-reply.ts';
import { texts } from '#web/texts/texts.ts';

/** The streamer's rules and sounds. */
export function useAlertRules() {
  return useQuery({ queryKey: queryKeys.alertRules, queryFn: () => call('alertRules') });
}

/** Takes what a change answered with as what is there now. */
export function useStoredRules(): (stored: AlertRules) => Promise<void> {
  const queries = useQueryClient();
  return useCallback((stored) => storeReply(queries, queryKeys.alertRules, stored), [queries]);
}

/** What a rule is for, in words: 'From 0.5 SOL on'. */
export function ruleName({ kind, amount }: Pick<AlertRule, 'kind' | 'amount'>): string {
  return texts('alertRules').heading[kind](`${lamportsToSolString(solToLamports(amount))} SOL`);
}

/** A sound as it may be chosen and heard. `value` is its own in a list of both kinds. */
interface SoundChoice {
  value: string;
  name: string;
  url: string;
}

const defaultSoundUrl = '/default-sound.mp3';

/** Every sound that a rule may play, by what a rule says of it; the default one first. */
export function useSoundChoices({ sounds }: Pick<AlertRules, 'sounds'>) {
  const words = texts('alertRules');
  return useMemo(() => {
    const { names } = words.sounds;
    const usual: SoundChoice = { value: '', name: words.form.usualSound, url: defaultSoundUrl };
    const builtIn = (Object.keys(names) as (keyof typeof names)[]).map((name) => ({
      value: name,
      name: names[name],
      url: builtInSoundUrl(name),
    }));
    const own = sounds.map(({ id, name, url }) => ({ value: id, name, url }));
    const of = (rule: Pick<AlertRule, 'builtInSound' | 'soundId'>): SoundChoice =>
      [...own, ...builtIn].find(({ value }) => value === (rule.soundId ?? rule.builtInSound)) ?? usual;
    return { usual, builtIn, own, of };
  }, [sounds, words]);
}
