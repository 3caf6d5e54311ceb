import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { beforeAll, expect, test } from 'vitest'
import { tokenize } from '../../../src/cli/codemod/tokenizer.js'
import { installLinkedPackages } from '../../../tools/linked-packages.js'
import { projectRoot } from '../../../tools/shared/gate.js'
import { listFiles } from '../../../tools/shared/source-tree.js'
import { selectCases } from '../../support/fire.js'

const isScript = /\.(?:[cm]?[jt]s|[jt]sx)$/

/** Returns the start positions of strings and templates without placeholders according to TypeScript. */
function listStringPositions(path: string, source: string): number[] {
  const kind = /\.[cm]?js$/.test(path) ? ts.ScriptKind.JSX : undefined
  const tree = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind)
  const found: number[] = []
  const visit = (node: ts.Node): void => {
    const isAttribute = ts.isStringLiteral(node) && ts.isJsxAttribute(node.parent)
    if (ts.isStringLiteralLike(node) && !isAttribute) found.push(node.getStart())
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found.sort((a, b) => a - b)
}

const react = 'test/browser/react/19'

beforeAll(() => installLinkedPackages(projectRoot, [react]), 120_000)

const ownFolders = ['src', 'tools', 'examples', 'test/browser', 'node_modules/kysely']

test.each(selectCases([...ownFolders, `${react}/node_modules/react-dom`], ownFolders))(
  'finds the same strings in %s as TypeScript',
  { timeout: 60_000 },
  folder => {
    const paths = listFiles(projectRoot, folder, isScript)
    expect(paths.length).toBeGreaterThan(5)
    for (const path of paths) {
      const source = readFileSync(join(projectRoot, path), 'utf8')
      const tokens = tokenize(source, { jsx: !/\.[cm]?ts$/.test(path) })
      const found = tokens
        .filter(({ kind }) => kind === 'string' || kind === 'template')
        .map(({ start }) => start)
      expect(found, path).toEqual(listStringPositions(path, source))
    }
  },
)
