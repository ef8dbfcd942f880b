const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is already in use: stop the other program, or choose another with',
  EACCES: 'needs rights that this user does not have: choose one above 1023 with',
};

/** Turns why a port cannot be listened on into a sentence that names the setting; throws other errors as they are. */
export function explainListening(port: number, setting: 'PORT' | 'METRICS_PORT'): (error: unknown) => never {
  return (error) => {
    const reason = error instanceof Error && 'code' in error ? reasons[String(error.code)] : undefined;
    throw reason === undefined ? error : new Error(`Port ${port} ${reason} ${setting}.`, { cause: error });
  };
}
