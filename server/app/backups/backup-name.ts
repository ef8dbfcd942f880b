const form = /^brava-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-[0-9a-f]{8}\.backup$/;

/** The name of the file of a back-up: when it was begun, and the beginning of its id. */
export function backupName(startedAt: Date, id: string): string {
  return `brava-${startedAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z-${id.slice(0, 8)}.backup`;
}

/** Whether a name is of that form. Whatever else lies beside back-ups is none of ours. */
export function isBackupName(name: string): boolean {
  return form.test(name);
}
