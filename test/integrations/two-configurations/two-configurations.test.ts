import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { installDependencies } from '../../../tools/setup.js'
import { origin } from '../../support/app.js'
import { CookieJar } from '../../support/cookie-jar.js'
import { createVisitor, type Visitor } from '../../support/visitor.js'
import { appsWithTwo } from './apps.js'
import { type AudienceName, createAudiences } from './audiences.js'

beforeAll(async () => {
  for (const name of ['express', 'h3'])
    await installDependencies(fileURLToPath(new URL(`../../${name}/installed`, import.meta.url)))
}, 120_000)

/** What a browser reads at a page: the emails without repetitions, or the status. */
async function readAccount(visitor: Visitor, name: AudienceName): Promise<string> {
  const response = await visitor.get(`/${name}/account`, { headers: { accept: 'application/json' } })
  const emails = new Set((await response.text()).split(', '))
  return response.status === 200 ? [...emails].join(', ') : String(response.status)
}

describe.each(Object.entries(appsWithTwo))('an app of %s with two configurations', (_, serve) => {
  const [customers, staff] = createAudiences()

  test.each([
    ['customers first', [customers, staff]],
    ['staff first', [staff, customers]],
  ])('lets each session open only its own guard, %s', async (_, order) => {
    const { answer, close } = await serve(order)
    onTestFinished(close)
    const jar = new CookieJar()
    const [customer, employee] = [customers, staff].map(({ basePath }) =>
      createVisitor(answer, origin, { jar, basePath }),
    ) as [Visitor, Visitor]
    const readAccounts = async (visitor: Visitor) => [
      await readAccount(visitor, 'customers'),
      await readAccount(visitor, 'staff'),
    ]
    expect(await readAccounts(customer)).toEqual(['401', '401'])
    await customer.signInWithCredentials({})
    expect(await readAccounts(customer)).toEqual(['customers@example.com', '401'])
    await employee.signInWithCredentials({})
    expect(await readAccounts(employee)).toEqual(['customers@example.com', 'staff@example.com'])
    await customer.signOut()
    expect(await readAccounts(employee)).toEqual(['401', 'staff@example.com'])
  })
})
