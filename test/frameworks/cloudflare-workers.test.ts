import { testExample } from './test-example.js'

testExample('cloudflare-workers')
