type ImportAlgorithm = Parameters<typeof crypto.subtle.importKey>[2]
type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/**
 * The key in the text of a PKCS#8 file (RFC 7468 section 10). An environment variable may have its line breaks as `\n`.
 *
 * @throws for a text that is no such key
 */
export async function importPkcs8(pem: string, algorithm: ImportAlgorithm): Promise<SigningKey> {
  const base64 = pem.replace(/-----[A-Z ]+-----|\\n|\s/g, '')
  const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
  return crypto.subtle.importKey('pkcs8', bytes, algorithm, false, ['sign'])
}
