import { readdirSync, readFileSync } from 'node:fs'
import { customFetch } from 'latchkey'
import type { ProviderConfig } from 'latchkey/providers'
import { origin } from '../app.js'
import type { VendorFixture } from './fixture.js'
import { registeredClient, Vendor } from './vendor.js'

const folder = new URL('../../fixtures/vendors/', import.meta.url)

/** Every vendor that has a fixture, by the name of its module. */
export const fixtures: readonly VendorFixture[] = readdirSync(folder)
  .filter(name => name.endsWith('.json'))
  .map(name => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as VendorFixture)

type Factory = (options: object) => ProviderConfig

/** The default export of a module of the catalogue. */
export async function loadFactory(module: string): Promise<Factory> {
  const exported = (await import(`../../../src/providers/${module}.ts`)) as { readonly default: Factory }
  return exported.default
}

/** A vendor, and its provider as an app of ours would have it, both as their own files say. */
export async function createVendor(
  fixture: VendorFixture,
): Promise<{ vendor: Vendor; provider: ProviderConfig }> {
  const vendor = new Vendor(fixture)
  const factory = await loadFactory(fixture.provider)
  const provider = factory({ ...registeredClient, ...fixture.options, [customFetch]: vendor.fetch })
  vendor.redirectUri = `${origin}/auth/callback/${provider.id}`
  return { vendor, provider }
}
