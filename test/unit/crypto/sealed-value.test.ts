import { createDecipheriv, hkdfSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { SealContext } from '../../../src/crypto/sealed-value.js'
import { type PlatformName, platformNames, platforms } from './platforms.js'

const place: SealContext = { purpose: 'two-factor', kind: 'two-factor', id: 'ada', field: '/secret' }
const [older, newer] = ['an older secret of thirty-two characters', 'a newer secret of thirty-two characters']

/** Imports a new instance of the module that uses one of the platforms. */
async function importModule(
  name: PlatformName,
): Promise<typeof import('../../../src/crypto/sealed-value.js')> {
  vi.resetModules()
  vi.doMock('#crypto', () => platforms[name])
  const module = await import('../../../src/crypto/sealed-value.js')
  vi.doUnmock('#crypto')
  return module
}

const modules = { node: await importModule('node'), web: await importModule('web') }
const pairs = platformNames.flatMap(sealer => platformNames.map(unsealer => [sealer, unsealer] as const))

test.each(pairs)('any text that is sealed on %s can be unsealed on %s', async (sealer, unsealer) => {
  const text = fc.string({ unit: 'grapheme' })
  await fc.assert(
    fc.asyncProperty(text, text, text, text, async (secretText, id, field, purpose) => {
      const anyPlace = { purpose, kind: 'note', id, field }
      const sealed = await modules[sealer].sealValue(secretText, [newer], anyPlace)
      expect(sealed).toMatch(/^lk1\.[\w-]{8}\.[\w-]{16}\.[\w-]{22,}$/)
      expect(modules[unsealer].isSealedValue(sealed)).toBe(true)
      expect(await modules[unsealer].unsealValue(sealed, [older, newer], anyPlace)).toBe(secretText)
    }),
    { numRuns: 40 },
  )
})

describe.each(platformNames)('on %s, a sealed value', name => {
  const { needsReseal, readSealedTenant, sealValue, unsealValue } = modules[name]

  test('is AES-256-GCM with a key of HKDF-SHA-256, bound to its place', async () => {
    const sealed = await sealValue('a TOTP secret', [newer], place)
    const [, keyId, iv = '', body = ''] = sealed.split('.')
    const derive = (info: string, length: number) => Buffer.from(hkdfSync('sha256', newer, '', info, length))
    expect(keyId).toBe(derive('Latchkey key id', 6).toString('base64url'))
    const bytes = Buffer.from(body, 'base64url')
    const key = derive('Latchkey sealed value (two-factor)', 32)
    const gcm = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
    gcm.setAAD(Buffer.from('["two-factor","two-factor","ada","/secret"]')).setAuthTag(bytes.subarray(-16))
    expect(gcm.update(bytes.subarray(0, -16), undefined, 'utf8') + gcm.final('utf8')).toBe('a TOTP secret')
  })

  test('of a tenant can be unsealed by that tenant only', async () => {
    const tenants = ['acme', 'umbrella', undefined]
    for (const issuer of tenants) {
      const sealed = await sealValue('secret', [newer], { ...place, tenant: issuer })
      expect(readSealedTenant(sealed)).toBe(issuer)
      const withoutName = sealed.split('.').slice(0, 4).join('.')
      for (const reader of tenants) {
        const open = (text: string) => unsealValue(text, [newer], { ...place, tenant: reader })
        if (issuer === reader) expect(await open(sealed)).toBe('secret')
        else await expect(open(sealed)).rejects.toMatchObject({ type: 'InvalidSealedValue' })
        if (issuer !== undefined)
          await expect(open(withoutName)).rejects.toMatchObject({ type: 'InvalidSealedValue' })
      }
    }
  })

  test('differs each time', async () => {
    const values = await Promise.all(Array.from({ length: 50 }, () => sealValue('same', [newer], place)))
    expect(new Set(values.map(value => value.split('.')[2])).size).toBe(50)
  })

  test('is sealed with the newest key and unsealed with any', async () => {
    const old = await sealValue('secret', [older], place)
    const recent = await sealValue('secret', [newer, older], place)
    expect(await unsealValue(old, [newer, older], place)).toBe('secret')
    expect(await unsealValue(recent, [newer], place)).toBe('secret')
    expect(await needsReseal(old, [newer, older], place)).toBe(true)
    expect(await needsReseal(recent, [newer, older], place)).toBe(false)
  })

  test('of a key that is not in the ring is an error that names the key and the option', async () => {
    const sealed = await sealValue('secret', [older], place)
    const [, keyId = ''] = sealed.split('.')
    const unsealed = unsealValue(sealed, [newer], place)
    await expect(unsealed).rejects.toMatchObject({
      type: 'UnknownEncryptionKey',
      cause: { keyId, id: 'ada' },
    })
    await expect(unsealed).rejects.toThrow(keyId)
    await expect(unsealed).rejects.toThrow('`encryptionKeys`')
    await expect(unsealValue(sealed, [], place)).rejects.toMatchObject({ type: 'UnknownEncryptionKey' })
    await expect(unsealed).rejects.not.toThrow(older)
  })

  test.each(['purpose', 'kind', 'id', 'field'] as const)('cannot be unsealed with another %s', async part => {
    const sealed = await sealValue('secret', [newer], place)
    await expect(unsealValue(sealed, [newer], { ...place, [part]: 'other' })).rejects.toMatchObject({
      type: 'InvalidSealedValue',
    })
  })

  test('cannot be unsealed where the parts of its place are joined differently', async () => {
    const sealed = await sealValue('secret', [newer], { ...place, kind: 'a","b', id: 'c' })
    const moved = unsealValue(sealed, [newer], { ...place, kind: 'a', id: 'b","c' })
    await expect(moved).rejects.toMatchObject({ type: 'InvalidSealedValue' })
  })

  test('that was modified, truncated or extended cannot be unsealed', async () => {
    const sealed = await sealValue('a secret', [newer], place)
    const [prefix, keyId, iv = '', body = ''] = sealed.split('.')
    const flip = (part: string, at: number) => {
      const bytes = Buffer.from(part, 'base64url')
      bytes[at] = (bytes[at] ?? 0) ^ 1
      return bytes.toString('base64url')
    }
    const modified = [
      ...Array.from({ length: 24 }, (_, at) => [prefix, keyId, iv, flip(body, at)].join('.')),
      ...Array.from({ length: 12 }, (_, at) => [prefix, keyId, flip(iv, at), body].join('.')),
      ...Array.from({ length: body.length }, (_, at) => [prefix, keyId, iv, body.slice(0, at)].join('.')),
      `${sealed}A`,
      `${sealed}.`,
      ` ${sealed}`,
      `lk2${sealed.slice(3)}`,
      'lk1.',
      'plain text',
      '',
    ]
    for (const value of modified)
      await expect(unsealValue(value, [newer], place), value).rejects.toMatchObject({
        type: 'InvalidSealedValue',
      })
  })

  test('needs a key', async () => {
    await expect(sealValue('secret', [], place)).rejects.toMatchObject({ type: 'MissingSecret' })
  })
})
