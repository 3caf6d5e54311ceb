import { existsSync, readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../', import.meta.url)

/** Exits if `dist` is older than `src`, because the benchmarks measure the build. */
export function assertFreshBuild() {
  const built = new URL('dist/index.js', root)
  if (existsSync(built) && statSync(built).mtimeMs >= getNewestSourceTime()) return
  console.error('dist/ is missing or older than src/. Run `npm run build` first.')
  process.exit(1)
}

function getNewestSourceTime() {
  const folder = fileURLToPath(new URL('src', root))
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  return Math.max(...files.map(({ parentPath, name }) => statSync(`${parentPath}/${name}`).mtimeMs))
}
