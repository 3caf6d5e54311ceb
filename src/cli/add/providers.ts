import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isRecord } from '../../base/parse.js'
import { getProviderEnvName } from '../../config/environment.js'
import { packageRoot } from '../package-root.js'
import type { Addition } from './addition.js'
import { getProviderEntry } from './provider-entries.js'

/** The tests run the sources. */
const isSource = import.meta.url.startsWith(new URL('src/', packageRoot).href)
const providersFolder = new URL(isSource ? 'src/providers/' : 'dist/providers/', packageRoot)

/** Modules that create providers, and are not one. */
const otherModules = new Set(['define', 'define-email'])

/** Providers whose modules import optional packages, or that no service offers. */
const generalProviders: Readonly<
  Record<string, { readonly id: string; readonly title: string; readonly type: string }>
> = {
  credentials: { id: 'credentials', title: 'Credentials', type: 'credentials' },
  email: { id: 'email', title: 'Email', type: 'smtp' },
  nodemailer: { id: 'nodemailer', title: 'Nodemailer', type: 'smtp' },
  oauth: { id: 'oauth', title: 'OAuth 2', type: 'oauth' },
  oidc: { id: 'oidc', title: 'OpenID Connect', type: 'oidc' },
  passkey: { id: 'passkey', title: 'Passkey', type: 'webauthn' },
  webauthn: { id: 'webauthn', title: 'WebAuthn', type: 'webauthn' },
}

/** Returns the names of the provider modules, sorted. */
export function listProviders(): string[] {
  return readdirSync(providersFolder)
    .flatMap(file => /^([\w-]+)(?<!\.d)\.[jt]s$/.exec(file)?.[1] ?? [])
    .filter(name => !otherModules.has(name))
    .sort()
}

/** Describes the entry of a provider, from its module and the comment of its factory. @returns null if there is no such provider */
export async function describeProvider(name: string): Promise<Addition | null> {
  if (!listProviders().includes(name)) return null
  const { declaration, code } = readModule(name)
  const { title, id, type, variables } = await readFacts(name, code)
  const factory = /^export default (\w+)/m.exec(declaration)?.[1] ?? ''
  const { registration, deprecated } = readComment(declaration, factory)
  const entry = getProviderEntry(name, { isEmailService: type === 'email' })
  return {
    name,
    array: 'providers',
    title,
    module: `latchkey/providers/${name}`,
    exported: 'default',
    factory,
    imports: [],
    createEntry: (local, read) => (entry.createOptions ? `${local}(${entry.createOptions(read)})` : local),
    variables: [...new Set([...variables, ...(entry.variables ?? [])])],
    callbackId: ['oauth', 'oidc'].includes(type) ? id : null,
    registration,
    packages: entry.packages ?? [],
    requirements: entry.requirements ?? [],
    notes: [...(deprecated ? [`Deprecated: ${deprecated}`] : []), ...(entry.notes ?? [])],
  }
}

/** Returns the title and the type of a provider. @returns null if there is no such provider */
export async function findProviderType(name: string): Promise<Pick<ProviderFacts, 'title' | 'type'> | null> {
  if (Object.hasOwn(generalProviders, name)) return generalProviders[name] ?? null
  return listProviders().includes(name) ? await createProvider(name) : null
}

/** Reads the declaration of a module, which has the comments, and its code. */
function readModule(name: string): { declaration: string; code: string } {
  const read = (file: string) => {
    const url = new URL(file, providersFolder)
    return existsSync(url) ? readFileSync(url, 'utf8') : ''
  }
  return isSource
    ? { declaration: read(`${name}.ts`), code: read(`${name}.ts`) }
    : { declaration: read(`${name}.d.ts`), code: read(`${name}.js`) }
}

interface ProviderFacts {
  readonly id: string
  readonly title: string
  readonly type: string
  /** The variables that the provider reads by itself. */
  readonly variables: readonly string[]
}

async function readFacts(name: string, code: string): Promise<ProviderFacts> {
  const general = Object.hasOwn(generalProviders, name) ? generalProviders[name] : undefined
  const provider = general ?? (await createProvider(name))
  const { id, type } = provider
  if (type === 'email') return { ...provider, variables: [getProviderEnvName(id, 'KEY')] }
  if (type !== 'oauth' && type !== 'oidc') return { ...provider, variables: [] }
  const parts = [
    'ID' as const,
    ...(needsSecret(provider, code) ? ['SECRET' as const] : []),
    ...(needsIssuer(provider) ? ['ISSUER' as const] : []),
  ]
  return { ...provider, variables: parts.map(part => getProviderEnvName(id, part)) }
}

interface CreatedProvider {
  readonly id: string
  readonly title: string
  readonly type: string
  readonly config?: Readonly<Record<string, unknown>>
}

/** Creates the provider of a module with placeholders. */
async function createProvider(name: string): Promise<CreatedProvider> {
  const module: unknown = await import(new URL(`${name}${isSource ? '.ts' : '.js'}`, providersFolder).href)
  const factory = isRecord(module) ? module.default : undefined
  const config: unknown =
    typeof factory === 'function'
      ? factory({ clientId: 'id', clientSecret: 'secret', apiKey: 'key' })
      : undefined
  if (!isRecord(config)) throw new Error(`The module of the provider "${name}" exports no factory.`)
  return { id: String(config.id), title: String(config.name), type: String(config.type), config }
}

/** A public client, or one with a private key, has no secret, unless its code uses it. */
function needsSecret({ config = {} }: CreatedProvider, code: string): boolean {
  const method = isRecord(config.client) ? config.client.token_endpoint_auth_method : undefined
  return !['none', 'private_key_jwt'].includes(String(method)) || code.includes('clientSecret')
}

/** Without an issuer of its own, a provider needs one for its discovery or in its endpoints. */
function needsIssuer({ type, config = {} }: CreatedProvider): boolean {
  if (config.issuer) return false
  return (type === 'oidc' && !config.wellKnown) || JSON.stringify(config).includes('{issuer}')
}

/** Reads the tags `@see` and `@deprecated` of the comment of a factory. */
function readComment(
  declaration: string,
  factory: string,
): { registration: string | null; deprecated: string | null } {
  const pattern = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export (?:declare )?(?:const|function) (\w+)/g
  const comment = [...declaration.matchAll(pattern)].find(([, , name]) => name === factory)?.[1] ?? ''
  const tags = comment.replace(/^\s*\* ?/gm, '').split(/^@/m)
  const find = (tag: string) => tags.find(text => text.startsWith(`${tag} `))?.slice(tag.length + 1)
  return {
    registration: find('see')?.trim() ?? null,
    deprecated: find('deprecated')?.trim().replace(/\s+/g, ' ') ?? null,
  }
}
