import '@angular/compiler'
import { expect, onTestFinished, test, vi } from 'vitest'

/** Loads `latchkey/angular` with a version of Angular. */
async function loadWith(version: string) {
  vi.resetModules()
  vi.doMock('@angular/core', async importActual => {
    const core = await importActual<typeof import('@angular/core')>()
    return { ...core, VERSION: new core.Version(version) }
  })
  onTestFinished(() => {
    vi.doUnmock('@angular/core')
    vi.resetModules()
  })
  return import('latchkey/angular')
}

test('provideAuth rejects Angular 21, and names the version and the command to update', async () => {
  const { provideAuth } = await loadWith('21.2.3')
  expect(() => provideAuth()).toThrow(
    'latchkey/angular requires Angular 22 or newer, and 21.2.3 is installed. Update it: npx ng update @angular/core @angular/cli',
  )
})

test('provideAuth accepts Angular 22', async () => {
  const { provideAuth } = await loadWith('22.0.0')
  expect(() => provideAuth()).not.toThrow()
})
