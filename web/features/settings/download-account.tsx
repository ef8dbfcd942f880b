import Download from 'lucide-react/icons/download';
import { routes } from '#contract/routes.ts';
import { askForFile, failFile } from '#web/lib/ask-for-file.ts';
import { keepFile } from '#web/lib/keep-file.ts';
import { texts } from '#web/texts/texts.ts';
import { ActButton } from '#web/ui/act-button.tsx';
import { toast } from '#web/ui/toasts.ts';
import { ConfirmIdentity } from './confirm-identity.tsx';
import { useProven } from './use-proven.ts';

/** Everything that is stored about the account, as a file. Asks for the password where it was typed too long ago. */
export function DownloadAccount() {
  const words = texts('settings').data;
  const download = useProven(async () => {
    await saveAccount();
    toast.success(words.downloaded);
  }, words.downloadFailed);
  return (
    <div className="row between wrapx">
      <div className="grow">
        <p className="flabel">{words.download}</p>
        <p className="hint">{words.downloadHint}</p>
      </div>
      <ActButton
        className="small secondary"
        busy={download.busy}
        label={words.downloadAct}
        busyLabel={words.downloadBusy}
        nameOf={() => words.download}
        icon={<Download className="i s" />}
        onAct={() => void download.run()}
      />
      {download.wanted !== null && (
        <ConfirmIdentity
          wanted={download.wanted}
          reason={words.downloadReason}
          action={words.downloadAct}
          onClose={download.dismiss}
          onConfirmed={() => void download.run()}
        />
      )}
    </div>
  );
}

async function saveAccount(): Promise<void> {
  const { path, sends } = routes.downloadAccount;
  const { reply, name } = await askForFile('downloadAccount', path);
  keepFile(await reply.blob().catch(failFile), name ?? `${sends.name}.json`);
}
