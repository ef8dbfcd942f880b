/** Addresses per `getMultipleAccounts` that nodes take. */
export const mostAddresses = 100;

/** Signatures per `getSignatureStatuses` that nodes take. */
export const mostSignatures = 256;
