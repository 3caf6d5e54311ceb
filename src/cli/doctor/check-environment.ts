import { isLoopbackHostname } from '../../base/loopback-host.js'
import { parseUrl } from '../../base/parse.js'
import { getAuthUrlVariable, getProviderEnvName } from '../../config/environment.js'
import { unwrapText } from '../../config/environment-values.js'
import { readSecrets } from '../../config/secret.js'
import type { Finding } from './findings.js'
import { listConfigurations, type Project } from './read-project.js'

const minSecretLength = 32
const placeholder =
  /change|replace|example|placeholder|your|todo|^(?:my|a|the)?[-_ ]?(?:super)?[-_ ]?secret|^(.)\1+$/i
/** Prefixes with which Next.js, Vite, SvelteKit, Nuxt and Create React App publish variables. */
const publicSecret = /^(?:NEXT_PUBLIC|VITE|PUBLIC|NUXT_PUBLIC|REACT_APP)_.*SECRET/
/** `secret` as a text, alone or in an array. */
const secretInSource =
  /\bsecret:\s*(?:['"][^'"]+['"]|\[(?:(?:[^[\]]|\[[^\]]*\])*,)?\s*['"][^'"]+['"]\s*[,\]])/
/** The variables of secrets and of the key ring. */
const secretNames = ['AUTH_SECRET', 'NEXTAUTH_SECRET', 'AUTH_ENCRYPTION_KEY'].flatMap(name =>
  name === 'NEXTAUTH_SECRET' ? [name] : [name, ...[1, 2, 3].map(index => `${name}_${index}`)],
)
const wrappedNames = /^(?:AUTH|NEXTAUTH)_/

/** Checks the variables of the environment and of its files. */
export function checkEnvironment(project: Project): Finding[] {
  return [
    ...checkSecret(project),
    ...checkPublicSecrets(project),
    ...checkUrl(project),
    ...checkValues(project),
    ...checkProviderVariables(project),
    ...checkDatabaseVariable(project),
  ]
}

function checkSecret(project: Project): Finding[] {
  const texts = listConfigurations(project)
  const inSource = texts.filter(([, text]) => secretInSource.test(text))
  if (inSource.length > 0) return inSource.map(([place]) => ({ code: 'secret-in-source', place }))
  if (readSecrets(project.env).length === 0) {
    const isConfigured = texts.some(([, text]) => /\bsecret\s*[:,]/.test(text))
    return isConfigured || texts.length === 0 ? [] : [{ code: 'secret-missing', place: 'AUTH_SECRET' }]
  }
  return secretNames.flatMap(name => checkSecretValue(project, name))
}

/** Every secret opens sessions, not only the newest one. */
function checkSecretValue(project: Project, name: string): Finding[] {
  // NEXTAUTH_SECRET counts only without AUTH_SECRET.
  const isIgnored = name === 'NEXTAUTH_SECRET' && unwrapText(project.env.AUTH_SECRET ?? '') !== ''
  const secret = isIgnored ? '' : unwrapText(project.env[name] ?? '')
  const place = describeVariable(project, name)
  if (secret === '') return []
  if (placeholder.test(secret)) return [{ code: 'secret-placeholder', place }]
  return secret.length < minSecretLength ? [{ code: 'secret-short', place }] : []
}

/** Returns the name of a variable, with the file that sets it. */
function describeVariable({ files }: Project, name: string): string {
  const file = files[name]
  return file === undefined ? name : `${name} in ${file}`
}

function checkPublicSecrets(project: Project): Finding[] {
  return Object.keys(project.env)
    .filter(name => publicSecret.test(name))
    .map(name => ({ code: 'secret-public', place: describeVariable(project, name) }))
}

function checkUrl(project: Project): Finding[] {
  const text = getAuthUrlVariable(project.env)
  if (text === undefined) return []
  const url = parseUrl(text)
  const place = describeVariable(project, project.env.AUTH_URL ? 'AUTH_URL' : 'NEXTAUTH_URL')
  if (url === null || !/^https?:$/.test(url.protocol)) return [{ code: 'url-invalid', place }]
  const isLocal = isLoopbackHostname(url.hostname)
  const findings: Finding[] = []
  if (!listBasePaths(project).includes(url.pathname.replace(/\/+$/, '')))
    findings.push({ code: 'url-path', place })
  if (isLocal && project.env.NODE_ENV === 'production') findings.push({ code: 'url-localhost', place })
  if (!isLocal && url.protocol === 'http:') findings.push({ code: 'url-insecure', place })
  return findings
}

/** Returns the paths that AUTH_URL may have. All are allowed if the configuration computes `basePath`. */
function listBasePaths(project: Project): readonly string[] {
  const texts = listConfigurations(project).map(([, text]) => text)
  const configured = texts.flatMap(text =>
    [...text.matchAll(/\bbasePath:\s*['"]([^'"]*)['"]/g)].map(match => match[1] ?? ''),
  )
  return ['', '/auth', ...(Object.hasOwn(project.dependencies, 'next') ? ['/api/auth'] : []), ...configured]
}

function checkValues(project: Project): Finding[] {
  const { env } = project
  const wrapped = Object.entries(env).filter(
    ([name, value = '']) => wrappedNames.test(name) && value !== '' && unwrapText(value) !== value,
  )
  const trustHost = unwrapText(env.AUTH_TRUST_HOST ?? '')
  const isInvalid = trustHost !== '' && !/^(?:true|false|1|0|yes|no|on|off)$/i.test(trustHost)
  return [
    ...wrapped.map(([name]): Finding => ({ code: 'value-wrapped', place: describeVariable(project, name) })),
    ...(isInvalid
      ? [{ code: 'boolean-invalid' as const, place: describeVariable(project, 'AUTH_TRUST_HOST') }]
      : []),
  ]
}

/** Providers without a client id and a client secret in variables. */
const otherProviders = /^(?:credentials|nodemailer|email|passkey|webauthn|define|define-email)$/

function checkProviderVariables(project: Project): Finding[] {
  return listConfigurations(project).flatMap(([path, text]) =>
    [...text.matchAll(/import\s+(\w+)\s+from\s+['"]latchkey\/providers\/([\w-]+)['"]/g)]
      .filter(([, name = '', id = '']) => !otherProviders.test(id) && isWithoutOptions(text, name))
      .flatMap(([, , id = '']) => [getProviderEnvName(id, 'ID'), getProviderEnvName(id, 'SECRET')])
      .filter(name => !project.env[name] && !project.env[name.replace(/_(ID|SECRET)$/, '_KEY')])
      .map(name => ({ code: 'provider-variable-missing' as const, place: `${path}: ${name}` })),
  )
}

/** Returns whether a provider is passed as `GitHub` or `GitHub()`, so that it reads the environment. */
function isWithoutOptions(text: string, name: string): boolean {
  return new RegExp(`[[,(]\\s*${name}\\s*(?:\\(\\s*\\)|[\\],])`).test(text)
}

function checkDatabaseVariable(project: Project): Finding[] {
  if (project.env.DATABASE_URL) return []
  return listConfigurations(project)
    .filter(([, text]) => /Adapter\(\s*(?:process\.)?env\.DATABASE_URL!?\s*[,)]/.test(text))
    .map(([place]) => ({ code: 'database-variable-missing', place }))
}
