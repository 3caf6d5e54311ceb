import { expect, test } from 'vitest'
import { leadsTo, makeApp, origin } from '../support/app.js'
import { fixtures, meet } from '../support/vendor/catalogue.js'

const fixture = fixtures.find(({ provider }) => provider === 'discord')
if (!fixture) throw new Error('There is no fixture of Discord.')
const nelly = fixture.requests[0]?.answer.body as object

const pictures = 'https://cdn.discordapp.com'

test.each([
  ['that moves', { avatar: 'a_1269e74a' }, `${pictures}/avatars/80351110224678912/a_1269e74a.gif`],
  ['of the colour of their number', { avatar: null }, `${pictures}/embed/avatars/5.png`],
  [
    'of the colour of their old name',
    { avatar: null, discriminator: '1337' },
    `${pictures}/embed/avatars/2.png`,
  ],
])('somebody of Discord may have a picture %s', async (_, own, image) => {
  const { vendor, provider } = await meet(fixture)
  const visitor = makeApp({ providers: [provider] }).open()
  vendor.lies.bodies = { 0: { ...nelly, ...own } }
  const away = new URL(leadsTo(await visitor.signIn('discord')) ?? '')
  const answer = await visitor.get(vendor.answer(away).url, { from: away.origin })
  expect(leadsTo(answer)).toBe(origin)
  expect(await visitor.session()).toMatchObject({ user: { name: 'Nelly', image } })
})
