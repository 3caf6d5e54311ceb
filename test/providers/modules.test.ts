import { readdirSync } from 'node:fs'
import { type AuthConfig, setEnvDefaults } from 'latchkey'
import { describe, expect, test } from 'vitest'
import { fixtures } from '../support/vendor/fixtures.js'
import { registeredClient } from '../support/vendor/vendor.js'

const folder = new URL('../../src/providers/', import.meta.url)

/** Modules that are not OAuth vendors, or that have their own tests. */
const others = /^(define|define-email|credentials|email|nodemailer|oauth|oidc|passkey|webauthn)$/
const emailServices = /^(forwardemail|loops|mailgun|postmark|resend|sendgrid)$/

/** Providers whose id differs from the module name. */
const ids: Readonly<Record<string, string>> = { 'ory-hydra': 'hydra' }

test('every provider module has a fixture, and every fixture has a module', () => {
  const modules = readdirSync(folder)
    .filter(name => name.endsWith('.ts'))
    .map(name => name.slice(0, -'.ts'.length))
    .filter(name => !others.test(name) && !emailServices.test(name))
  expect(fixtures.map(({ provider }) => provider).sort()).toEqual(modules.sort())
})

describe.each(fixtures.map(fixture => [fixture.provider, fixture] as const))('%s', (module, fixture) => {
  const id = ids[module] ?? module
  const load = async () =>
    (await import(`../../src/providers/${module}.ts`)) as Record<string, (options?: object) => object>

  test('is exported as default and by name', async () => {
    const { default: factory, ...named } = await load()
    expect(Object.values(named)).toContain(factory)
    expect(factory?.({ ...registeredClient, ...fixture.options })).toMatchObject({ id, type: fixture.type })
  })

  test('returns a provider whose URLs contain the options that it received', async () => {
    const { default: factory } = await load()
    const { options, ...provider } = {
      options: {},
      ...factory?.({ ...registeredClient, ...fixture.options }),
    }
    const { wellKnown, jwks_endpoint, authorization, token, userinfo } = provider as Record<string, unknown>
    const urls = JSON.stringify([wellKnown, jwks_endpoint, authorization, token, userinfo])
    // The environment may replace the issuer of the provider later.
    const { issuer, ...defaults } = provider as Record<string, unknown>
    const known = Object.keys({ ...defaults, ...options })
    expect(known.filter(name => urls.includes(`{${name}}`))).toEqual([])
  })

  test('reads its options from the environment', async () => {
    const { default: factory } = await load()
    const { issuer, ...options } = fixture.options
    const provider = Object.keys(options).length > 0 ? factory?.(options) : factory
    const config = { providers: [provider] } as AuthConfig
    const prefix = `AUTH_${id.toUpperCase().replaceAll('-', '_')}`
    const env = { [`${prefix}_ID`]: 'an-id', [`${prefix}_SECRET`]: 'a-secret', [`${prefix}_ISSUER`]: issuer }
    setEnvDefaults(env as Record<string, string>, config, true)
    const [provided] = config.providers
    const expected = { clientId: 'an-id', clientSecret: 'a-secret', ...(issuer !== undefined && { issuer }) }
    expect({ ...provided, ...(provided && 'options' in provided ? provided.options : {}) }).toMatchObject(
      expected,
    )
  })
})
