/** Which ceremony it is. */
export type Ceremony = 'authenticate' | 'register'

/**
 * Asks the browser for a passkey, or to make one.
 *
 * @param options as the server gives them: binary values are base64url
 * @returns the answer as JSON text, for the field `data`
 */
export async function runCeremony(ceremony: Ceremony, options: object): Promise<string> {
  const publicKey = parseOptions(ceremony, options)
  const credential = await (ceremony === 'register'
    ? navigator.credentials.create({ publicKey: publicKey as PublicKeyCredentialCreationOptions })
    : navigator.credentials.get({ publicKey: publicKey as PublicKeyCredentialRequestOptions }))
  if (credential === null) throw new DOMException('No passkey was chosen.', 'NotAllowedError')
  return JSON.stringify(
    toNativeJSON(credential as PublicKeyCredential) ?? serializeCredential(credential as PublicKeyCredential),
  )
}

/** The browser's own reader where it has one. Web Authentication level 3, sections 5.1.8 and 5.1.9. */
function parseOptions(ceremony: Ceremony, options: object): object {
  const nativeClass: Partial<typeof PublicKeyCredential> = PublicKeyCredential
  if (ceremony === 'register' && nativeClass.parseCreationOptionsFromJSON)
    return nativeClass.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON)
  if (ceremony === 'authenticate' && nativeClass.parseRequestOptionsFromJSON)
    return nativeClass.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON)
  return decodeBinaryOptions(options)
}

const binaryOptions: ReadonlySet<string> = new Set([
  'challenge',
  'id',
  'allowCredentials',
  'excludeCredentials',
])

/** The challenge and the ids of user and passkeys are bytes; the id of the site is a text. */
function decodeBinaryOptions(options: object): object {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]: [string, unknown]) => {
      if (name === 'user' && typeof value === 'object' && value) return [name, decodeBinaryOptions(value)]
      if (!binaryOptions.has(name)) return [name, value]
      return [name, Array.isArray(value) ? value.map(decodeBinaryOptions) : fromBase64Url(String(value))]
    }),
  )
}

/** What password managers put in the place of the browser's credential inherits a `toJSON` that refuses to be called. */
function toNativeJSON(credential: Partial<PublicKeyCredential>): object | undefined {
  try {
    return credential.toJSON?.()
  } catch {
    return undefined
  }
}

/** Every part of an answer that is bytes; a sign-in has some of them, a registration the others. */
const binaryResponseFields = [
  'attestationObject',
  'authenticatorData',
  'clientDataJSON',
  'signature',
  'userHandle',
] as const

function serializeCredential(credential: PublicKeyCredential): object {
  const { id, rawId, type, response, authenticatorAttachment } = credential
  const source: Partial<AuthenticatorAttestationResponse & AuthenticatorAssertionResponse> = response
  const encodedFields = binaryResponseFields.map(name => [
    name,
    source[name] ? toBase64Url(source[name]) : undefined,
  ])
  return {
    id,
    rawId: toBase64Url(rawId),
    type,
    authenticatorAttachment,
    response: { ...Object.fromEntries(encodedFields), transports: source.getTransports?.() },
    clientExtensionResults: credential.getClientExtensionResults(),
  }
}

function fromBase64Url(text: string): Uint8Array {
  const base64 = text.replace(/-/g, '+').replace(/_/g, '/')
  return Uint8Array.from(atob(base64), character => character.charCodeAt(0))
}

function toBase64Url(bytes: ArrayBuffer): string {
  const base64 = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return base64.replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '')
}
