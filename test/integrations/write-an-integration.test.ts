import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const guide = readText('../../docs/guides/write-an-integration.md')

function readText(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8')
}

test.each(['hono/hono-auth.ts', 'hono/app.ts', 'node-http/action-listener.ts'])(
  'the guide for integrations shows %s as it is tested',
  path => expect(guide).toContain(`\`\`\`ts\n${readText(path)}\`\`\`\n`),
)
