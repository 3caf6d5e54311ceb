import { describeIntegration } from 'latchkey/testing'
import { describe, it } from 'vitest'
import { frameworks } from './frameworks.js'

for (const framework of frameworks) describeIntegration({ describe, it }, framework)
