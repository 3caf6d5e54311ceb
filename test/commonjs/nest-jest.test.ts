import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { projectRoot } from '../../tools/shared/gate.js'
import { createFolder, createTarball, removeFolders, run } from '../unit/bundle/packed.js'

/** `npm run test:frameworks` installs Nest and Jest, which takes half a minute. */
const isThorough = process.env['LATCHKEY_FRAMEWORKS'] === 'all'

afterAll(removeFolders)

/** What a project of the Nest CLI for CommonJS has. */
const devDependencies = {
  '@nestjs/common': '11.2.10',
  '@nestjs/core': '11.2.10',
  '@nestjs/platform-express': '11.2.10',
  '@nestjs/testing': '11.2.6',
  '@types/jest': '30.0.0',
  '@types/node': '22.20.5',
  jest: '30.5.2',
  'reflect-metadata': '0.2.2',
  rxjs: '7.8.2',
  'ts-jest': '29.4.15',
  typescript: '5.9.3',
}

const compilerOptions = {
  module: 'nodenext',
  target: 'es2023',
  esModuleInterop: true,
  isolatedModules: true,
  emitDecoratorMetadata: true,
  experimentalDecorators: true,
  skipLibCheck: true,
  strictNullChecks: true,
  types: ['node', 'jest'],
}

const spec = `
import 'reflect-metadata'
import { Controller, Get, type INestApplication, Module } from '@nestjs/common'
import { APP_GUARD } from '@nestjs/core'
import { Test } from '@nestjs/testing'
import { AuthGuard, AuthModule, AuthService, CurrentUser, type User } from 'latchkey/nest'
import { signInAs } from 'latchkey/testing'

const authConfig = { providers: [], secret: 'a secret of the tests with Jest'.repeat(2), trustHost: true }

@Controller('account')
class AccountController {
  constructor(private readonly auth: AuthService) {}

  @Get()
  show(@CurrentUser() user: User) {
    return { email: user.email, basePath: this.auth.instance.basePath }
  }
}

@Module({
  imports: [AuthModule.forRoot(authConfig)],
  controllers: [AccountController],
  providers: [{ provide: APP_GUARD, useClass: AuthGuard }],
})
class AppModule {}

let app: INestApplication

beforeAll(async () => {
  const testing = await Test.createTestingModule({ imports: [AppModule] }).compile()
  app = testing.createNestApplication()
  await app.listen(0)
})

afterAll(() => app.close())

test('lets only signed-in users read the account', async () => {
  const url = (await app.getUrl()).replace('[::1]', 'localhost')
  const read = (headers: Record<string, string>) =>
    fetch(url + '/account', { headers: { accept: 'application/json', ...headers } })
  expect((await read({})).status).toBe(401)
  const { headers } = await signInAs(authConfig, { user: { email: 'ada@example.com' }, url: 'http://localhost' })
  expect(await (await read(headers)).json()).toEqual({ email: 'ada@example.com', basePath: '/auth' })
  expect((await fetch(url + '/auth/signin')).status).toBe(200)
})
`

if (isThorough)
  test('Jest runs a CommonJS project of Nest with the configuration of the guide', {
    timeout: 600_000,
  }, async () => {
    const page = await readFile(join(projectRoot, 'docs/frameworks/nest.md'), 'utf8')
    const section = page.split('## Test with Jest')[1] ?? ''
    const jest: unknown = JSON.parse(/```json\n([\s\S]*?)\n```/.exec(section)?.[1] ?? '')
    const folder = await createFolder()
    const dependencies = { latchkey: `file:${await createTarball()}` }
    const files = {
      'package.json': { private: true, jest, dependencies, devDependencies },
      'tsconfig.json': { compilerOptions },
    }
    for (const [name, content] of Object.entries(files))
      await writeFile(join(folder, name), JSON.stringify(content))
    await mkdir(join(folder, 'src'))
    await writeFile(join(folder, 'src/app.spec.ts'), spec)
    run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps'], folder)
    const output = run(process.execPath, ['node_modules/jest/bin/jest.js', '--json'], folder)
    expect(JSON.parse(output)).toMatchObject({ success: true, numPassedTests: 1 })
  })
else
  test('the guide has the configuration of Jest', async () => {
    const page = await readFile(join(projectRoot, 'docs/frameworks/nest.md'), 'utf8')
    expect(page).toContain('"transformIgnorePatterns": ["node_modules/(?!(latchkey|oauth4webapi)/)"]')
  })
