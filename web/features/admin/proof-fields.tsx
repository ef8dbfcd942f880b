import { texts } from '#web/texts/texts.ts';
import { TextField } from '#web/ui/field.tsx';
import { PasswordField } from '#web/ui/password-field.tsx';
import type { Proof, ProofWanted } from './proof.ts';

interface ProofFieldsProps {
  wanted: ProofWanted;
  proof: Proof;
  error: string | undefined;
  onChange: (proof: Proof) => void;
}

/** The password, and where two-step protection is on a code, typed once more. */
export function ProofFields({ wanted, proof, error, onChange }: ProofFieldsProps) {
  const words = texts('admin').acts;
  const needsCode = wanted === 'code';
  return (
    <>
      <p className="small muted" role="status">
        {needsCode ? words.codeWhy : words.passwordWhy}
      </p>
      <PasswordField
        label={words.password}
        autoComplete="current-password"
        autoFocus
        error={needsCode ? undefined : error}
        value={proof.password}
        onChange={(event) => onChange({ ...proof, password: event.currentTarget.value })}
      />
      {needsCode && (
        <TextField
          label={words.code}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={32}
          error={error}
          value={proof.code}
          onChange={(event) => onChange({ ...proof, code: event.currentTarget.value })}
        />
      )}
    </>
  );
}
