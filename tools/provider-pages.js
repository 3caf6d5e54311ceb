/**
 * Whoever adds a provider asks four things: where to register the app, which redirect URI to give, which variables to
 * set, and what will surprise them. The answers are in the catalogue already, so the pages are made of it, and an index
 * with them.
 *
 * `node tools/provider-pages.js` writes docs/providers; `check-provider-pages.js` sees whether that was forgotten.
 *
 * @module
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCatalogue } from './providers/entry.js'
import { isMainModule, projectRoot } from './shared/gate.js'

/** Where the pages lie. */
export const pagesFolder = 'docs/providers'

/** The texts of the pages by file name, made of what lies below `root`. */
export async function buildProviderPages(root) {
  const entries = await readCatalogue(root)
  const pages = entries.map(entry => [`${entry.module}.md`, renderPage(entry)])
  return new Map([['README.md', renderIndex(entries)], ...pages])
}

const protocolNames = { oidc: 'OpenID Connect', oauth: 'OAuth 2', email: 'mail service' }

function renderIndex(entries) {
  const sorted = entries.toSorted((a, b) => a.config.name.localeCompare(b.config.name, 'en'))
  const rows = sorted.map(
    ({ module, config, deprecated }) =>
      `| [${config.name}](${module}.md)${deprecated ? ' (deprecated)' : ''} | ${protocolNames[config.type]} | \`${module}\` | \`${getVariableName(config, 'ID')}\` |`,
  )
  return `# Providers

<!-- Written by \`node tools/provider-pages.js\` from src/providers. -->

${entries.length} services, each a module of its own: \`latchkey/providers/<module>\`. Name it in \`providers\`, set its variables, and it
works; \`npm run providers\` shows how each was tried.

Not in the list? [Any OpenID Connect provider](../../src/providers/oidc.ts) needs nothing but its \`issuer\`, and
[any OAuth 2 provider](../../src/providers/oauth.ts) its three endpoints. For mail through your own server there is
[\`nodemailer\`](../email.md), for passkeys [\`passkey\`](../passkeys.md), for passwords \`credentials\`.

| service | protocol | module | first variable |
|---|---|---|---|
${rows.join('\n')}
`
}

function renderPage(entry) {
  const { module, factoryName, config, lead, notes, register, deprecated } = entry
  return `# ${config.name}

<!-- Written by \`node tools/provider-pages.js\` from src/providers/${module}.ts. -->

${[lead, deprecated && `**Deprecated:** ${deprecated}`].filter(Boolean).join('\n\n')}

${renderTable(listFacts(entry, register))}

\`\`\`ts
import type { AuthConfig } from 'latchkey'
import ${factoryName} from 'latchkey/providers/${module}'

export const providers: AuthConfig['providers'] = [${renderUsage(entry)}]
\`\`\`
${renderSection('Good to know', notes)}${renderSection('Sources', listSources(entry))}`
}

/** A bare factory where the environment gives all that it needs. */
function renderUsage({ factoryName, config, fixture }) {
  const { issuer: _, ...fixtureOptions } = fixture.options ?? {}
  const options = { ...(config.type === 'email' && { from: 'no-reply@acme.example' }), ...fixtureOptions }
  const written = Object.entries(options).map(([name, value]) => `${name}: ${toLiteral(value)}`)
  return written.length > 0 ? `${factoryName}({ ${written.join(', ')} })` : factoryName
}

function toLiteral(value) {
  return typeof value === 'string'
    ? `'${value.replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`
    : JSON.stringify(value)
}

function listFacts(entry, register) {
  const { config, fixture } = entry
  const { type } = config
  const verification = 'emailVerified' in fixture ? describeEmail(fixture) : null
  return [
    ['register at', `<${register}>`],
    ...(type === 'email' ? [] : [['redirect URI', `\`https://your.site/auth/callback/${config.id}\``]]),
    [
      'variables',
      listVariables(entry)
        .map(name => `\`${name}\``)
        .join(', '),
    ],
    ['protocol', protocolNames[type]],
    ...(type === 'email' ? [] : [['scope', formatScope(config)]]),
    ...(verification ? [['address', verification]] : []),
  ]
}

function describeEmail({ user, emailVerified }) {
  if (user.email === null) return 'the service gives none'
  if (emailVerified === null) return 'given; the service does not say whether it is proven'
  return 'given; the service says whether it is proven'
}

function formatScope(config) {
  const scope = config.authorization?.params?.scope ?? (config.type === 'oidc' ? 'openid profile email' : '')
  return scope ? `\`${scope.replace('{scope}', config.scope)}\`` : 'none'
}

function listVariables({ config, usesSecret }) {
  if (config.type === 'email') return [getVariableName(config, 'KEY')]
  const hasVariableIssuer =
    !config.issuer && (isDiscovered(config) || JSON.stringify(config).includes('{issuer}'))
  return ['ID', ...(usesSecret ? ['SECRET'] : []), ...(hasVariableIssuer ? ['ISSUER'] : [])].map(part =>
    getVariableName(config, part),
  )
}

/** Below its issuer, where no other address is given for the document. */
function isDiscovered({ type, wellKnown }) {
  return type === 'oidc' && !wellKnown
}

function getVariableName(config, part) {
  const last = config.type === 'email' ? 'KEY' : part
  return `AUTH_${config.id.toUpperCase().replaceAll('-', '_')}_${last}`
}

const fixtureOrigins = {
  vendor: 'The tests play this service from its own documentation.',
  library: 'The tests play this service from the documented samples of another library.',
  none: 'No independent source was found: the tests play this service from the facts that the provider was written from.',
}

function listSources({ fixture }) {
  const { source, sources = [], disagreements = [] } = fixture
  return [
    ...(fixtureOrigins[source] ? [fixtureOrigins[source]] : []),
    ...sources.map(address => `<${address}>`),
    ...disagreements,
  ]
}

function renderTable(rows) {
  return ['| | |', '|---|---|', ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join('\n')
}

function renderSection(title, lines) {
  return lines.length > 0 ? `\n## ${title}\n\n${lines.map(line => `- ${line}`).join('\n')}\n` : ''
}

async function writePages() {
  const folder = join(projectRoot, pagesFolder)
  const pages = await buildProviderPages(projectRoot)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of pages) writeFileSync(join(folder, name), text)
  console.log(`${pages.size} pages written to ${pagesFolder}.`)
}

if (isMainModule(import.meta.url)) await writePages()
