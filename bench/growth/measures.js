import * as authjs from '@auth/core'
import { Auth } from '../../dist/index.js'
import { createInMemoryProvider } from '../../dist/testing/index.js'
import { cookie, createRequest, csrfToken, origin, secret } from '../candidates/request-fixture.js'
import { provider, tokens } from './rows.js'

const rounds = 120
const inMemoryProvider = createInMemoryProvider()
const base = {
  secret,
  trustHost: true,
  providers: [inMemoryProvider.provider({ id: provider, name: 'Harbor' })],
}

/** Creates the measures of the stores of one database system, which contain equal data in several sizes. */
export function createMeasures(database, stores) {
  const latchkeyStores = stores.filter(({ owner }) => owner === 'Latchkey')
  const createMeasure = (title, of, createCandidate, note) => ({
    title: `${database}: ${title}`,
    note,
    expected: true,
    rounds,
    clock: 'elapsed',
    candidates: of.map(store => ({ name: getStoreName(store), ...createCandidate(store) })),
    ratios: {
      [`: ${formatPowerOfTen(latchkeyStores[0].size)}`]: name =>
        `${name.split(', ')[0]}, ${formatPowerOfTen(latchkeyStores[0].size)}`,
      '× Latchkey': name => `Latchkey, ${name.split(', ')[1]}`,
    },
    targets: [],
  })
  const withGrowthTargets = result => ({
    ...result,
    targets: latchkeyStores
      .slice(1)
      .map(store => ({ of: getStoreName(store), to: getStoreName(latchkeyStores[0]), most: 1.3 })),
  })
  const anyUserMeasure = createMeasure(
    'GET session through Auth(), random users',
    stores,
    createSessionCandidate,
    sessionNote,
  )
  return [
    ...(latchkeyStores[0].active
      ? [
          withGrowthTargets(
            createMeasure(
              'GET session through Auth()',
              latchkeyStores,
              createActiveSessionCandidate,
              activeNote,
            ),
          ),
          anyUserMeasure,
        ]
      : [withGrowthTargets(anyUserMeasure)]),
    withGrowthTargets(
      createMeasure('a sign-in through Auth()', latchkeyStores, createSignInCandidate, signInNote),
    ),
    createMeasure('getSessionAndUser alone', stores, createAdapterReadCandidate, storeNote),
    createMeasure('the calls of a sign-in alone', stores, createAdapterSignInCandidate, callsNote),
  ]
}

function createAdapterReadCandidate({ adapter, sessions }) {
  return {
    prepare: () => pickRandom(sessions).token,
    run: token => adapter.getSessionAndUser(token),
    read: result => Boolean(result?.session.sessionToken && result.user.email),
  }
}

function createActiveSessionCandidate({ active, ...store }) {
  return createSessionCandidate({ ...store, sessions: active })
}

function createSessionCandidate({ owner, adapter, sessions }) {
  const auth = owner === 'Latchkey' ? Auth : authjs.Auth
  const config = { ...base, adapter }
  return {
    prepare: () =>
      createRequest(
        'session',
        cookie.replace(/session-token=[^;]+/, `session-token=${pickRandom(sessions).token}`),
      ),
    run: request => auth(request, config),
    read: async response => /^ada\.lovelace\./.test((await response.json()).user.email),
  }
}

/** Calls the adapter like Latchkey and `@auth/core` when a user signs in again. */
function createAdapterSignInCandidate({ owner, adapter, accounts }) {
  const expires = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000)
  const fresh = []
  return {
    prepare: () => ({
      account: { provider, providerAccountId: pickRandom(accounts).id },
      sessionToken: createRecordedToken(fresh),
    }),
    async run({ account, sessionToken }) {
      const { id: userId } = await adapter.getUserByAccount(account)
      if (owner === 'Latchkey') await adapter.updateAccount({ ...account, userId, type: 'oidc', ...tokens })
      return adapter.createSession({ sessionToken, userId, expires })
    },
    read: session => Boolean(session.sessionToken),
    clean: () => deleteSessions(adapter, fresh),
  }
}

function createSignInCandidate({ adapter, accounts }) {
  const fresh = []
  const config = { ...base, adapter, session: { generateSessionToken: () => createRecordedToken(fresh) } }
  const cookies = cookie.replace(/[^ ]*session-token=[^;]+; /, '')
  return {
    prepare: () => pickRandom(accounts).id,
    async run(sub) {
      const signInResponse = await Auth(createSignInRequest(cookies), config)
      const callbackUrl = inMemoryProvider.authorize(signInResponse.headers.get('location'), {
        user: { sub, name: 'Ada', email: 'ada@example.com' },
      })
      return Auth(
        new Request(callbackUrl, { headers: { cookie: `${cookies}; ${getCookieHeader(signInResponse)}` } }),
        config,
      )
    },
    read: response => response.headers.getSetCookie().some(line => /session-token=\w{64}/.test(line)),
    clean: () => deleteSessions(adapter, fresh),
  }
}

function createSignInRequest(cookies) {
  const headers = { cookie: cookies, origin }
  return new Request(`${origin}/auth/signin/${provider}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ csrfToken }),
  })
}

function getCookieHeader(response) {
  return response.headers
    .getSetCookie()
    .map(line => line.split(';', 1)[0])
    .join('; ')
}

function createRecordedToken(list) {
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')
  list.push(token)
  return token
}

/** Deletes new sessions, so that the stores keep their sizes. */
async function deleteSessions(adapter, list) {
  for (const token of list.splice(0)) await adapter.deleteSession(token)
}

function pickRandom(list) {
  return list[Math.floor(Math.random() * list.length)]
}

function getStoreName({ owner, size }) {
  return `${owner}, ${formatPowerOfTen(size)}`
}

function formatPowerOfTen(size) {
  return `10${[...String(Math.round(Math.log10(size)))].map(digit => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit]).join('')}`
}

const sessionNote = `Latchkey uses its own \`Auth()\`, the published adapters use that of \`@auth/core\`. Each call reads one of up to 100,000
randomly selected sessions. At 10³, the same sessions are read repeatedly. Above 10⁵, each session is read for the first time in a
while. A SQLite file is read completely before the measurement, so that no call waits for the disk.`
const activeNote = `At each size, a thousand randomly selected users are active. The other sessions are idle, as most sessions are.`
const signInNote = `A known user signs in again: \`POST signin\`, the provider of \`latchkey/testing\`, and its callback, which finds the user, updates
the tokens of the account and creates a session. Most of the time is spent on signatures, of the provider and of Latchkey. No store
waits for the disk (\`synchronous\` of SQLite and \`fsync\` of PostgreSQL are off), because that could hide growth.`
const storeNote = `The time of the store alone. In a SQLite file of 5 GB, each look-up descends two trees to pages that are not in the
processor cache, while all 10³ sessions fit into it. The system copies the pages to the cache of SQLite and thereby evicts others from the
processor cache. On an idle machine this takes as long, but everything else takes less, so its share of a request is larger.`
const callsNote = `\`getUserByAccount\`, \`createSession\` and, in Latchkey, \`updateAccount\` between them.`
