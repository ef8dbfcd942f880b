import Download from 'lucide-react/icons/download';
import { keepFile } from '#web/lib/keep-file.ts';
import { texts } from '#web/texts/texts.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { SecretBox } from './secret-box.tsx';

interface RecoveryCodeBoxProps {
  heading: string;
  note: string;
  username: string;
  code: string;
}

/** The code that sets a new password once: to copy, or as a file. */
export function RecoveryCodeBox({ heading, note, username, code }: RecoveryCodeBoxProps) {
  const words = texts('session').code;
  const handleDownload = () => {
    const text = `${words.fileHead(username, location.host)}\n\n${code}\n`;
    keepFile(new Blob([text], { type: 'text/plain' }), 'brava-password-recovery-code.txt');
  };
  const actions = (
    <span className="row">
      <CopyButton text={code} done={words.copied} label={words.copy} className="small secondary" words />
      <button type="button" className="btn small secondary" onClick={handleDownload}>
        <Download className="i s" />
        {words.download}
      </button>
    </span>
  );
  return <SecretBox heading={heading} value={code} rows={1} note={note} actions={actions} />;
}
