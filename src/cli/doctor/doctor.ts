import { getPageUrl } from '../../base/help-reference.js'
import { parseUrl } from '../../base/parse.js'
import type { CommandContext } from '../command-context.js'
import { type CommandInput, UsageError } from '../command-definition.js'
import { readFrameworkEnvironment } from '../environment-files.js'
import { printResult } from '../print-result.js'
import { checkAdapters } from './check-adapters.js'
import { checkConfiguration } from './check-configuration.js'
import { checkDrizzleSchema } from './check-drizzle-schema.js'
import { checkEnvironment } from './check-environment.js'
import { checkMatcher } from './check-matcher.js'
import { checkPackages } from './check-packages.js'
import { checkPrismaSchema } from './check-prisma-schema.js'
import { checkProtection } from './check-protection.js'
import { checkRoutes } from './check-routes.js'
import { checkSite, type SiteReport } from './check-site.js'
import { type Finding, findingTexts } from './findings.js'
import { type Project, readDependencies, readManifest, readProject } from './read-project.js'

/** Finds mistakes in a project, or in a running site. @returns the exit code, 1 with findings of level error */
export async function checkSetup(input: CommandInput, context: CommandContext): Promise<number> {
  const url = input.getText('--url')
  const provider = input.getText('--provider')
  if (provider !== undefined && url === undefined)
    throw new UsageError('--provider needs --url: it starts a sign-in at a running site.')
  const report = url === undefined ? checkProject(context) : await checkSite(requireUrl(url), provider)
  const findings = report.findings.map(describeFinding)
  const text = [...findings.map(formatFinding), formatSummary(report)].join('\n\n')
  printResult({ data: { ...report, findings }, text }, input, context)
  return findings.some(({ level }) => level === 'error') ? 1 : 0
}

function requireUrl(text: string): URL {
  const url = parseUrl(text)
  if (url?.username || url?.password)
    throw new UsageError('--url contains a user name or a password. Set it to the URL without them.')
  if (url && /^https?:$/.test(url.protocol)) return url
  throw new UsageError(`--url is "${text}". Set it to the URL of the site, such as https://app.example.`)
}

function checkProject(context: CommandContext): Pick<SiteReport, 'findings'> {
  const { cwd } = context
  if (Object.keys(readManifest(cwd)).length === 0)
    throw new UsageError(`${cwd} contains no package.json. Run the command in the folder of the app.`)
  const order = Object.hasOwn(readDependencies(cwd), 'next') ? 'next' : 'vite'
  const project = readProject(cwd, readFrameworkEnvironment(context, order))
  const checks = [
    listUnreadable,
    checkPackages,
    checkEnvironment,
    checkConfiguration,
    checkRoutes,
    checkProtection,
    checkMatcher,
    checkAdapters,
    checkPrismaSchema,
    checkDrizzleSchema,
  ]
  return { findings: checks.flatMap(check => check(project)) }
}

function listUnreadable({ unreadable }: Project): Finding[] {
  return unreadable.map(place => ({ code: 'folder-unreadable', place }))
}

function describeFinding({ code, place }: Finding) {
  const { page, ...text } = findingTexts[code]
  return { code, place, ...text, url: getPageUrl(page) }
}

function formatFinding({ code, place, level, cause, fix, url }: ReturnType<typeof describeFinding>): string {
  const lines = [`${level}: ${code} (${place})`, `  Cause: ${cause}`, `  Fix:   ${fix}`]
  return [...lines, ...(url === null ? [] : [`  Link:  ${url}`])].join('\n')
}

function formatSummary(report: Partial<SiteReport> & Pick<SiteReport, 'findings'>): string {
  const urls = Object.entries(report.callbackUrls ?? {}).map(([id, url]) => `  ${id}: ${url}`)
  const { length } = report.findings
  return [
    ...(urls.length > 0 ? ['Callback URLs to register at the providers:', ...urls, ''] : []),
    length === 0 ? 'No mistake was found.' : `${length} ${length === 1 ? 'finding' : 'findings'}.`,
  ].join('\n')
}
