import { expect, test } from 'vitest'
import { getLocation } from '../support/app.js'
import { createMaliciousProvider, grace } from '../support/malicious-provider.js'
import { createBoth } from './side-by-side.js'

const proxyOrigin = 'https://proxy.example'
const previewOrigin = 'https://preview.example'

/** A redirect proxy and a deployment, each served by Auth.js and by Latchkey. */
function createSites() {
  const op = createMaliciousProvider()
  const redirectProxyUrl = `${proxyOrigin}/auth`
  const setup = { op, redirectProxyUrl, basePath: '/auth' }
  return {
    op,
    proxy: createBoth({ ...setup, origin: proxyOrigin }),
    preview: createBoth({ ...setup, origin: previewOrigin }),
  }
}

test.each([
  ['an Auth.js proxy for a Latchkey deployment', 'theirs', 'ours'],
  ['a Latchkey proxy for an Auth.js deployment', 'ours', 'theirs'],
] as const)('%s redirects callbacks, and the user is signed in', async (_, proxySide, previewSide) => {
  const { op, proxy, preview } = createSites()
  const visit = preview[previewSide]
  const away = await visit.signIn('op')
  const back = op.authorize(visit.getLocation(away))
  expect(back.origin).toBe(proxyOrigin)
  const relayed = await proxy[proxySide].get(back, { from: op.issuer })
  expect(getLocation(relayed)).toBe(`${previewOrigin}/auth/callback/op${back.search}`)
  const landed = await visit.get(getLocation(relayed) ?? '', { from: op.issuer })
  expect(landed.status).toBe(302)
  expect(await visit.getSession()).toMatchObject({ user: { email: grace.email } })
  expect([...proxy.errors, ...preview.errors]).toEqual([])
})

test('a sign-in through the proxy that was started with Auth.js is completed', async () => {
  const { op, proxy, preview } = createSites()
  const away = await preview.theirs.signIn('op')
  const back = op.authorize(preview.theirs.getLocation(away))
  const relayed = await proxy.ours.get(back, { from: op.issuer })
  await preview.ours.get(getLocation(relayed) ?? '', { from: op.issuer })
  expect(await preview.ours.getSession()).toMatchObject({ user: { email: grace.email } })
})
