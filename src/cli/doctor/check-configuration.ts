import type { Finding, FindingCode } from './findings.js'
import { findSources, listConfigurations, type Project } from './read-project.js'

/** Checks the options that the sources show. Computed ones are not seen. */
export function checkConfiguration(project: Project): Finding[] {
  if (!Object.hasOwn(project.dependencies, 'latchkey')) return []
  if (findSources(project, /['"]latchkey(?:\/|['"])/).length === 0)
    return [{ code: 'configuration-missing', place: '.' }]
  return listConfigurations(project).flatMap(([place, text]) =>
    listFaults(text).map(code => ({ code, place })),
  )
}

function listFaults(text: string): FindingCode[] {
  const faults: FindingCode[] = []
  const needsAdapter =
    hasEmailProvider(text) || hasPasskeyProvider(text) || /strategy:\s*['"]database['"]/.test(text)
  if (needsAdapter && !/\badapter\b/.test(text) && !/\.\.\.\w/.test(text)) faults.push('adapter-missing')
  if (isCredentials(text) && !/\bauthorize\b/.test(text)) faults.push('authorize-missing')
  if (/\bskipCSRFCheck\s*[:,]/.test(text)) faults.push('csrf-check-skipped')
  if (/allowDangerousEmailAccountLinking:\s*true/.test(text)) faults.push('dangerous-linking')
  return faults
}

/** Returns whether a source imports a provider that sends one-time tokens. */
export function hasEmailProvider(text: string): boolean {
  return /['"]latchkey\/providers\/(?:nodemailer|email|resend|sendgrid|postmark|mailgun|forwardemail|loops)['"]/.test(
    text,
  )
}

/** Returns whether a source imports a provider of passkeys. */
export function hasPasskeyProvider(text: string): boolean {
  return /['"]latchkey\/providers\/(?:passkey|webauthn)['"]/.test(text)
}

function isCredentials(text: string): boolean {
  return /\bCredentials\(\s*\{/.test(text) || /type:\s*['"]credentials['"]/.test(text)
}
