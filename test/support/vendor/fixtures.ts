import { readdirSync, readFileSync } from 'node:fs'
import { customFetch } from 'latchkey'
import type { ProviderConfig } from 'latchkey/providers'
import { origin } from '../app.js'
import type { VendorFixture } from './fixture.js'
import { registeredClient, Vendor } from './vendor.js'

const folder = new URL('../../fixtures/vendors/', import.meta.url)

/** The fixtures of all vendors. */
export const fixtures: readonly VendorFixture[] = readdirSync(folder)
  .filter(name => name.endsWith('.json'))
  .map(name => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as VendorFixture)

type Factory = (options: object) => ProviderConfig

/** Loads the default export of a provider module. */
export async function loadFactory(module: string): Promise<Factory> {
  const exported = (await import(`../../../src/providers/${module}.ts`)) as { readonly default: Factory }
  return exported.default
}

/** Creates a simulated vendor from the fixture, and the provider from `src/providers`. */
export async function createVendor(
  fixture: VendorFixture,
): Promise<{ vendor: Vendor; provider: ProviderConfig }> {
  const vendor = new Vendor(fixture)
  const factory = await loadFactory(fixture.provider)
  const provider = factory({ ...registeredClient, ...fixture.options, [customFetch]: vendor.fetch })
  vendor.redirectUri = `${origin}/auth/callback/${provider.id}`
  return { vendor, provider }
}
