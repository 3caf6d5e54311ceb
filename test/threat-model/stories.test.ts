import { afterEach, beforeEach, describe, test, vi } from 'vitest'
import { createRandom, fire, repeatWithSeeds } from '../support/fire.js'
import { setUps } from './set-ups.js'
import { pickSteps, playStory } from './story.js'
import { thefts } from './thefts.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** How many steps a story has. */
const length = 8
/** How many stories one repetition has. */
const stories = 2

describe('random stories of a thief', () => {
  test.each(setUps)(
    'get from an owner with $name no more than was stolen, and the owner gets back in',
    { timeout: 60_000 + fire.rounds * 30_000 },
    async ({ name }) => {
      const ofOwner = thefts.filter(({ setUp }) => setUp.name === name)
      await repeatWithSeeds(fire.rounds, async (seed, index) => {
        const random = createRandom(seed)
        for (let story = 0; story < stories; story++) {
          // Each theft has its turn.
          const theft = ofOwner[(index * stories + story) % ofOwner.length]
          if (!theft) throw new Error(`No theft from an owner with ${name}.`)
          const strategy = theft.strategy ?? (random() < 0.5 ? 'jwt' : 'database')
          await playStory({ theft, strategy, steps: pickSteps(theft, length, random) })
        }
      })
    },
  )
})
