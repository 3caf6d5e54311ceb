import { createHash, verify } from 'node:crypto'
import fc from 'fast-check'
import type { AuthConfig } from 'latchkey'
import Passkey from 'latchkey/providers/passkey'
import { expect } from 'vitest'
import { origin } from '../support/app.js'
import { generateEcKeys } from '../support/key-pairs.js'
import { createPasskeyApp, register, requestOptions, send } from '../support/passkey-app.js'
import { SoftAuthenticator } from '../support/soft-authenticator.js'
import { unusualJson } from './arbitraries.js'
import { describeFuzzTarget } from './fuzz-target.js'

/** A change of the JSON of a response: a byte of a field in base64url, or a field. */
type Change =
  | { readonly kind: 'byte'; readonly field: string; readonly at: number; readonly mask: number }
  | { readonly kind: 'length'; readonly field: string; readonly bytes: number }
  | { readonly kind: 'value'; readonly field: string; readonly value?: unknown }
  | { readonly kind: 'client data'; readonly field: string; readonly value?: unknown }

interface PasskeyInput {
  readonly action: 'authenticate' | 'register'
  readonly changes: readonly Change[]
}

/** The providers of the app. */
type Subject = AuthConfig['providers']

type Fields = Record<string, unknown>

const keys = generateEcKeys()
const rpIdHash = createHash('sha256').update(new URL(origin).hostname).digest()
/** The store grows with each run, so the app is replaced now and then. */
const maxRuns = 300

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function toBytes(value: unknown): Buffer {
  return Buffer.from(typeof value === 'string' ? value : '', 'base64url')
}

function changeBytes(bytes: Buffer, change: Change): Buffer {
  if (change.kind === 'byte')
    bytes[change.at % bytes.length] = (bytes[change.at % bytes.length] ?? 0) ^ change.mask
  if (change.kind !== 'length') return bytes
  return change.bytes < 0
    ? bytes.subarray(0, change.bytes)
    : Buffer.concat([bytes, Buffer.alloc(change.bytes)])
}

/** Fields with a dot are those of `response`. */
function applyChange(credential: Fields, change: Change): Fields {
  const response = toFields(credential['response'])
  if (change.kind === 'client data') {
    const data = {
      ...toFields(JSON.parse(toBytes(response['clientDataJSON']).toString())),
      [change.field]: change.value,
    }
    return {
      ...credential,
      response: { ...response, clientDataJSON: Buffer.from(JSON.stringify(data)).toString('base64url') },
    }
  }
  const [field = '', inner] = change.field.split('.')
  const old = inner === undefined ? credential[field] : response[inner]
  const value =
    change.kind === 'value' ? change.value : changeBytes(toBytes(old), change).toString('base64url')
  return inner === undefined
    ? { ...credential, [field]: value }
    : { ...credential, response: { ...response, [inner]: value } }
}

/** Never throws: client data that is not JSON is left as it is. */
function changeCredential(text: string, changes: readonly Change[]): string {
  let credential = toFields(JSON.parse(text))
  for (const change of changes)
    try {
      credential = applyChange(credential, change)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
  return JSON.stringify(credential)
}

/** The model: whether the response proves what it must, decided with Node's own cryptography. */
function isGenuine(
  text: string,
  { action, challenge, id }: { action: string; challenge: string; id: string },
): boolean {
  const credential = toFields(JSON.parse(text))
  const response = toFields(credential['response'])
  const clientData = toBytes(response['clientDataJSON'])
  const { type, challenge: signed, origin: from } = toFields(JSON.parse(new TextDecoder().decode(clientData)))
  const expectedType = action === 'register' ? 'webauthn.create' : 'webauthn.get'
  if (type !== expectedType || signed !== challenge || from !== origin) return false
  const data = toBytes(response[action === 'register' ? 'attestationObject' : 'authenticatorData'])
  const start = data.indexOf(rpIdHash)
  const flags = data[start + rpIdHash.length] ?? 0
  if (start < 0 || (flags & 1) === 0) return false
  // Nothing signs a registration without attestation: the passkey that it contains is the one that is stored.
  if (action === 'register') return (flags & 64) !== 0
  const hash = createHash('sha256').update(clientData).digest()
  return (
    start === 0 &&
    credential['id'] === id &&
    verifySignature(Buffer.concat([data, hash]), toBytes(response['signature']))
  )
}

/** Verifies the two numbers of a signature. SimpleWebAuthn also reads them from an encoding that is not DER, which proves the same. */
function verifySignature(data: Buffer, der: Buffer): boolean {
  const [rEnd, sLength] = [4 + (der[3] ?? 0), der[5 + (der[3] ?? 0)] ?? 0]
  const numbers = [der.subarray(4, rEnd), der.subarray(rEnd + 2, rEnd + 2 + sLength)]
  const signature = Buffer.concat(
    numbers.map(number => Buffer.concat([Buffer.alloc(32), number]).subarray(-32)),
  )
  return verify('sha256', data, { key: keys.publicKey, dsaEncoding: 'ieee-p1363' }, signature)
}

async function createWorld(providers: Subject) {
  const app = createPasskeyApp({ providers })
  const { device } = await register(
    app.open(),
    'grace@example.com',
    new SoftAuthenticator(origin, undefined, keys),
  )
  return { app, device, runs: 0 }
}

const worlds = new Map<Subject, Awaited<ReturnType<typeof createWorld>>>()

async function getWorld(providers: Subject) {
  const old = worlds.get(providers)
  const world = old && old.runs < maxRuns ? old : await createWorld(providers)
  worlds.set(providers, world)
  world.runs += 1
  return world
}

async function checkResponse(providers: Subject, { action, changes }: PasskeyInput): Promise<void> {
  const { app, device: registered, runs } = await getWorld(providers)
  const visit = app.open()
  const device = action === 'register' ? new SoftAuthenticator(origin) : registered
  const email = `ada-${runs}@example.com`
  const { options } = await requestOptions(visit, action === 'register' ? { action, email } : { action })
  const original = action === 'register' ? device.register(options) : device.authenticate(options)
  const data = changeCredential(original, changes)
  await send(visit, { action, data })
  const session = await visit.getSession()
  if (data === original) expect(session).not.toBeNull()
  if (session === null) return
  expect(isGenuine(data, { action, challenge: options.challenge, id: device.credentialId }), data).toBe(true)
  expect(toFields(session['user'])['email']).toBe(action === 'register' ? email : 'grace@example.com')
}

const fields = [
  'id',
  'rawId',
  'type',
  'response',
  'clientExtensionResults',
  'authenticatorAttachment',
  'response.clientDataJSON',
  'response.authenticatorData',
  'response.attestationObject',
  'response.signature',
  'response.userHandle',
  'response.transports',
]
const byteFields = [
  'id',
  'rawId',
  'response.clientDataJSON',
  'response.authenticatorData',
  'response.attestationObject',
  'response.signature',
  'response.userHandle',
]
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constant('byte'),
    field: fc.constantFrom(...byteFields),
    at: fc.nat(300),
    mask: fc.integer({ min: 1, max: 255 }),
  }),
  fc.record({
    kind: fc.constant('length'),
    field: fc.constantFrom(...byteFields),
    bytes: fc.integer({ min: -40, max: 40 }),
  }),
  fc.record(
    { kind: fc.constant('value'), field: fc.constantFrom(...fields), value: unusualJson },
    { requiredKeys: ['kind', 'field'] },
  ),
  fc.record(
    {
      kind: fc.constant('client data'),
      field: fc.constantFrom(
        'type',
        'challenge',
        'origin',
        'crossOrigin',
        'topOrigin',
        'tokenBinding',
        '__proto__',
      ),
      value: fc.oneof(
        fc.constantFrom(
          'webauthn.get',
          'webauthn.create',
          origin,
          `${origin}/`,
          'https://evil.example',
          true,
        ),
        unusualJson,
      ),
    },
    { requiredKeys: ['kind', 'field'] },
  ),
)

const verified = {
  verifyAuthenticationResponse: async () => ({ verified: true, authenticationInfo: { newCounter: 1 } }),
}

describeFuzzTarget<PasskeyInput, Subject>({
  name: 'passkey-responses',
  subject: [Passkey()],
  input: fc.record({
    action: fc.constantFrom('authenticate', 'register'),
    changes: fc.array(change, { maxLength: 2 }),
  }),
  fullSize: 350_000,
  check: checkResponse,
  faults: {
    'the signature is not verified': [Passkey({ simpleWebAuthn: verified })],
  },
})
