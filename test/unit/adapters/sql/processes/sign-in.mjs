/**
 * Signs new people in at the given time, all at once, then one after the other until it is killed or has done `count`:
 * `node sign-in.mjs <bundle> <file> <name> <time> <count>`.
 */
const [bundle, file, name, time, count] = process.argv.slice(2)
const { SqlAdapter } = await import(bundle)
const adapter = SqlAdapter(`file:${file}`)

while (Date.now() < Number(time));
for (let i = 0; i < Number(count); i++) {
  const id = `${name}-${i}`
  const user = { id, name, email: `${id}@example.com`, emailVerified: null }
  const account = {
    userId: id,
    provider: 'github',
    providerAccountId: id,
    type: 'oauth',
    access_token: 'x'.repeat(900),
  }
  await adapter.createUserWithAccount(user, account)
  if (i === 0) process.stdout.write('unterminated')
}
