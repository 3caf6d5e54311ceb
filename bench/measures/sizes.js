import { measureBundle, measureInstallation, measureOwnInstallation } from '../candidates/sizes.js'

const edgeApps = {
  Latchkey: `import { Auth } from './dist/index.js'
import GitHub from './dist/providers/github.js'
export const respond = request => Auth(request, { providers: [GitHub({})] })`,
  '@auth/core': `import { Auth } from '@auth/core'
import GitHub from '@auth/core/providers/github'
export const respond = request => Auth(request, { providers: [GitHub({})] })`,
  'better-auth': `import { betterAuth } from 'better-auth'
const auth = betterAuth({ socialProviders: { github: { clientId: 'id', clientSecret: 'secret' } } })
export const respond = request => auth.handler(request)`,
}
const sessionApps = {
  Latchkey: `export { getToken } from './dist/jwt.js'`,
  '@auth/core': `export { getToken } from '@auth/core/jwt'`,
}
const installations = {
  Latchkey: measureOwnInstallation,
  '@auth/core': () => measureInstallation('@auth/core'),
  'better-auth': () => measureInstallation('better-auth'),
}
const ratios = { '× Latchkey': () => 'Latchkey' }

export const measures = [
  {
    title: 'Edge bundle: core and one provider, loaded at first',
    note: 'Minified and gzipped, with code splitting. @auth/core has no code that is loaded on demand.',
    kind: 'values',
    unit: 'kB',
    candidates: createBundleCandidates(edgeApps, 'first'),
    ratios,
    targets: [{ goal: 'edge bundle, loaded at first', of: 'Latchkey', most: 35 }],
  },
  {
    title: 'Edge bundle: core and one provider, in total',
    note: 'The same, with what is loaded on demand.',
    kind: 'values',
    unit: 'kB',
    candidates: createBundleCandidates(edgeApps, 'total'),
    ratios,
    targets: [{ goal: 'edge bundle, in total', of: 'Latchkey', most: 60 }],
  },
  {
    title: 'Edge bundle: core and one provider, English only, in total',
    note: 'The same, with the condition `latchkey-english`, which leaves the other seven languages out. The pages of @auth/core and better-auth are English.',
    kind: 'values',
    unit: 'kB',
    candidates: createBundleCandidates(edgeApps, 'total', ['latchkey-english']),
    ratios,
    targets: [],
  },
  {
    title: 'Bundle that only reads sessions',
    note: '`getToken` of the package, minified and gzipped. better-auth is left out, because it has no such function.',
    kind: 'values',
    unit: 'kB',
    candidates: createBundleCandidates(sessionApps, 'total'),
    ratios,
    targets: [{ goal: 'session only, min + gz', of: 'Latchkey', most: 4.1 }],
  },
  {
    title: 'Installed size',
    note: 'The files of the package and of its dependencies, without optional peers.',
    kind: 'values',
    unit: 'MB',
    candidates: createInstallationCandidates(({ bytes }) => bytes / 1e6),
    ratios,
    targets: [{ goal: 'installed size', of: 'Latchkey', most: 2 }],
  },
  {
    title: 'Installed files',
    note: 'The same files, counted.',
    kind: 'values',
    unit: 'files',
    candidates: createInstallationCandidates(({ files }) => files),
    ratios,
    targets: [{ goal: 'installed files', of: 'Latchkey', most: 900 }],
  },
]

function createBundleCandidates(apps, part, conditions = []) {
  return Object.fromEntries(
    Object.entries(apps).map(([name, source]) => [
      name,
      async () => (await measureBundle(source, conditions))[part],
    ]),
  )
}

function createInstallationCandidates(select) {
  return Object.fromEntries(
    Object.entries(installations).map(([name, measure]) => [name, () => select(measure())]),
  )
}
