import Download from 'lucide-react/icons/download';
import { keepFile } from '#web/lib/keep-file.ts';
import { useUser } from '#web/lib/session.tsx';
import type { texts } from '#web/texts/texts.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';

interface RecoveryCodesProps {
  codes: readonly string[];
  /** What they are for. */
  words: ReturnType<typeof texts<'settings'>>['twoStep']['codes'];
  fileName: string;
  onClose: () => void;
}

/** Recovery codes, this one time: to copy, or as a file. They stand until it is said that they are kept. */
export function RecoveryCodes({ codes, words, fileName, onClose }: RecoveryCodesProps) {
  const { username } = useUser();
  const lines = codes.join('\n');

  const handleDownload = () => {
    const text = `${words.fileHead(username, location.host)}\n\n${lines}\n`;
    keepFile(new Blob([text], { type: 'text/plain' }), fileName);
  };

  return (
    <Dialog title={words.title}>
      <div className="stack dialog-text">
        <p className="muted">{words.lead}</p>
        <ol className="recovery-codes mono" aria-label={words.title}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="row wrapx">
          <CopyButton text={lines} done={words.copied} label={words.copy} className="small secondary" words />
          <button type="button" className="btn small secondary" onClick={handleDownload}>
            <Download className="i s" />
            {words.download}
          </button>
        </div>
      </div>
      <div className="acts">
        <button type="button" className="btn primary" onClick={onClose}>
          {words.kept}
        </button>
      </div>
    </Dialog>
  );
}
