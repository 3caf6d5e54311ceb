import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Project, readManifest } from '../doctor/read-project.js'

/** What the sources of a server need so that they can import the configuration. */
export interface ModuleTypePlan {
  /** Whether package.json gets `"type": "module"`. */
  readonly isChanged: boolean
  /** What to change by hand. */
  readonly instruction: string | null
}

const unchanged: ModuleTypePlan = { isChanged: false, instruction: null }

/** Detects the kind of a source. @returns null if it has `require` where neither Node nor a compiler provides it for certain */
export function detectModuleKind({ folder, sources }: Project, path: string): 'commonjs' | 'module' | null {
  const text = sources.get(path) ?? ''
  if (!/\brequire\s*\(/.test(text) || hasImports(text)) return 'module'
  const isCommonJs =
    path.endsWith('.cjs') || (path.endsWith('.js') && readManifest(folder)['type'] !== 'module')
  return isCommonJs ? 'commonjs' : null
}

/** Plans `"type": "module"` for an app whose server has `import`, and for which Node or TypeScript would reject it. */
export function planModuleType(project: Project, serverPath: string): ModuleTypePlan {
  const { type } = readManifest(project.folder)
  if (type === 'module' || !/\.[jt]s$/.test(serverPath) || !hasImports(project.sources.get(serverPath) ?? ''))
    return unchanged
  const isTypeScript = serverPath.endsWith('.ts')
  const options = isTypeScript ? readCompilerOptions(project) : null
  if (options?.module === 'commonjs' && (options.isVerbatim || options.resolution === null))
    return {
      isChanged: false,
      instruction:
        '"module": "commonjs" does not find the modules of latchkey, or rejects `import`. Set "module": "nodenext", and "type": "module" in package.json.',
    }
  // Without a type, Node detects modules by their syntax. TypeScript does not.
  const isRejected = options ? options.isNode && options.isVerbatim : !isTypeScript && type === 'commonjs'
  if (!isRejected) return unchanged
  const broken = findBroken(project)
  if (broken === undefined) return { isChanged: true, instruction: null }
  return {
    isChanged: false,
    instruction: `Set "type": "module" in package.json, because ${serverPath} has \`import\`. Before that, change what is CommonJS: ${broken}.`,
  }
}

function hasImports(text: string): boolean {
  return /^\s*import\s[^=(]*?(?:from\s*)?['"]/m.test(text)
}

interface CompilerOptions {
  readonly module: string
  readonly isNode: boolean
  readonly isVerbatim: boolean
  /** `moduleResolution`, or null if the file has none. */
  readonly resolution: string | null
}

/** Reads what decides how TypeScript treats a module. @returns null without tsconfig.json */
function readCompilerOptions({ folder }: Project): CompilerOptions | null {
  const path = join(folder, 'tsconfig.json')
  if (!existsSync(path)) return null
  const text = readFileSync(path, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$|(?<=[,{\s])\/\/.*$/gm, '')
  const find = (name: string) => new RegExp(`"${name}"\\s*:\\s*"?([\\w.]+)`).exec(text)?.[1]?.toLowerCase()
  const module = find('module') ?? ''
  return {
    module,
    isNode: /^node/.test(module),
    isVerbatim: find('verbatimModuleSyntax') === 'true',
    resolution: find('moduleResolution') ?? null,
  }
}

/** Finds a file that `"type": "module"` would break. The files of tests are not read, so they count. */
function findBroken({ folder, sources }: Project): string | undefined {
  const tests = ['test', 'tests'].find(name => existsSync(join(folder, name)))
  const found = [...sources].find(
    ([path, text]) =>
      /\.[jt]sx?$/.test(path) &&
      (/\brequire\s*\(|\bmodule\.exports\b|^\s*exports\.|\b__(?:dirname|filename)\b/m.test(text) ||
        /\bfrom\s*['"]\.{1,2}(?:\/(?![^'"]*\.\w+['"])[^'"]*)?['"]/.test(text)),
  )
  return found?.[0] ?? tests
}
