import { doors, extended, extensible, modulesOfVersion4, namesOfVersion4 } from './doors.js'
import type { Reference } from './references.js'
import type { Stock } from './stock.js'

/** The packages that Latchkey stands for. */
export const replaced = ['next-auth', '@auth/core', '@auth/express', '@auth/sveltekit', '@auth/solid-start']

/** Where a reference leads from now on, or why it stays. */
export type Translation = { readonly to: string } | { readonly reason: string }

const ofAuthJs = /^(?:next-auth|@auth\/[\w-]*|@next-auth\/[\w-]+)(?:\/|$)/
const ofProvider = new RegExp(`^(?:${replaced.join('|')})/providers/([\\w-]+)$`)
const adapter = /^@auth\/[\w-]+-adapter(?:\/|$)/

const one = `(${replaced.join('|')})(?![\\w-])`
const named = new RegExp(
  [
    `node_modules\\b[^'"\`\\s]*?[/(|]${one}`,
    `(?:\\bnpm:|\\besm\\.sh/)${one}`,
    `\\^${one}(?=\\$|\\\\?/|\\(|['"\`])`,
    // A version behind it tells the name of a package from one of a person's.
    `^['"\`]${one}@[\\d^~]`,
  ].join('|'),
  'gd',
)

/** The packages that a text names in its midst, such as a path, a pattern or an address. */
export function packagesNamedIn(text: string): { specifier: string; index: number }[] {
  return [...text.matchAll(named)].flatMap(({ indices = [] }) => {
    const [, found] = indices.filter(range => range !== undefined)
    return found ? [{ specifier: text.slice(...found), index: found[0] }] : []
  })
}

/** Whether a module is of Auth.js, published adapters apart: those stay. */
export function isOfAuthJs(specifier: string): boolean {
  return ofAuthJs.test(specifier) && !adapter.test(specifier)
}

/** The name of the package that a module is in. */
export function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

export function translate({ specifier, way, names }: Reference, stock: Stock): Translation {
  if (way === 'piece')
    return { reason: `${specifier} is the beginning of a name that only the running app knows` }
  if (modulesOfVersion4.has(specifier))
    return { reason: `${specifier} is of NextAuth 4: move to version 5 first` }
  const [, provider] = ofProvider.exec(specifier) ?? []
  const door = provider ? ofCatalogue(provider, stock) : doorOf(specifier, way)
  if (!door) return { reason: `there is no counterpart of ${specifier}` }
  if (way === 'mention')
    return { reason: `${specifier} is named, and not imported: whoever reads that may want ${door.to}` }
  if (!stock.has(door.to)) return { reason: `this version has no ${door.to}` }
  const missing = names.filter(name => !door.has(name))
  return missing.length > 0 ? { reason: whyNot(missing, door.to) } : { to: door.to }
}

interface Target {
  readonly to: string
  has(name: string): boolean
}

function ofCatalogue(provider: string, stock: Stock): Target {
  const to = `latchkey/providers/${provider}`
  return { to, has: name => stock.hasName(to, name) }
}

function doorOf(specifier: string, way: Reference['way']): Target | undefined {
  const door = way === 'augmentation' && extensible.has(specifier) ? extended : doors.get(specifier)
  return door && { to: door.to, has: name => door.names.has(name) }
}

function whyNot(missing: readonly string[], to: string): string {
  const old = missing.filter(name => namesOfVersion4.has(name))
  return old.length > 0
    ? `${old.join(', ')} ${old.length > 1 ? 'are' : 'is'} of NextAuth 4: move to version 5 first`
    : `${to} has no ${missing.join(', ')}`
}
