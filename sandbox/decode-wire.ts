import { getBase58Encoder } from '@solana/kit';
import { invalidParams } from './rpc-error.ts';

/** What fits into one network packet, and its longest base58 and base64 texts. */
const MAX_TRANSACTION_BYTES = 1232;
const MAX_BASE58_CHARS = 1683;
const MAX_BASE64_CHARS = 1644;
const TYPE_NAME = 'solana_transaction::versioned::VersionedTransaction';

/**
 * The bytes of a transaction or message sent as text.
 *
 * Throws RpcError -32602 for other encodings, malformed text and what is too large for a packet.
 */
export function decodeWire(text: string, encoding: unknown): Uint8Array {
  if (encoding !== 'base58' && encoding !== 'base64') {
    throw invalidParams(
      `unsupported encoding: ${JSON.stringify(encoding)}. Supported encodings: base58, base64`,
    );
  }
  const maxChars = encoding === 'base58' ? MAX_BASE58_CHARS : MAX_BASE64_CHARS;
  if (text.length > maxChars) {
    throw invalidParams(
      `${encoding} encoded ${TYPE_NAME} too large: ${text.length} bytes ` +
        `(max: encoded/raw ${maxChars}/${MAX_TRANSACTION_BYTES})`,
    );
  }
  const bytes = encoding === 'base58' ? decodeBase58(text) : decodeBase64(text);
  if (bytes.length > MAX_TRANSACTION_BYTES) {
    throw invalidParams(
      `decoded ${TYPE_NAME} too large: ${bytes.length} bytes (max: ${MAX_TRANSACTION_BYTES} bytes)`,
    );
  }
  return bytes;
}

function decodeBase58(text: string): Uint8Array {
  if (!/^[1-9A-HJ-NP-Za-km-z]*$/.test(text)) throw invalidParams('invalid base58 encoding: InvalidCharacter');
  return Uint8Array.from(getBase58Encoder().encode(text));
}

function decodeBase64(text: string): Uint8Array {
  const isBase64 = text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
  if (!isBase64) throw invalidParams('invalid base64 encoding: InvalidByte');
  return Uint8Array.from(Buffer.from(text, 'base64'));
}
