import { isRecord } from '../../base/parse.js'
import { type Project, readManifest } from '../doctor/read-project.js'
import type { DetectedApp } from './detect-app.js'

/** How an app is started, as far as its sources say it. */
export interface AppStart {
  /** The command, or null if it is not known. */
  readonly command: string | null
  /** A package that the command needs. */
  readonly developmentPackage: string | null
  /** The port of the server, or null if it is not known. */
  readonly port: number | null
}

interface ServerFile {
  /** The file of the server, or null if the framework has none, or if it was not found. */
  readonly path: string | null
  /** The flag by which Node reads the variables, with a blank. Empty if the app reads them by itself. */
  readonly flag: string
}

/** Finds the command and the port of an app. */
export function findStart(app: DetectedApp, { path, flag }: ServerFile): AppStart {
  const { framework, installer, project } = app
  const isServer = framework.importSuffix !== undefined
  const entry = isServer ? findEntry(project, path) : null
  const port = isServer ? findPort(entry === null ? '' : (project.sources.get(entry) ?? '')) : framework.port
  const { scripts } = readManifest(project.folder)
  const script = ['dev', 'start:dev', 'start'].find(name => isRecord(scripts) && Object.hasOwn(scripts, name))
  if (script || !isServer)
    return { command: `${installer.run} ${script ?? 'dev'}`, developmentPackage: null, port }
  if (entry === null) return { command: null, developmentPackage: null, port }
  if (framework.dependency === '@nestjs/core')
    return { command: findNestCommand(app, flag), developmentPackage: null, port }
  if (installer.name === 'bun') return { command: `bun ${entry}`, developmentPackage: null, port }
  const hasTypes = /\.[cm]?ts$/.test(entry)
  if (!hasTypes || canStripTypes(project.sources.get(entry) ?? ''))
    return { command: `node ${flag}${entry}`, developmentPackage: null, port }
  const isInstalled = Object.hasOwn(project.dependencies, 'tsx')
  return {
    command: `${installer.execute} tsx ${flag}${entry}`,
    developmentPackage: isInstalled ? null : 'tsx',
    port,
  }
}

/** Programs that only remove types do not know what Nest injects, so its own command starts the app. */
function findNestCommand({ installer, project }: DetectedApp, flag: string): string | null {
  if (!Object.hasOwn(project.dependencies, '@nestjs/cli')) return null
  return `${installer.execute} nest start${flag === '' ? '' : ` --exec "node ${flag.trim()}"`}`
}

/** Node removes types since 22.18, if relative imports name the file with its extension. */
function canStripTypes(text: string): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isSupported = major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18)
  return isSupported && /\bfrom\s+['"]\.{1,2}\/[^'"]+\.[cm]?ts['"]/.test(text)
}

const listens = /\.listen\s*\(|\bserve\s*\(|\bexport\s+default\b/

/** Finds the file that starts the server: that of the app, or else the only one that listens. */
function findEntry({ sources }: Project, path: string | null): string | null {
  if (path !== null && listens.test(sources.get(path) ?? '')) return path
  const entries = [...sources].filter(([, text]) => /\.listen\s*\(|\bserve\s*\(/.test(text))
  return entries.length === 1 ? (entries[0]?.[0] ?? null) : path
}

/** Finds a port that the source of a server shows: a number, or the default of a variable. */
function findPort(text: string): number | null {
  const value = /\.listen\s*\(\s*([^{,)]+)/.exec(text)?.[1] ?? /\bport:\s*([^,})]+)/i.exec(text)?.[1]
  if (value === undefined) return null
  const name = /^\s*(\w+)\s*$/.exec(value)?.[1] ?? ''
  const assigned = /^[a-z_$]/i.test(name)
    ? new RegExp(`\\b(?:const|let|var)\\s+${name}\\b[^=\\n]*=([^\\n;]+)`).exec(text)?.[1]
    : value
  const port = /(?:^|\?\?|\|\||,)\s*['"]?(\d{2,5})['"]?\s*\)*\s*$/.exec(assigned ?? '')?.[1]
  return port === undefined ? null : Number(port)
}
