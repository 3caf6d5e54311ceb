import { expect, test } from 'vitest'
import { getPathname } from '../../../src/integrations/shared/pathname.js'

test.each([
  ['https://app.example/auth/session?a=/b', '/auth/session'],
  ['https://app.example/', '/'],
  ['https://app.example/a#/auth/session', '/a'],
  ['https://[::1]:3000/a%2Fb', '/a%2Fb'],
  ['/auth/session?a=1', '/auth/session'],
  ['/a/../auth/./session', '/auth/session'],
  // The client decides what it sends to a server of Node.
  ['//other.example/auth/signin', '//other.example/auth/signin'],
  ['//', '//'],
  ['http://app.example', '/'],
  ['http://app.example?x=/auth/session', '/'],
  ['*', '/'],
])('the path of %s is %s', (url, path) => {
  expect(getPathname(url)).toBe(path)
})
