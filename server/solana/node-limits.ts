/** Addresses per `getMultipleAccounts` that nodes take. */
export const mostAddresses = 100;

/** Signatures per `getSignatureStatuses` that nodes take. */
export const mostSignatures = 256;

/** So many of what a block holds are asked for: not each node keeps the status of every kind of transaction. */
export const mostWitnesses = 32;
