import { expect, test } from 'vitest'
import { leadsTo } from '../support/app.js'
import { grace, lyingProvider } from '../support/lying-provider.js'
import { both } from './both.js'

const proxyOrigin = 'https://proxy.example'
const previewOrigin = 'https://preview.example'

/** A proxy and a deployment behind it, each served by the reference and by us. */
function sites() {
  const op = lyingProvider()
  const redirectProxyUrl = `${proxyOrigin}/auth`
  const setup = { op, redirectProxyUrl, basePath: '/auth' }
  return {
    op,
    proxy: both({ ...setup, origin: proxyOrigin }),
    preview: both({ ...setup, origin: previewOrigin }),
  }
}

test.each([
  ['the reference as the proxy of a deployment of ours', 'theirs', 'ours'],
  ['our proxy of a deployment of the reference', 'ours', 'theirs'],
] as const)('%s sends visitors on, and they are signed in', async (_, proxySide, previewSide) => {
  const { op, proxy, preview } = sites()
  const visit = preview[previewSide]
  const away = await visit.signIn('op')
  const back = op.authorize(visit.location(away))
  expect(back.origin).toBe(proxyOrigin)
  const relayed = await proxy[proxySide].get(back, { from: op.issuer })
  expect(leadsTo(relayed)).toBe(`${previewOrigin}/auth/callback/op${back.search}`)
  const landed = await visit.get(leadsTo(relayed) ?? '', { from: op.issuer })
  expect(landed.status).toBe(302)
  expect(await visit.session()).toMatchObject({ user: { email: grace.email } })
  expect([...proxy.errors, ...preview.errors]).toEqual([])
})

test('a deployment that moved in finishes what the reference began', async () => {
  const { op, proxy, preview } = sites()
  const away = await preview.theirs.signIn('op')
  const back = op.authorize(preview.theirs.location(away))
  const relayed = await proxy.ours.get(back, { from: op.issuer })
  await preview.ours.get(leadsTo(relayed) ?? '', { from: op.issuer })
  expect(await preview.ours.session()).toMatchObject({ user: { email: grace.email } })
})
