import { describe, expect, test } from 'vitest'
import { makeApp } from '../support/app.js'
import { fixtures, meet } from '../support/vendor/catalogue.js'

/** Who signs in when the vendor's first answer about them has these members in place of the usual ones. */
async function signInWith(module: string, members: object) {
  const fixture = fixtures.find(({ provider }) => provider === module)
  if (!fixture) throw new Error(`${module} has no fixture.`)
  const { vendor, provider } = await meet(fixture)
  const usual = fixture.requests[0]?.answer.body
  vendor.lies.bodies = { 0: { ...(typeof usual === 'object' && usual), ...members } }
  const visit = makeApp({ providers: [provider] }).open()
  await visit.get(vendor.answer(visit.location(await visit.signIn(provider.id))).url)
  const { user } = (await visit.session()) ?? {}
  if (!user) throw new Error(`Nobody signed in at ${module}.`)
  return { name: null, email: null, image: null, ...user }
}

describe('Somebody who has less than most', () => {
  test.each<[string, string, object, object]>([
    [
      'digitalocean',
      'no name',
      { account: { uuid: 'b6', email: 'sammy@sea.example' } },
      { name: 'sammy@sea.example' },
    ],
    ['dingtalk', 'no address', { email: '' }, { email: null }],
    ['etsy', 'no last name', { last_name: null }, { name: 'Test' }],
    ['etsy', 'no name', { first_name: null, last_name: null }, { name: null }],
    [
      'feishu',
      'an address of the organisation alone',
      { data: { open_id: 'ou-1', name: 'Li', email: '', enterprise_email: 'li@corp.example' } },
      { email: 'li@corp.example' },
    ],
    ['feishu', 'no address', { data: { open_id: 'ou-1', name: 'Li', email: '' } }, { email: null }],
    ['heroku', 'no name', { name: null }, { name: 'Username@example.com' }],
    ['strava', 'no picture', { profile: 'avatar/athlete/large.png' }, { image: null }],
    ['mastodon', 'no name', { display_name: '' }, { name: 'trwnh' }],
    ['threads', 'no name', { name: undefined }, { name: 'threadsapitestuser' }],
    ['threads', 'no picture', { threads_profile_picture_url: undefined }, { image: null }],
    ['trakt', 'no name', { name: null }, { name: 'Jane.Roe' }],
    ['trakt', 'no picture', { images: undefined }, { image: null }],
    ['todoist', 'no picture', { avatar_big: null }, { image: null }],
    ['workos', 'no last name', { last_name: null }, { name: 'Todd' }],
    ['workos', 'no name', { first_name: null, last_name: null }, { name: null }],
    ['workos', 'no picture', { raw_attributes: {} }, { image: null }],
    ['osso', 'a name after all', { name: 'Ada' }, { name: 'Ada' }],
    ['webex', 'no picture', { avatar: undefined }, { image: null }],
    ['wikimedia', 'no address that the app may see', { email: undefined }, { email: null }],
    ['airtable', 'no address that the app may see', { email: undefined }, { name: null, email: null }],
    ['anilist', 'no picture', { data: { Viewer: { id: 1, name: 'Jiro', avatar: null } } }, { image: null }],
    ['asana', 'no picture', { data: { gid: '1', name: 'Greg', photo: null } }, { image: null }],
    ['cloudflare', 'no name', { result: { id: '1', first_name: null, last_name: null } }, { name: null }],
    [
      'cloudflare',
      'no last name',
      { result: { id: '1', first_name: 'Jo', last_name: null } },
      { name: 'Jo' },
    ],
  ])('signs in at %s with %s', async (module, _, members, expected) => {
    expect(await signInWith(module, members)).toMatchObject(expected)
  })
})
