import { useMutation } from '@tanstack/react-query';
import Download from 'lucide-react/icons/download';
import { wordsFor } from '#web/lib/call-problem.ts';
import { keepFile } from '#web/lib/keep-file.ts';
import { sessionEvents } from '#web/lib/session-call.ts';
import { texts } from '#web/texts/texts.ts';
import { ActButton } from '#web/ui/act-button.tsx';
import { toast } from '#web/ui/toasts.ts';
import type { DonationFilter } from './donation-list.ts';
import { fetchCsv } from './fetch-csv.ts';
import { written } from '#web/ui/written-number.ts';

/** How far it is, is said this often: a voice must be able to follow. */
const tellEveryMs = 1000;

interface DownloadCsvProps {
  filter: DonationFilter;
  /** How many it lets through. */
  found: number;
}

/** Saves the donations that the list shows on its pages as a file. A toast says how far it is. */
export function DownloadCsv(props: DownloadCsvProps) {
  const words = texts('donations').csv;
  const download = useMutation({ mutationFn: () => saveCsv(props) });
  return (
    <ActButton
      className="quiet"
      busy={download.isPending}
      label={words.act}
      busyLabel={words.busy}
      icon={<Download className="i s" />}
      onAct={download.mutate}
    />
  );
}

async function saveCsv({ filter, found }: DownloadCsvProps): Promise<void> {
  const words = texts('donations').csv;
  const id = toast.loading(words.busy);
  // The file ends with the session, and there is nothing more to say.
  sessionEvents.addEventListener('ended', () => toast.dismiss(id), { once: true });
  let toldAt = performance.now();
  const handleRows = (rows: number) => {
    if (performance.now() - toldAt < tellEveryMs) return;
    toldAt = performance.now();
    toast.loading(words.progress(written(rows), written(Math.max(rows, found))), { id });
  };
  try {
    const { blob, name } = await fetchCsv(filter, handleRows);
    keepFile(blob, name);
    toast.success(words.done, { id });
  } catch (error) {
    toast.error(wordsFor(error, words.failed), { id });
  }
}
