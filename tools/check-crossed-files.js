/**
 * Verifies how many files of `src` a request crosses: those of which a reader follows a function. The package has fewer, larger files, so the
 * source is compiled file by file.
 *
 * `node tools/check-crossed-files.js --list` prints the files of each request.
 *
 * @module
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMainModule, projectRoot, runAsGate } from './shared/gate.js'
import { readManifest } from './shared/subpaths.js'

/** The limit of each request. */
const limits = {
  'GET csrf': 11,
  'POST signin': 22,
  'GET callback': 36,
  'GET session': 15,
  'GET callback, database': 38,
  'GET session, database': 15,
  // A plugin, the kit, a pending sign-in, attempts and a session: the goal is 30.
  'POST two-factor/verify': 49,
}

/** Returns the files that each request crosses, by request. */
export function traceFiles(root) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-plain-'))
  try {
    compile(root, join(folder, 'dist'))
    const { name, imports } = readManifest(root)
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, type: 'module', imports }))
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    return runTrace(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function compile(root, outDir) {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  const args = [tsc, '-p', 'tsconfig.build.json', '--outDir', outDir, '--declaration', 'false', '--noCheck']
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  if (!existsSync(join(outDir, 'index.js'))) throw new Error(stdout + stderr)
}

function runTrace(folder) {
  const script = fileURLToPath(new URL('crossed-files/trace.js', import.meta.url))
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

/** Finds requests that cross more files than their limit, or none, which means that the trace does not work. */
export function findCrossingFaults(filesByRequest) {
  return Object.entries(limits).flatMap(([request, limit]) => {
    const files = filesByRequest[request] ?? []
    if (files.length === 0) return [`${request} crosses no file: the trace does not work.`]
    if (files.length <= limit) return []
    return [
      `${request} crosses ${files.length} files of src. The limit is ${limit}:\n  ${files.join('\n  ')}`,
    ]
  })
}

if (isMainModule(import.meta.url) && process.argv.includes('--list')) {
  for (const [request, files] of Object.entries(traceFiles(projectRoot)))
    console.log(`${request}: ${files.length}\n  ${files.join('\n  ')}`)
} else await runAsGate(import.meta.url, root => findCrossingFaults(traceFiles(root)))
