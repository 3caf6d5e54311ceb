type ImportAlgorithm = Parameters<typeof crypto.subtle.importKey>[2]
type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

/**
 * Imports a signing key from PKCS#8 text (RFC 7468 section 10). Accepts `\n` as line breaks, as in
 * environment variables.
 *
 * @throws if the text is not such a key
 */
export async function importPkcs8(pem: string, algorithm: ImportAlgorithm): Promise<SigningKey> {
  const base64 = pem.replace(/-----[A-Z ]+-----|\\n|\s/g, '')
  const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0))
  return await crypto.subtle.importKey('pkcs8', bytes, algorithm, false, ['sign'])
}
