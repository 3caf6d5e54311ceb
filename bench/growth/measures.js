import * as reference from '@auth/core'
import { Auth } from '../../dist/index.js'
import { createInMemoryProvider } from '../../dist/testing/index.js'
import { cookie, createRequest, csrfToken, origin, secret } from '../candidates/request-fixture.js'
import { provider, tokens } from './rows.js'

const rounds = 120
const op = createInMemoryProvider()
const base = { secret, trustHost: true, providers: [op.provider({ id: provider, name: 'Harbor' })] }

/** What is asked of the stores of one place, which hold the same in several sizes. */
export function createMeasures(database, stores) {
  const latchkeyStores = stores.filter(({ owner }) => owner === 'Latchkey')
  const createMeasure = (title, of, createCandidate, note) => ({
    title: `${database}: ${title}`,
    note,
    expected: true,
    rounds,
    contenders: of.map(store => ({ name: getStoreName(store), ...createCandidate(store) })),
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
    'GET session through Auth(), of anybody',
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
  const auth = owner === 'Latchkey' ? Auth : reference.Auth
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

/** What Latchkey and `@auth/core` ask of their adapters when somebody comes back whom they know. */
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
      const callbackUrl = op.authorize(signInResponse.headers.get('location'), {
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

/** The stores keep their sizes. */
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

const sessionNote = `Latchkey through its own \`Auth()\`, the published adapters through that of \`@auth/core\`. The session is one of up to
100,000 that were drawn from all of them beforehand: at 10³ everybody is read again and again, beyond 10⁵ each session for the
first time in a while. A SQLite file was read through before the clock starts, so that nobody waits for the disk.`
const activeNote = `As many people are there at each size, a thousand drawn from all; the other sessions lie idle, as most do.`
const signInNote = `Somebody comes back whom the store knows: \`POST signin\`, the provider of \`latchkey/testing\`, and its callback, with the
user looked up, the tokens of the account written and a session made. Most of it is the provider's signature and ours.
No store waits for the disk (\`synchronous\` of SQLite and \`fsync\` of PostgreSQL are off), behind which growth could hide.`
const storeNote = `What of the above is the store's part. In a SQLite file of 5 GB each look-up goes down two trees to pages that are in no
cache of the processor, where all 10³ sessions fit into one. The system copies them into SQLite's cache, and what was in the
processor's makes room for them. What that takes is the same on a quieter machine, where all else takes less, so that it is
a larger share of a request there.`
const callsNote = `\`getUserByAccount\`, \`createSession\` and, in Latchkey, \`updateAccount\` between them.`
