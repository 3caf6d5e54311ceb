import { expect, test } from 'vitest'
import { createTestApp, getLocation, origin } from '../support/app.js'
import { createVendor, fixtures } from '../support/vendor/fixtures.js'

const fixture = fixtures.find(({ provider }) => provider === 'discord')
if (!fixture) throw new Error('Discord has no fixture.')
const nellyProfile = fixture.requests[0]?.answer.body as object

const cdn = 'https://cdn.discordapp.com'

test.each([
  ['an animated avatar', { avatar: 'a_1269e74a' }, `${cdn}/avatars/80351110224678912/a_1269e74a.gif`],
  ['the default avatar for the user id', { avatar: null }, `${cdn}/embed/avatars/5.png`],
  [
    'the default avatar for the legacy discriminator',
    { avatar: null, discriminator: '1337' },
    `${cdn}/embed/avatars/2.png`,
  ],
])('the image of a Discord user may be %s', async (_, own, image) => {
  const { vendor, provider } = await createVendor(fixture)
  const visitor = createTestApp({ providers: [provider] }).open()
  vendor.lies.bodies = { 0: { ...nellyProfile, ...own } }
  const away = new URL(getLocation(await visitor.signIn('discord')) ?? '')
  const answer = await visitor.get(vendor.authorize(away).url, { from: away.origin })
  expect(getLocation(answer)).toBe(origin)
  expect(await visitor.getSession()).toMatchObject({ user: { name: 'Nelly', image } })
})
