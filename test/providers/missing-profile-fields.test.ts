import { describe, expect, test } from 'vitest'
import { createTestApp } from '../support/app.js'
import { createVendor, fixtures } from '../support/vendor/fixtures.js'

/** Signs in with these members in the first profile response and returns the session user. */
async function signInWith(module: string, members: object) {
  const fixture = fixtures.find(({ provider }) => provider === module)
  if (!fixture) throw new Error(`${module} has no fixture.`)
  const { vendor, provider } = await createVendor(fixture)
  const usual = fixture.requests[0]?.answer.body
  vendor.lies.bodies = { 0: { ...(typeof usual === 'object' && usual), ...members } }
  const visit = createTestApp({ providers: [provider] }).open()
  await visit.get(vendor.authorize(visit.getLocation(await visit.signIn(provider.id))).url)
  const { user } = (await visit.getSession()) ?? {}
  if (!user) throw new Error(`The sign-in at ${module} failed.`)
  return { name: null, email: null, image: null, ...user }
}

describe('a user with missing profile fields', () => {
  test.each<[string, string, object, object]>([
    [
      'digitalocean',
      'no name',
      { account: { uuid: 'b6', email: 'sammy@sea.example' } },
      { name: 'sammy@sea.example' },
    ],
    ['dingtalk', 'no email', { email: '' }, { email: null }],
    ['etsy', 'no last name', { last_name: null }, { name: 'Test' }],
    ['etsy', 'no name', { first_name: null, last_name: null }, { name: null }],
    [
      'feishu',
      'only an enterprise email',
      { data: { open_id: 'ou-1', name: 'Li', email: '', enterprise_email: 'li@corp.example' } },
      { email: 'li@corp.example' },
    ],
    ['feishu', 'no email', { data: { open_id: 'ou-1', name: 'Li', email: '' } }, { email: null }],
    ['heroku', 'no name', { name: null }, { name: 'Username@example.com' }],
    ['strava', 'no image', { profile: 'avatar/athlete/large.png' }, { image: null }],
    ['mastodon', 'no name', { display_name: '' }, { name: 'trwnh' }],
    ['threads', 'no name', { name: undefined }, { name: 'threadsapitestuser' }],
    ['threads', 'no image', { threads_profile_picture_url: undefined }, { image: null }],
    ['trakt', 'no name', { name: null }, { name: 'Jane.Roe' }],
    ['trakt', 'no image', { images: undefined }, { image: null }],
    ['todoist', 'no image', { avatar_big: null }, { image: null }],
    ['workos', 'no last name', { last_name: null }, { name: 'Todd' }],
    ['workos', 'no name', { first_name: null, last_name: null }, { name: null }],
    ['workos', 'no image', { raw_attributes: {} }, { image: null }],
    ['osso', 'a name', { name: 'Ada' }, { name: 'Ada' }],
    ['webex', 'no image', { avatar: undefined }, { image: null }],
    ['wikimedia', 'an email that is not shared with the app', { email: undefined }, { email: null }],
    [
      'airtable',
      'an email that is not shared with the app',
      { email: undefined },
      { name: null, email: null },
    ],
    ['anilist', 'no image', { data: { Viewer: { id: 1, name: 'Jiro', avatar: null } } }, { image: null }],
    ['asana', 'no image', { data: { gid: '1', name: 'Greg', photo: null } }, { image: null }],
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
