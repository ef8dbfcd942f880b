import { isRemovedName } from '#contract/removed-name.ts';
import { texts } from '#web/texts/texts.ts';

/**
 * A donor's name as it is shown: where it was removed, that it was, in the reader's language. Lists and pages say so by
 * `textsRemoved`; elsewhere the name itself tells.
 */
export function donorNameOf({
  donatorName,
  textsRemoved,
}: {
  donatorName: string;
  textsRemoved?: true | undefined;
}): string {
  return textsRemoved || isRemovedName(donatorName) ? texts('common').removed.name : donatorName;
}
