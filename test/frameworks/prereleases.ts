import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Example, getSourceFolders, isVariant, type Prerelease } from './examples.js'

const tags = ['next', 'canary'] as const

/** Returns the prereleases of an example's framework that are newer than its release. Variants are older majors, and have none. */
export async function findPrereleases(example: Example): Promise<Prerelease[]> {
  if (isVariant(example)) return []
  const names = listFamily(example)
  const tagged = new Map(await Promise.all(names.map(async name => [name, await readTags(name)] as const)))
  return tags.flatMap(tag => {
    const version = selectVersion(tagged.get(example.module), tag)
    if (!version) return []
    const packages = names.flatMap(name => {
      const own = selectVersion(tagged.get(name), tag)
      return own ? [[name, own]] : []
    })
    return [{ tag, version, packages: Object.fromEntries(packages) }]
  })
}

type Tags = Readonly<Record<string, string>>

function selectVersion(known: Tags = {}, tag: string): string | undefined {
  const version = known[tag]
  return version && isNewer(version, known['latest'] ?? '') ? version : undefined
}

/** Returns the packages of the framework among those of the example: they are released together, under similar names. */
function listFamily(example: Example): string[] {
  const [folder = ''] = getSourceFolders(example)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  const family = example.module.replace(/^@/, '').replace(/\/.*$/, '')
  return names.filter(name => name === example.module || name.startsWith(`@${family}`))
}

async function readTags(name: string): Promise<Tags> {
  const { stdout } = await promisify(execFile)('npm', ['view', name, 'dist-tags', '--json'])
  return JSON.parse(stdout)
}

/** Compares the numbers of two versions. A prerelease of the same numbers is older. */
export function isNewer(version: string, release: string): boolean {
  const [left, right] = [parseNumbers(version), parseNumbers(release)]
  const index = left.findIndex((number, position) => number !== right[position])
  return index >= 0 && (left[index] ?? 0) > (right[index] ?? 0)
}

function parseNumbers(version: string): number[] {
  return version
    .replace(/[-+].*$/, '')
    .split('.')
    .map(Number)
}
