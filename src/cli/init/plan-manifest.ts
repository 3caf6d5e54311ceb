import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '../../base/parse.js'
import { readManifest } from '../doctor/read-project.js'
import type { Instruction, PlannedFile } from '../planned-file.js'
import type { DetectedApp } from './detect-app.js'
import { planModuleType } from './plan-module-type.js'
import { planScripts, replaceScripts, type ScriptPlan } from './plan-scripts.js'

/** What changes in package.json of a server. */
export interface ManifestPlan {
  readonly files: readonly PlannedFile[]
  readonly instructions: readonly Instruction[]
  /** Whether all scripts that start the server read the file of variables. */
  readonly isEnvironmentLoaded: boolean
}

interface Server {
  /** The file of the server, or null if it was not found. */
  readonly path: string | null
  /** Whether the app reads the file of variables by itself. */
  readonly isLoaded: boolean
}

const path = 'package.json'

/** Plans the scripts and the type of modules of a server. A bundler needs neither. */
export function planManifest(app: DetectedApp, server: Server): ManifestPlan {
  const { framework, project } = app
  if (framework.importSuffix === undefined) return { files: [], instructions: [], isEnvironmentLoaded: true }
  const scripts = toScripts(readManifest(project.folder)['scripts'])
  const flag = getEnvironmentFlag(app)
  const plan = server.isLoaded ? { changed: {}, unclear: {}, isLoaded: true } : planScripts(scripts, flag)
  const before = readFileSync(join(project.folder, path), 'utf8')
  const replaced = replaceScripts(before, scripts, plan.changed)
  const type = server.path === null ? null : planModuleType(project, server.path)
  const typed = type?.isChanged ? setModuleType(replaced ?? before) : (replaced ?? before)
  const missing = { ...plan.unclear, ...(replaced === null ? plan.changed : {}) }
  const texts = [
    ...(type?.instruction ? [type.instruction] : []),
    ...(typed === null ? ['Set "type": "module".'] : []),
    ...Object.keys(missing).map(
      name =>
        `The script "${name}" (\`${scripts[name]}\`) does not read ${framework.environmentFile}. Start Node with \`${flag}\`.`,
    ),
  ]
  const after = typed ?? replaced ?? before
  return {
    files: after === before ? [] : [{ path, before, after }],
    instructions: texts.map(text => ({ path, text })),
    isEnvironmentLoaded: (plan.isLoaded && replaced !== null) || hasLoader(scripts, plan),
  }
}

/** Returns the flag by which Node reads the variables. A missing file is an error before Node 22.9. */
export function getEnvironmentFlag({ framework, project }: DetectedApp): string {
  const { engines } = readManifest(project.folder)
  const range = isRecord(engines) ? String(engines['node'] ?? '') : ''
  const [, major = '0', minor = '0'] = /^(?:>=|\^|~)?\s*v?(\d+)(?:\.(\d+))?[^|<]*$/.exec(range.trim()) ?? []
  const isOptional = Number(major) > 22 || (major === '22' && Number(minor) >= 9)
  return `${isOptional ? '--env-file-if-exists' : '--env-file'}=${framework.environmentFile}`
}

function toScripts(scripts: unknown): Readonly<Record<string, string>> {
  const entries = isRecord(scripts) ? Object.entries(scripts) : []
  return Object.fromEntries(
    entries.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])),
  )
}

/** Without a script that starts Node, another program can read the file. */
function hasLoader(scripts: Readonly<Record<string, string>>, { changed, unclear }: ScriptPlan): boolean {
  const isOther = Object.keys({ ...changed, ...unclear }).length === 0
  return isOther && Object.values(scripts).some(text => /--env-file|dotenv|env-cmd/.test(text))
}

/** Sets `"type": "module"` in the text of package.json. @returns null if the text has no place for it */
function setModuleType(text: string): string | null {
  if (/"type"\s*:\s*"commonjs"/.test(text)) return text.replace(/("type"\s*:\s*)"commonjs"/, '$1"module"')
  const [open, indent] = /^\s*\{(\s*)(?=")/.exec(text) ?? []
  return open === undefined ? null : `${open}"type": "module",${indent}${text.slice(open.length)}`
}
