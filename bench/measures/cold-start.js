const origin = 'https://app.example'
const secret = 'a secret of more than thirty-two characters'
const provider = {
  id: 'harbor',
  name: 'Harbor',
  type: 'oidc',
  issuer: 'https://harbor.example',
  clientId: 'app',
}

/** Only the candidate is imported in its process. */
const packages = {
  Latchkey: () => import('../../dist/index.js'),
  '@auth/core': () => import('@auth/core'),
}

const ratios = { '× Latchkey': () => 'Latchkey' }

export const measures = [
  {
    title: 'Import in a fresh process',
    note: 'Processor time of `import()` of the package, without a bundler.',
    kind: 'fresh-process',
    unit: 'ms',
    expected: true,
    candidates: Object.fromEntries(
      Object.entries({ ...packages, 'better-auth': () => import('better-auth') }).map(([name, load]) => [
        name,
        { run: load, read: exports => Boolean(exports.Auth ?? exports.betterAuth) },
      ]),
    ),
    ratios,
    targets: [{ goal: 'import, unbundled', of: 'Latchkey', most: 35 }],
  },
  {
    title: 'First sign-in page in a fresh process',
    note: 'The first `GET signin` after the import. better-auth is left out, because it has no pages.',
    kind: 'fresh-process',
    unit: 'ms',
    expected: true,
    candidates: Object.fromEntries(
      Object.entries(packages).map(([name, load]) => [
        name,
        {
          async prepare() {
            const { Auth } = await load()
            // Node loads its own implementation of `fetch` at the first use.
            const request = new Request(`${origin}/auth/signin`, { headers: { 'accept-language': 'en' } })
            await new Response('').text()
            return { Auth, request }
          },
          run: async ({ Auth, request }) => {
            const response = await Auth(request, { secret, trustHost: true, providers: [provider] })
            return response.text()
          },
          read: page => page.includes('Harbor'),
        },
      ]),
    ),
    ratios,
    targets: [{ goal: 'first sign-in page in a fresh process', of: 'Latchkey', most: 3 }],
  },
]
