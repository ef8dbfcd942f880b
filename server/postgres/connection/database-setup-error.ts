/** Why a database cannot be used; stable, so that callers and tests need not read the sentence. */
export type DatabaseSetupCode =
  | 'folder_in_use'
  | 'no_folder'
  | 'folder_not_ours'
  | 'folder_not_writable'
  | 'no_space'
  | 'platform_unsupported'
  | 'root_impossible'
  | 'version_differs'
  | 'start_failed'
  | 'no_connection'
  | 'not_durable'
  | 'not_allowed'
  | 'migration_numbering'
  | 'migration_edited'
  | 'migration_failed'
  | 'database_newer';

/**
 * A refusal to use or prepare a database.
 *
 * The message is one or two sentences for the operator and says what to do; print it without a stack trace.
 */
export class DatabaseSetupError extends Error {
  readonly code: DatabaseSetupCode;

  constructor(code: DatabaseSetupCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseSetupError';
    this.code = code;
  }
}
