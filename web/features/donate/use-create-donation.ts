import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { RouteReply } from '#contract/routes.ts';
import { CallProblem, wordsFor } from '#web/lib/call-problem.ts';
import { donorCall } from '#web/lib/donor-call.ts';
import { queryKeys } from '#web/lib/query.ts';
import type { UploadedAudio } from '#web/lib/upload.ts';
import { texts } from '#web/texts/texts.ts';
import { toast, unspoken } from '#web/ui/toasts.ts';
import { asCreated } from './as-created.ts';
import type { DonorWords } from './donor-words.ts';
import type { DonorWishes } from './donor-wishes.ts';
import { anonymous } from './draft.ts';
import type { WishedAmount } from './wished-amount.ts';

/** What a donor's form gives. */
export interface NewDonation {
  linkCode: string;
  /** As it was when the form was sent. */
  page: RouteReply<'donationPage'>;
  words: DonorWords;
  wished: WishedAmount;
  wishes: Pick<DonorWishes, 'hidesName' | 'hidesAmount'>;
  clip: UploadedAudio | null;
}

interface CreateDonation {
  busy: boolean;
  /** Why nothing came of it, in words that stay until the next attempt; null while there is nothing to say. */
  refusal: string | null;
  /** Does nothing while an earlier one is still under way, or once it has worked. */
  create: (donation: NewDonation) => void;
}

/** Creates a donation, at most one at a time. What fails is said in a toast (spec §8). */
export function useCreateDonation(handlers: {
  onCreated: (id: string) => void;
  /** The clip is no longer there; the words say so. */
  onClipGone: (refusal: string) => void;
}): CreateDonation {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  // A second tap can come before the button is drawn as disabled.
  const running = useRef(false);

  const run = async (donation: NewDonation) => {
    const { form } = texts('donate');
    setBusy(true);
    setRefusal(null);
    try {
      const created = await donorCall('createDonation', { body: bodyOf(donation) });
      const { hasAudio, token } = created;
      const inSol = hasAudio ? form.createdWithClip : form.created;
      // The heading of the next page, which takes the focus, tells that it is created, and the page the rest.
      toast.success(token === undefined ? inSol : form.createdInToken(token.symbol, hasAudio), unspoken);
      // The next page stands at once with it, and reads the donation anew.
      const queryKey = queryKeys.publicDonation(created.id);
      queries.setQueryData(queryKey, asCreated(created, donation), { updatedAt: 0 });
      // Busy until the next page stands: its code may still be on the way.
      handlers.onCreated(created.id);
    } catch (error) {
      const toasted = wordsFor(error, form.failed);
      toast.error(toasted);
      const code = error instanceof CallProblem ? error.code : null;
      if (code === 'clip_not_found') handlers.onClipGone(toasted);
      else setRefusal(keptWords(error, toasted));
      // What the streamer takes has changed since the page was opened.
      if (code === 'token_not_accepted' || code === 'amount_below_minimum')
        void queries.invalidateQueries({ queryKey: queryKeys.donationPage(donation.linkCode) });
      running.current = false;
      setBusy(false);
    }
  };
  const create = (donation: NewDonation) => {
    if (running.current) return;
    running.current = true;
    void run(donation);
  };
  return { busy, refusal, create };
}

/** Where no answer came, or the server has too much to do: that nothing typed is lost, too. */
function keptWords(error: unknown, toasted: string): string {
  if (!(error instanceof CallProblem)) return toasted;
  const { code, fromServer } = error;
  const { kept } = texts('donate').form;
  // Without an answer it is the donor's connection only where the browser knows of none.
  if (code === 'offline') return navigator.onLine ? kept.away : kept.offline;
  if (code === 'timeout' || code === 'at_capacity') return kept[code];
  return fromServer ? toasted : kept.unreadable;
}

/** Blank becomes the spec's default (§5). */
function bodyOf({ linkCode, words, wished, wishes: { hidesName, hidesAmount }, clip }: NewDonation) {
  return {
    linkCode,
    donatorName: words.donatorName.trim() || anonymous,
    message: words.message.trim(),
    ...wished,
    ...(hidesName && { hidesName }),
    ...(hidesAmount && { hidesAmount }),
    ...(clip !== null && { audioFileName: clip.fileName, audioDuration: clip.duration }),
  };
}
