/** The records of all models, oldest first. */
const records = new Map()

/** The adapter of `oidc-provider`: stores sessions, grants, codes and tokens in memory until they expire. */
export class MemoryStore {
  /** @param {string} model */
  constructor(model) {
    this.model = model
  }

  /**
   * @param {string} id
   * @param {Record<string, unknown>} payload
   * @param {number} seconds
   */
  async upsert(id, payload, seconds) {
    const now = Date.now()
    for (const [key, { expires }] of records) if (expires <= now) records.delete(key)
    records.set(`${this.model}:${id}`, { model: this.model, payload, expires: now + seconds * 1000 })
  }

  /** @param {string} id */
  async find(id) {
    return readPayload(records.get(`${this.model}:${id}`))
  }

  /** @param {string} uid */
  async findByUid(uid) {
    return readPayload(
      [...records.values()].find(({ model, payload }) => model === this.model && payload.uid === uid),
    )
  }

  /** @param {string} id */
  async consume(id) {
    const payload = await this.find(id)
    if (payload) payload.consumed = Math.floor(Date.now() / 1000)
  }

  /** @param {string} id */
  async destroy(id) {
    records.delete(`${this.model}:${id}`)
  }

  /** @param {string} grantId */
  async revokeByGrantId(grantId) {
    for (const [key, { model, payload }] of records) {
      if (model === this.model && payload.grantId === grantId) records.delete(key)
    }
  }
}

function readPayload(record) {
  return record && record.expires > Date.now() ? record.payload : undefined
}
