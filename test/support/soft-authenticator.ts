import { createHash, randomBytes, sign } from 'node:crypto'
import { generateEcKeys, type KeyPair } from './key-pairs.js'

/** Deviations from a normal ceremony. */
export interface Gesture {
  /** The origin of the page. @default the origin of the constructor */
  origin?: string
  /** @default the host of `origin` */
  rpId?: string
  /** Sets the user verification flag (UV). @default true */
  verifiesUser?: boolean
  /** Sets the user presence flag (UP). @default true */
  presentUser?: boolean
  /** Sets the backup eligibility flag (BE): the passkey can be synced to other devices. @default false */
  isBackupEligible?: boolean
  /** Sets the backup state flag (BS): the passkey is synced. @default false */
  isBackedUp?: boolean
  /** The signature counter. @default the next value */
  counter?: number
  /** @default the user handle of the registration */
  userHandle?: string
}

/** The options of a ceremony that the server returned. */
interface CeremonyOptions {
  challenge: string
  user?: { id: string }
}

/** An authenticator in software with one passkey. */
export class SoftAuthenticator {
  readonly id: Buffer
  counter = 0
  readonly #origin: string
  readonly #keys: KeyPair
  #userHandle: string | undefined

  constructor(origin: string, id: Buffer = randomBytes(20), keys: KeyPair = generateEcKeys()) {
    this.#origin = origin
    this.id = id
    this.#keys = keys
  }

  /** The credential id in base64url. */
  get credentialId(): string {
    return this.id.toString('base64url')
  }

  /** Returns the result of `navigator.credentials.create()` as JSON. */
  register({ challenge, user }: CeremonyOptions, gesture: Gesture = {}): string {
    this.#userHandle = user?.id
    const idLength = Buffer.alloc(2)
    idLength.writeUInt16BE(this.id.length)
    const attested = Buffer.concat([Buffer.alloc(16), idLength, this.id, this.#coseKey()])
    const authData = this.#authData(gesture, attested)
    const attestation = encodeCbor(
      new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    )
    return this.#serialize({
      clientDataJSON: this.#clientData('webauthn.create', challenge, gesture).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal', 'hybrid'],
    })
  }

  /** Returns the result of `navigator.credentials.get()` as JSON. */
  authenticate({ challenge }: CeremonyOptions, gesture: Gesture = {}): string {
    this.counter += 1
    const authData = this.#authData(gesture)
    const clientData = this.#clientData('webauthn.get', challenge, gesture)
    const signed = Buffer.concat([authData, hashSha256(clientData)])
    return this.#serialize({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
      userHandle: gesture.userHandle ?? this.#userHandle,
    })
  }

  #serialize(response: object): string {
    const id = this.credentialId
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })
  }

  #clientData(type: string, challenge: string, { origin = this.#origin }: Gesture): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  #authData(gesture: Gesture, attested?: Buffer): Buffer {
    const { origin = this.#origin, rpId = new URL(origin).hostname, counter = this.counter } = gesture
    const flags =
      (gesture.presentUser === false ? 0 : 1) |
      (gesture.verifiesUser === false ? 0 : 4) |
      (gesture.isBackupEligible ? 8 : 0) |
      (gesture.isBackedUp ? 16 : 0) |
      (attested ? 64 : 0)
    const rest = Buffer.alloc(5)
    rest.writeUInt8(flags)
    rest.writeUInt32BE(counter, 1)
    return Buffer.concat([hashSha256(Buffer.from(rpId)), rest, attested ?? Buffer.alloc(0)])
  }

  /** RFC 9053 section 2.1: ES256 on P-256. */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    return encodeCbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
  }
}

type Cbor = number | string | Buffer | Map<string | number, Cbor>

/** Encodes the subset of CBOR (RFC 8949) that an authenticator needs. */
function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? encodeCborHead(1, -1 - value) : encodeCborHead(0, value)
  if (typeof value === 'string')
    return Buffer.concat([encodeCborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Map)
    return Buffer.concat([encodeCborHead(5, value.size), ...[...value].flatMap(pair => pair.map(encodeCbor))])
  return Buffer.concat([encodeCborHead(2, value.length), value])
}

function encodeCborHead(major: number, size: number): Buffer {
  const type = major << 5
  if (size < 24) return Buffer.from([type | size])
  if (size < 256) return Buffer.from([type | 24, size])
  return Buffer.from([type | 25, size >> 8, size & 255])
}

function hashSha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
