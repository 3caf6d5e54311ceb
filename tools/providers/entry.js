/**
 * Reads the facts about each provider, for its page and for tables: the exports of its module, the docstring, and the fixture
 * with facts from the vendor's documentation.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Modules of the folder that are not providers of a vendor: shared code, and providers with a guide of their own. */
const nonVendorModules = new Set([
  'credentials',
  'define',
  'define-email',
  'email',
  'nodemailer',
  'oauth',
  'oidc',
  'passkey',
  'webauthn',
])

/** Reads the entries of all vendors, sorted by module name, from the built package below `root`. */
export async function readCatalogue(root) {
  const modules = readdirSync(join(root, 'src/providers'), { withFileTypes: true })
    .filter(file => file.isFile() && file.name.endsWith('.ts'))
    .map(({ name }) => name.slice(0, -'.ts'.length))
    .filter(module => !nonVendorModules.has(module))
  return Promise.all(modules.sort().map(module => readEntry(root, module)))
}

async function readEntry(root, module) {
  const source = readFileSync(join(root, `src/providers/${module}.ts`), 'utf8')
  const { default: factory } = await import(pathToFileURL(join(root, `dist/providers/${module}.js`)).href)
  const [, factoryName] = source.match(/^export default (\w+)/m) ?? []
  const config = factory({ ...placeholderOptions })
  const docstring = parseDocstring(source, factoryName)
  return {
    module,
    factoryName,
    config,
    usesSecret: needsSecret(source, config),
    ...docstring,
    fixture: readFixture(root, module),
  }
}

/** Returns whether a provider has a client secret. Public clients and those with a private key have none, unless their code uses it. */
function needsSecret(source, { client }) {
  const isSecretless = ['none', 'private_key_jwt'].includes(client?.token_endpoint_auth_method)
  return !isSecretless || source.includes('clientSecret')
}

/** Placeholders for the options of a factory. */
const placeholderOptions = { clientId: 'id', clientSecret: 'secret', apiKey: 'key' }

function readFixture(root, module) {
  const path = ['vendors', 'mailers']
    .map(folder => join(root, 'test/fixtures', folder, `${module}.json`))
    .find(existsSync)
  return path ? JSON.parse(readFileSync(path, 'utf8')) : { sources: [], disagreements: [] }
}

/** Parses the docstring of the factory. */
function parseDocstring(source, name) {
  const comments = [...source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export (?:const|function) (\w+)/g)]
  const [, raw = ''] = comments.find(([, , exported]) => exported === name) ?? []
  const lines = raw.split('\n').map(line => line.replace(/^\s*\* ?/, '').trimEnd())
  const [prose = '', ...tags] = lines.join('\n').split(/^@/m)
  const [lead = '', ...notes] = prose.trim().split(/^- /m)
  const tag = word => tags.find(text => text.startsWith(`${word} `))?.slice(word.length + 1)
  return {
    lead: toOneLine(lead),
    notes: notes.map(toOneLine),
    register: toOneLine(tag('see') ?? ''),
    deprecated: toOneLine(tag('deprecated') ?? ''),
  }
}

function toOneLine(text) {
  return text.trim().replace(/\s+/g, ' ')
}
