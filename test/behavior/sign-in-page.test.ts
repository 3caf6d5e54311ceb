import { skipCSRFCheck } from 'latchkey'
import { describe, expect, test } from 'vitest'
import { type AppSetup, ada, createTestApp, credentials, origin } from '../support/app.js'
import { createMaliciousProvider } from '../support/malicious-provider.js'

const op = createMaliciousProvider()
const harbor = op.provider({ id: 'harbor', name: 'Harbor' })
const pier = op.plainProvider({ id: 'pier', name: 'Pier' })

/** The sign-in page, without the white space between its tags and with a fixed CSRF token. */
async function renderPage(query = '', more: AppSetup = {}): Promise<string> {
  const { open } = createTestApp({ op, providers: [harbor, pier, credentials], ...more })
  const body = await (await open().get(`/auth/signin${query}`)).text()
  return body.replace(/\s*\n\s*/g, '').replace(/(name="csrfToken" value=)"[0-9a-f]{64}"/g, '$1"token"')
}

const renderHiddenFields = (callbackUrl = origin) =>
  `<input type="hidden" name="csrfToken" value="token"><input type="hidden" name="callbackUrl" value="${callbackUrl}">`

/** The error message of the page. */
const findMessage = (body: string) => /<div class="error[^>]*>.*?<p>([^<]+)<\/p>/.exec(body)?.[1]

const anotherAccount = /different account/
const generic = 'You could not be signed in. Please try again.'

describe('sign-in page', () => {
  test.each([
    ['oidc', 'harbor', 'Harbor'],
    ['oauth', 'pier', 'Pier'],
  ])('a provider of type %s is a form with one button', async (_, id, name) => {
    const body = await renderPage('?callbackUrl=/next')
    expect(body).toContain(
      `<div class="provider"><form action="${origin}/auth/signin/${id}" method="POST">${renderHiddenFields(`${origin}/next`)}<button type="submit" class="button">`,
    )
    expect(body).toContain(`<span>Sign in with <bdi>${name}</bdi></span></button></form></div>`)
  })

  test('a logo comes from the style of the provider, and none from another host by default', async () => {
    const logo = 'https://cdn.example/harbor.svg'
    const body = await renderPage('', { providers: [op.provider({ style: { logo } })] })
    expect(body).toMatch(
      /<button type="submit" class="button"><img [^>]*src="https:\/\/cdn\.example\/harbor\.svg"/,
    )
    const plain = await renderPage()
    expect(plain).toContain('<button type="submit" class="button"><svg ')
    expect([...plain.matchAll(/(?:src|href)="(https?:[^"]+)"/g)].map(([, url]) => url)).toEqual([])
  })

  test('a credentials provider is a form with its configured fields', async () => {
    const inputs = {
      username: { label: 'User name', placeholder: 'ada' },
      password: { label: 'Password', type: 'password', required: true, minlength: 12 },
      pin: {},
    }
    const body = await renderPage('', { providers: [{ ...credentials, credentials: inputs }] })
    expect(body).toContain(
      `<form action="${origin}/auth/callback/credentials" method="POST">${renderHiddenFields()}`,
    )
    expect(body).toContain(
      '<label class="section-header" for="input-username-for-credentials-provider">User name</label>',
    )
    expect(body).toContain(
      '<label class="section-header" for="input-pin-for-credentials-provider">pin</label>',
    )
    expect(body).toMatch(
      /<input type="text" [^>]*placeholder="ada" id="input-username-for-credentials-provider" name="username">/,
    )
    expect(body).toMatch(
      /<input type="password" [^>]*required minlength="12" id="input-password-for-credentials-provider" name="password">/,
    )
    expect(body).toMatch(/<input type="text" id="input-pin-for-credentials-provider" name="pin">/)
    expect(body).toMatch(
      /<button id="submitButton" type="submit"[^>]*><span>Sign in with <bdi>Password<\/bdi><\/span><\/button>/,
    )
  })

  test('a credentials provider without fields is not shown', async () => {
    const body = await renderPage('', { providers: [harbor, { ...credentials, credentials: {} }] })
    expect(body.match(/<form /g)).toHaveLength(1)
    expect(body).not.toContain('/auth/callback/')
  })

  test('the providers keep their order, with separators around forms', async () => {
    const body = await renderPage('', {
      providers: [credentials, pier, harbor, { ...credentials, id: 'ldap' }],
      pages: { layout: 'stacked' },
    })
    const order = [...body.matchAll(/class="(separator)"|action="[^"]*\/(\w+)"/g)].map(
      ([, line, id]) => line ?? id,
    )
    expect(order).toEqual(['credentials', 'separator', 'pier', 'harbor', 'separator', 'ldap'])
  })

  test.each([
    ['Signin', anotherAccount],
    ['OAuthSignin', anotherAccount],
    ['OAuthCallbackError', anotherAccount],
    ['OAuthCreateAccount', anotherAccount],
    ['EmailCreateAccount', anotherAccount],
    ['Callback', anotherAccount],
    ['OAuthAccountNotLinked', /confirm.*account you used originally/],
    ['EmailSignin', /email could not be sent/],
    ['CredentialsSignin', /Check them/],
    ['SessionRequired', /sign in to view/],
    ['MissingCSRF', /try again/],
    ['AccountNotLinked', /can’t be used/],
  ])('%s has a message', async (error, text) => {
    const words = findMessage(await renderPage(`?error=${error}`))
    expect(words).toMatch(text)
    expect(words).not.toBe(generic)
  })

  test.each(['Unheard', 'Configuration', 'constructor', '__proto__', 'toString', ''])(
    '%j shows the generic message',
    async error => {
      expect(findMessage(await renderPage(`?error=${error}`))).toBe(generic)
    },
  )

  test('there is no message without an error', async () => {
    expect(findMessage(await renderPage())).toBeUndefined()
  })

  test('the code of an error is not shown', async () => {
    expect(await renderPage('?error=CredentialsSignin&code=locked_out')).not.toContain('locked_out')
  })

  test('the csrfToken field is empty with skipCSRFCheck', async () => {
    expect(await renderPage('', { skipCSRFCheck })).toContain('<input type="hidden" name="csrfToken">')
  })

  test('its forms can be submitted to sign in', async () => {
    const { open } = createTestApp({ op, providers: [credentials] })
    const visit = open()
    const body = await (await visit.get('/auth/signin?callbackUrl=/wish')).text()
    const [, action = ''] = /<form action="([^"]+)"/.exec(body) ?? []
    const fields = [...body.matchAll(/type="hidden" name="(\w+)" value="([^"]+)"/g)].map(
      ([, name, value]) => [name, value],
    )
    const answer = await visit.post(action, { ...Object.fromEntries(fields), ...ada })
    expect(visit.getLocation(answer).href).toBe(`${origin}/wish`)
    expect(await visit.getSession()).not.toBeNull()
  })
})
