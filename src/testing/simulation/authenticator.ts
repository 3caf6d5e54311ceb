import { generateRandomBytes, toBase64url } from '#crypto'

/** The options of a ceremony that an authenticator reads. */
export interface CeremonyRequest {
  /** Base64url. */
  readonly challenge: string
  readonly rpId: string
  /** The origin of the page. */
  readonly origin: string
}

/** What a ceremony differs in from an honest one. */
export interface CeremonyDeviation {
  /** Another passkey that this one claims to be, in base64url. */
  readonly credentialId?: string
  /** The signature counter. @default the next one, or 0 for a synced passkey */
  readonly counter?: number
}

type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()
const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const
const flags = { userPresent: 1, userVerified: 4, backupEligible: 8, backedUp: 16, hasCredential: 64 } as const

/** One passkey, with its private key. */
export class SimulatedPasskey {
  /** The credential id in base64url. */
  readonly id: string
  readonly #idBytes: Uint8Array
  readonly #keys: CryptoKeyPair
  readonly #isSynced: boolean
  #counter = 0
  #userHandle: string | undefined

  private constructor(keys: CryptoKeyPair, isSynced: boolean) {
    this.#keys = keys
    this.#isSynced = isSynced
    this.#idBytes = generateRandomBytes(20)
    this.id = toBase64url(this.#idBytes)
  }

  /** Creates a passkey. A synced one is on several devices and does not count its signatures. */
  static async create({ isSynced }: { isSynced: boolean }): Promise<SimulatedPasskey> {
    return new SimulatedPasskey(await crypto.subtle.generateKey(ecdsa, false, ['sign']), isSynced)
  }

  get counter(): number {
    return this.#counter
  }

  /** Whether each signature has a higher counter than the one before. */
  get countsSignatures(): boolean {
    return !this.#isSynced
  }

  /** Returns what `navigator.credentials.create()` returns, as JSON. */
  async register(request: CeremonyRequest, userHandle: string): Promise<string> {
    this.#userHandle = userHandle
    const authData = await this.#buildAuthData(request.rpId, 0, await this.#encodeCredential())
    return this.#serialize(this.id, {
      clientDataJSON: toBase64url(encodeClientData('webauthn.create', request)),
      attestationObject: toBase64url(encodeAttestation(authData)),
      transports: ['internal'],
    })
  }

  /** Returns what `navigator.credentials.get()` returns, as JSON. */
  async authenticate(request: CeremonyRequest, deviation: CeremonyDeviation = {}): Promise<string> {
    const { credentialId = this.id, counter = this.#countSignature() } = deviation
    const authData = await this.#buildAuthData(request.rpId, counter)
    const clientData = encodeClientData('webauthn.get', request)
    const signed = joinBytes(authData, await hashSha256(clientData))
    const signature = new Uint8Array(await crypto.subtle.sign(ecdsa, this.#keys.privateKey, signed))
    return this.#serialize(credentialId, {
      clientDataJSON: toBase64url(clientData),
      authenticatorData: toBase64url(authData),
      signature: toBase64url(encodeDerSignature(signature)),
      userHandle: credentialId === this.id ? this.#userHandle : undefined,
    })
  }

  #countSignature(): number {
    return this.#isSynced ? 0 : ++this.#counter
  }

  #serialize(id: string, response: object): string {
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })
  }

  /** Web Authentication Level 3, section 6.1. */
  async #buildAuthData(rpId: string, counter: number, credential?: Bytes): Promise<Bytes> {
    const sync = this.#isSynced ? flags.backupEligible | flags.backedUp : 0
    const present = flags.userPresent | flags.userVerified | sync | (credential ? flags.hasCredential : 0)
    const head = new Uint8Array(5)
    new DataView(head.buffer).setUint32(1, counter)
    head[0] = present
    return joinBytes(await hashSha256(encoder.encode(rpId)), head, credential ?? new Uint8Array())
  }

  /** The attested credential: AAGUID, id and the COSE key (RFC 9053 section 2.1). */
  async #encodeCredential(): Promise<Bytes> {
    const point = new Uint8Array(await crypto.subtle.exportKey('raw', this.#keys.publicKey))
    const x = point.subarray(1, 33)
    const y = point.subarray(33)
    const idLength = Uint8Array.of(0, this.#idBytes.length)
    const key = joinBytes(
      Uint8Array.of(0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32),
      x,
      Uint8Array.of(0x22, 0x58, 32),
      y,
    )
    return joinBytes(new Uint8Array(16), idLength, this.#idBytes, key)
  }
}

function encodeClientData(type: string, { challenge, origin }: CeremonyRequest): Bytes {
  return encoder.encode(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

/** Encodes an attestation object without a statement as CBOR (RFC 8949). */
function encodeAttestation(authData: Bytes): Bytes {
  const text = (value: string) => joinBytes(Uint8Array.of(0x60 + value.length), encoder.encode(value))
  const bytes = joinBytes(Uint8Array.of(0x58, authData.length), authData)
  const statement = joinBytes(text('attStmt'), Uint8Array.of(0xa0))
  return joinBytes(Uint8Array.of(0xa3), text('fmt'), text('none'), statement, text('authData'), bytes)
}

/** Converts a signature of Web Crypto to the ASN.1 form of authenticators. */
function encodeDerSignature(signature: Uint8Array): Bytes {
  const integers = [signature.subarray(0, 32), signature.subarray(32)].map(encodeDerInteger)
  const body = joinBytes(...integers)
  return joinBytes(Uint8Array.of(0x30, body.length), body)
}

function encodeDerInteger(bytes: Uint8Array): Bytes {
  const start = bytes.findIndex(byte => byte !== 0)
  const digits = bytes.subarray(start)
  const sign = (digits[0] ?? 0) >= 0x80 ? [0] : []
  return joinBytes(Uint8Array.of(2, digits.length + sign.length, ...sign), digits)
}

async function hashSha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

function joinBytes(...parts: readonly Uint8Array[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  return bytes
}
